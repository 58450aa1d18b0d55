// The interface for C: errors as codes with a message, arrays that the caller frees.
// SPDX-License-Identifier: MIT
#include "bindings/c/calls.hpp"
#include "bindings/c/conversions.hpp"

#include <quadrille/load.hpp>
#include <quadrille/save.hpp>
#include <quadrille/text.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::flat {

namespace {

/// For functions that return no status.
const tree* in_or_none(const quadrille_tree* of) noexcept {
    return of != nullptr && live_handles::has(of) ? of->own.get() : nullptr;
}

template <class Report>
std::string text_of(const Report& report) {
    std::ostringstream text;
    text << report;
    return text.str();
}

quadrille_status status_of(error reason) noexcept {
    switch (reason) {
    case error::none: return QUADRILLE_OK;
    case error::not_finite:
    case error::inverted:
    case error::too_wide: return QUADRILLE_BAD_SHAPE;
    case error::no_memory: return QUADRILLE_NO_MEMORY;
    case error::full: return QUADRILLE_FULL;
    case error::no_item: return QUADRILLE_NO_ITEM;
    case error::tree_changed: return QUADRILLE_BUSY;
    case error::wrong_size:
    case error::bad_period: break;
    }
    return QUADRILLE_BAD_REQUEST;
}

/// Returns the status of a change of several items, with the position of the first invalid one.
quadrille_status told(const change_report& done, quadrille_change_report* report) {
    if (report != nullptr) {
        *report = {done.rejected, done.first_rejected, done.displaced, done.reinserted,
                   done.method == update_method::rebuild ? 1U : 0U};
    }
    if (done) {
        return QUADRILLE_OK;
    }
    return flat::told(status_of(done.error), text_of(done).c_str());
}

} // namespace

} // namespace quadrille::flat

using namespace quadrille;       // NOLINT: functions of C have no namespace
using namespace quadrille::flat; // NOLINT

const char* quadrille_version() { return QUADRILLE_VERSION; }
const char* quadrille_message() { return message_of_thread.c_str(); }

// ---- Trees ----------------------------------------------------------------------------------------------------------

quadrille_status quadrille_create(quadrille_shape shape, quadrille_scalar scalar, const quadrille_options* wanted,
                                  quadrille_tree** tree) {
    return guarded([&] {
        demand(tree != nullptr, "wanted a place for the tree, found null");
        *tree = nullptr;
        const int kind = number_in(shape, QUADRILLE_BOXES, "quadrille_shape");
        const int numbers = number_in(scalar, QUADRILLE_FLOAT64, "quadrille_scalar");
        const options made = options_of(wanted);
        return give(flat::tree::make(static_cast<shape_kind>(kind), static_cast<scalar_kind>(numbers), made), tree);
    });
}
quadrille_status quadrille_destroy(quadrille_tree* tree) {
    return guarded([&] {
        take_back(tree);
        return QUADRILLE_OK;
    });
}
quadrille_status quadrille_clone(const quadrille_tree* tree, quadrille_tree** copy) {
    return guarded([&] {
        demand(copy != nullptr, "wanted a place for the copy, found null");
        *copy = nullptr;
        return give(reading(tree)->clone(), copy);
    });
}
quadrille_status quadrille_copy_from(quadrille_tree* tree, const quadrille_tree* other) {
    return guarded([&] {
        if (tree == other) {
            static_cast<void>(changing(tree)); // the source is the tree itself
            return QUADRILLE_OK;
        }
        return changing(tree)->copy_from(*reading(other)) ? QUADRILLE_OK : told(QUADRILLE_NO_MEMORY, "out of memory");
    });
}
quadrille_status quadrille_set_threads(quadrille_tree* tree, uint32_t threads) {
    return guarded([&] {
        changing(tree)->set_threads(threads);
        return QUADRILLE_OK;
    });
}

// ---- Change ---------------------------------------------------------------------------------------------------------

namespace {

constexpr const char* no_shapes = "wanted shapes, found null";

} // namespace

