// The interface for C: errors as codes with a sentence, arrays that the caller frees.
// SPDX-License-Identifier: MIT
#define QUADRILLE_BUILDS_C
#include <quadrille.h>

#include "bindings/c/live_trees.hpp"
#include "bindings/flat/access.hpp"
#include "bindings/flat/tree.hpp"

#include <quadrille/load.hpp>
#include <quadrille/save.hpp>
#include <quadrille/text.hpp>

#include <cstddef>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

/// A tree of any shape, and nothing else.
struct quadrille_tree {
    std::unique_ptr<quadrille::flat::tree> own;
    quadrille::flat::access access;
};

namespace quadrille::flat {

namespace {

// ---- Errors ----------------------------------------------------------------------------------------------------------

thread_local std::string message_of_thread; // NOLINT: each thread has its own

/// Noexcept: without memory for it the message is a shorter one.
quadrille_status told(quadrille_status status, const char* what) noexcept {
    try {
        message_of_thread = what;
    } catch (...) {
        message_of_thread.clear();
    }
    return status;
}

/// Calls `work`, which returns a status; what it throws is one.
template <class Work>
quadrille_status guarded(const Work& work) noexcept {
    try {
        return work();
    } catch (const bad_request& wrong) {
        return told(QUADRILLE_BAD_REQUEST, wrong.what());
    } catch (const busy& wrong) {
        return told(QUADRILLE_BUSY, wrong.what());
    } catch (const std::bad_alloc&) {
        return told(QUADRILLE_NO_MEMORY, "out of memory");
    } catch (const std::length_error&) {
        return told(QUADRILLE_NO_MEMORY, "out of memory: more than there can be");
    } catch (const std::exception& wrong) {
        return told(QUADRILLE_FAILED, wrong.what());
    } catch (...) {
        return told(QUADRILLE_FAILED, "an exception that is none of the standard library");
    }
}

void demand(bool is_there, const char* wanted) {
    if (!is_there) {
        throw bad_request(wanted);
    }
}
/// A tree to read, or to change, for as long as this lives.
template <class Tree, class Access>
class held {
public:
    explicit held(Tree* of) : own_(checked(of)), access_(of->access) {}
    auto* operator->() const noexcept { return own_; }
    auto& operator*() const noexcept { return *own_; }

private:
    static auto checked(Tree* of) {
        demand(of != nullptr, "wanted a tree, found null");
        live_trees::demand(of);
        return static_cast<std::conditional_t<std::is_const_v<Tree>, const tree, tree>*>(of->own.get());
    }