quadrille_status quadrille_assign(quadrille_tree* tree, const void* shapes, size_t count,
                                  quadrille_change_report* report) {
    return guarded([&] { return told(changing(tree)->assign(listed(shapes, count, no_shapes), count), report); });
}
quadrille_status quadrille_sync(quadrille_tree* tree, const void* shapes, size_t count,
                                quadrille_change_report* report) {
    return guarded([&] {
        const changing own(tree);
        if (count != own->index_limit()) {
            throw bad_request("wanted " + std::to_string(own->index_limit()) +
                              " shapes, one for each index below quadrille_index_limit, found " +
                              std::to_string(count));
        }
        return told(own->sync(listed(shapes, count, no_shapes), count), report);
    });
}
quadrille_status quadrille_insert(quadrille_tree* tree, const void* shapes, size_t count, uint32_t layers,
                                  quadrille_item* items, quadrille_change_report* report) {
    return guarded([&] {
        return told(
            changing(tree)->insert(listed(shapes, count, no_shapes), count, layers,
                                   reinterpret_cast<item*>(listed(items, count, "wanted room for items, found null"))),
            report);
    });
}
quadrille_status quadrille_erase(quadrille_tree* tree, const quadrille_item* items, size_t count,
                                 quadrille_change_report* report) {
    return guarded([&] { return told(changing(tree)->erase(items_of(items, count)), report); });
}
quadrille_status quadrille_move(quadrille_tree* tree, const quadrille_item* items, const void* shapes, size_t count,
                                quadrille_change_report* report) {
    return guarded(
        [&] { return told(changing(tree)->move(items_of(items, count), listed(shapes, count, no_shapes)), report); });
}
quadrille_status quadrille_set_layers(quadrille_tree* tree, const quadrille_item* items, const uint32_t* layers,
                                      size_t count, quadrille_change_report* report) {
    return guarded([&] {
        return told(
            changing(tree)->set_layers(items_of(items, count), listed(layers, count, "wanted layers, found null")),
            report);
    });
}
quadrille_status quadrille_clear(quadrille_tree* tree) {
    return guarded([&] {
        changing(tree)->clear();
        return QUADRILLE_OK;
    });
}
quadrille_status quadrille_reserve(quadrille_tree* tree, uint32_t items) {
    return guarded([&] {
        return changing(tree)->reserve(items) ? QUADRILLE_OK
                                              : told(QUADRILLE_NO_MEMORY, "out of memory, or more than max_items");
    });
}

// ---- Inspect --------------------------------------------------------------------------------------------------------

uint32_t quadrille_size(const quadrille_tree* tree) {
    const flat::tree* const own = in_or_none(tree);
    return own == nullptr ? 0 : own->size();
}
uint32_t quadrille_index_limit(const quadrille_tree* tree) {
    const flat::tree* const own = in_or_none(tree);
    return own == nullptr ? 0 : own->index_limit();
}
int quadrille_contains(const quadrille_tree* tree, quadrille_item item) {
    const flat::tree* const own = in_or_none(tree);
    return own != nullptr && own->contains(item_of(item)) ? 1 : 0;
}
quadrille_item quadrille_item_at(const quadrille_tree* tree, uint32_t index) {
    const flat::tree* const own = in_or_none(tree);
    return own == nullptr ? quadrille_item{0, 0} : item_of(own->item_at(index));
}
uint32_t quadrille_layers(const quadrille_tree* tree, quadrille_item item) {
    const flat::tree* const own = in_or_none(tree);
    return own == nullptr ? 0 : own->layers(item_of(item));
}
quadrille_status quadrille_get_shape(const quadrille_tree* tree, quadrille_item item, void* shape) {
    return guarded([&] {
        demand(shape != nullptr, "wanted room for a shape, found null");
        return reading(tree)->shape_of(item_of(item), shape) ? QUADRILLE_OK
                                                             : told(QUADRILLE_NO_ITEM, to_string(error::no_item));
    });
}
quadrille_status quadrille_get_shapes(const quadrille_tree* tree, void* shapes) {
    return guarded([&] {
        const reading own(tree);
        own->shapes(listed(shapes, own->index_limit(), "wanted room for shapes, found null"));
        return QUADRILLE_OK;
    });
}
quadrille_status quadrille_get_bounds(const quadrille_tree* tree, double bounds[4]) {
    return guarded([&] {
        demand(bounds != nullptr, "wanted room for four numbers, found null");
        const auto all = reading(tree)->bounds();
        bounds[0] = all.min.x;
        bounds[1] = all.min.y;
        bounds[2] = all.max.x;
        bounds[3] = all.max.y;
        return QUADRILLE_OK;
    });
}
quadrille_status quadrille_get_stats(const quadrille_tree* tree, quadrille_stats* stats) {
    return guarded([&] {
        demand(stats != nullptr, "wanted room for statistics, found null");
        demand_size(stats->struct_size, sizeof *stats, "quadrille_stats");
        const statistics all = reading(tree)->stats();
        *stats = {sizeof *stats, all.size,    all.inner_cells, all.leaves,
                  all.blocks,    all.deepest, all.bytes,       all.kernels};
        return QUADRILLE_OK;
    });
}
quadrille_status quadrille_validate(const quadrille_tree* tree) {
    return guarded([&] {
        const fault broken = reading(tree)->validate();
        return broken ? told(QUADRILLE_FAILED, text_of(broken).c_str()) : QUADRILLE_OK;
    });
}