    decltype(checked(nullptr)) own_;
    Access access_;
};
using reading = held<const quadrille_tree, access::reading>;
using changing = held<quadrille_tree, access::changing>;

/// For functions that return no status.
const tree* in_or_none(const quadrille_tree* of) noexcept {
    return of != nullptr && live_trees::has(of) ? of->own.get() : nullptr;
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

/// The outcome of a change of several, told with the place of the first bad one.
quadrille_status told(const change_report& done, quadrille_change_report* report) {
    if (report != nullptr) {
        *report = {done.rejected, done.first_rejected, done.displaced, done.reinserted,
                   done.method == update_method::rebuild ? 1U : 0U};
    }
    if (done) {
        return QUADRILLE_OK;
    }
    return told(status_of(done.error), text_of(done).c_str());
}

// ---- The types of C --------------------------------------------------------------------------------------------------

static_assert(sizeof(quadrille_item) == sizeof(item) && alignof(quadrille_item) == alignof(item));
static_assert(sizeof(quadrille_counters) == sizeof(counters) && std::is_standard_layout_v<counters>);
static_assert(sizeof(shift) == 2 * sizeof(std::int16_t));

/// An enum of C may have any value, which C++ must not even load as one.
template <class Enum>
int number_in(const Enum& from, Enum last, const char* name) {
    static_assert(sizeof(Enum) == sizeof(int));
    int number = 0;
    std::memcpy(&number, &from, sizeof number);
    if (number < 0 || number > static_cast<int>(last)) {
        throw bad_request(std::string("wanted a ") + name + ", found the number " + std::to_string(number));
    }
    return number;
}

/// No array is larger than all memory could be.
void demand_count(std::size_t count) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 64;
    if (count > most) {
        throw bad_request("wanted a number of things that there is memory for, found " + std::to_string(count));
    }
}

/// A list that is null only if it is empty.
template <class Element>
Element* listed(Element* from, std::size_t count, const char* wanted) {
    demand(from != nullptr || count == 0, wanted);
    demand_count(count);
    return from;
}
std::span<const item> items_of(const quadrille_item* from, std::size_t count) {
    return {reinterpret_cast<const item*>(listed(from, count, "wanted items, found null")), count};
}
item item_of(quadrille_item from) noexcept { return {from.index, from.generation}; }
quadrille_item item_of(const item& from) noexcept { return {from.index, from.generation}; }

void demand_size(std::size_t found, std::size_t own, const char* name) {
    if (found != own) {
        throw bad_request(std::string("wanted a ") + name + " with struct_size " + std::to_string(own) + ", found " +
                          std::to_string(found));
    }
}

options options_of(const quadrille_options* wanted) {
    options made;
    if (wanted == nullptr) {
        return made;
    }
    demand_size(wanted->struct_size, sizeof *wanted, "quadrille_options");
    made.leaf_capacity = wanted->leaf_capacity;
    made.max_depth = wanted->max_depth;
    made.min_cell_side = wanted->min_cell_side;
    made.max_items = wanted->max_items;
    made.max_generations = wanted->max_generations;
    made.period = {wanted->period[0], wanted->period[1]};
    made.origin = {wanted->origin[0], wanted->origin[1]};
    return made;
}

/// The other tree is read for as long as `other` lives.
questions questions_of(const quadrille_questions* from, std::optional<reading>& other) {
    demand(from != nullptr, "wanted questions, found null");
    demand_size(from->struct_size, sizeof *from, "quadrille_questions");
    demand(from->verb != nullptr, "wanted the name of a verb, found null");
    const int what = number_in(from->wanted, QUADRILLE_FIRST, "quadrille_wanted");
    const int area = number_in(from->form, QUADRILLE_POLYGON, "quadrille_form");
    const int how = number_in(from->relation, QUADRILLE_CONTAINING, "quadrille_relation");
    questions asked;
    asked.verb = from->verb;
    asked.what = static_cast<wanted>(what);
    asked.form = static_cast<form>(area);
    asked.is_related = how != QUADRILLE_INTERSECTING;
    asked.how = how == QUADRILLE_CONTAINING ? relation::contains : relation::inside;
    demand_count(from->count);
    asked.count = from->count;
    asked.places = from->places;
    asked.vertex_ends = from->vertex_ends;
    asked.ways = from->ways;
    asked.items = reinterpret_cast<const item*>(from->items);
    asked.other = from->other == nullptr ? nullptr : &*other.emplace(from->other);
    asked.distance = from->distance;
    asked.k = from->k;
    asked.layers = from->layers;
    asked.partners = from->partners;
    asked.except = item_of(from->except);
    asked.with_items = from->with_generations != 0;
    asked.work = reinterpret_cast<counters*>(from->counters);
    return asked;
}

} // namespace

} // namespace quadrille::flat

using namespace quadrille;       // NOLINT: functions of C have no namespace
using namespace quadrille::flat; // NOLINT

const char* quadrille_version() { return QUADRILLE_VERSION; }
const char* quadrille_message() { return message_of_thread.c_str(); }

// ---- Trees -----------------------------------------------------------------------------------------------------------

namespace {

quadrille_status give(std::unique_ptr<flat::tree> made, quadrille_tree** to) {
    auto one = std::make_unique<quadrille_tree>();
    one->own = std::move(made);
    live_trees::add(one.get());
    *to = one.release();
    return QUADRILLE_OK;
}

} // namespace

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
        std::unique_ptr<quadrille_tree> gone; // after what holds it
        if (tree != nullptr) {
            const changing no_one_reads(tree);
            live_trees::remove(tree);
            gone.reset(tree);
        }
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
            static_cast<void>(changing(tree)); // it is a copy of itself
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

// ---- Change ----------------------------------------------------------------------------------------------------------

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

// ---- Inspect ---------------------------------------------------------------------------------------------------------

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

// ---- Ask -------------------------------------------------------------------------------------------------------------

quadrille_status quadrille_ask(const quadrille_tree* tree, const quadrille_questions* asked,
                               quadrille_answers* answers) {
    return guarded([&] {
        demand(answers != nullptr, "wanted room for answers, found null");
        *answers = {};
        auto found = std::make_unique<flat::answers>();
        std::optional<reading> other;
        reading(tree)->ask(questions_of(asked, other), *found);
        const auto list = [](const auto& all) { return all.empty() ? nullptr : all.data(); };
        answers->questions = found->counts.empty() ? found->ends.size() : found->counts.size();
        answers->count = found->a.size();
        answers->ends = list(found->ends);
        answers->a = list(found->a);
        answers->b = list(found->b);
        answers->a_generations = list(found->a_generations);
        answers->b_generations = list(found->b_generations);
        answers->measures = list(found->measures);
        answers->shifts = reinterpret_cast<const std::int16_t*>(list(found->shifts));
        answers->counts = list(found->counts);
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

// ---- Keep ------------------------------------------------------------------------------------------------------------

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