// ---- Ask ------------------------------------------------------------------------------------------------------------

quadrille_status quadrille_ask(const quadrille_tree* tree, const quadrille_questions* asked,
                               quadrille_answers* answers) {
    return guarded([&] {
        demand(answers != nullptr, "wanted room for answers, found null");
        *answers = {};
        auto found = std::make_unique<flat::answers>();
        std::optional<reading> other;
        reading(tree)->ask(questions_of(asked, other), *found);
        answers->questions = found->counts.empty() ? found->ends.size() : found->counts.size();
        answers->count = found->a.size();
        answers->ends = array_of(found->ends);
        answers->a = array_of(found->a);
        answers->b = array_of(found->b);
        answers->a_generations = array_of(found->a_generations);
        answers->b_generations = array_of(found->b_generations);
        answers->measures = array_of(found->measures);
        answers->shifts = reinterpret_cast<const std::int16_t*>(array_of(found->shifts));
        answers->counts = array_of(found->counts);
        answers->memory = found.release();
        return QUADRILLE_OK;
    });
}
void quadrille_free_answers(quadrille_answers* answers) {
    if (answers != nullptr) {
        delete static_cast<flat::answers*>(answers->memory); // NOLINT: C owns it
        *answers = {};
    }
}
quadrille_status quadrille_visit(const quadrille_tree* tree, const quadrille_questions* asked,
                                 quadrille_visitor visitor, void* context) {
    return guarded([&] {
        demand(visitor != nullptr, "wanted a visitor, found null");
        const auto call = [&](const flat::answer& one) {
            const quadrille_answer told_one = {
                one.question, item_of(one.a), item_of(one.b), one.measure, {one.from_there.x, one.from_there.y}};
            return visitor(context, &told_one) == 0 ? flow::next : flow::stop;
        };
        std::optional<reading> other;
        reading(tree)->visit(questions_of(asked, other), call);
        return QUADRILLE_OK;
    });
}
const char* quadrille_verb(size_t number) {
    static const std::vector<std::string> all = verbs();
    return number < all.size() ? all[number].c_str() : nullptr;
}

// ---- Keep -----------------------------------------------------------------------------------------------------------

quadrille_status quadrille_save(const quadrille_tree* tree, quadrille_sink sink, void* context) {
    return guarded([&] {
        demand(sink != nullptr, "wanted a sink, found null");
        const auto take = [&](std::span<const std::byte> some) { return sink(context, some.data(), some.size()) == 0; };
        switch (reading(tree)->save(take).error) {
        case save_error::none: return QUADRILLE_OK;
        case save_error::sink:
            return told(QUADRILLE_NOT_SAVED, "wanted a sink that takes all bytes, found one that has refused some");
        case save_error::tree_changed: break;
        }
        return told(QUADRILLE_BUSY, to_string(error::tree_changed));
    });
}
quadrille_status quadrille_load(quadrille_tree* tree, quadrille_source source, void* context) {
    return guarded([&] {
        demand(source != nullptr, "wanted a source, found null");
        const auto give_bytes = [&](std::span<std::byte> into) { return source(context, into.data(), into.size()); };
        const load_report done = changing(tree)->load(give_bytes);
        if (done) {
            return QUADRILLE_OK;
        }
        return told(done.error == load_error::no_memory ? QUADRILLE_NO_MEMORY : QUADRILLE_NOT_LOADED,
                    text_of(done).c_str());
    });
}
