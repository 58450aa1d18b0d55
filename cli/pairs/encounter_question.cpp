// Finds the pairs of each moment, and collects their encounters.
// SPDX-License-Identifier: MIT
#include "encounter_question.hpp"

#include "cli/answers/carried.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/row_printer.hpp"
#include "cli/command/output.hpp"
#include "cli/globe/globe_pairs.hpp"
#include "encounter_book.hpp"
#include "files/layer/changes.hpp"
#include "files/text/errors.hpp"
#include "pairs_in_plane.hpp"
#include "pairs_on_globe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::cli {

namespace {

/// Returns the longest time between two moments of one encounter; nothing if the rows decide.
std::optional<double> longest_pause(const encounter_question& question, const times_of_file& times) {
    const auto own = question.gap ? std::optional(question.gap->in(times)) : std::nullopt;
    const auto& step = question.input.every.step;
    return step ? std::max(step->in(times), own.value_or(0)) : own;
}

struct near_pair {
    std::uint32_t a;
    std::uint32_t b;
    double distance;
};

/// Returns the encounters among the rows of one file; `moments` are as `pairs_by_moment` describes.
template <class Moments>
std::vector<encounter> encounters_of(pool& threads, const Moments& moments, encounter_book book) {
    std::vector<std::vector<near_pair>> found(parallel::max_pieces);
    const std::span<const std::uint32_t> entities(moments.a().entities);
    moments.at_each_moment(threads, [&](const auto& pairs) {
        const files::moment& now = pairs.now().first;
        const auto present = entities.subspan(now.first, now.size());
        book.begin_moment(now.t, present);
        pairs.all([&](std::uint32_t piece) {
            return [&pairs, &own = found[piece]](std::uint32_t one, std::uint32_t other) {
                own.push_back({one, other, pairs.distance(one, other)});
                return flow::next;
            };
        });
        for (std::vector<near_pair>& piece : found) {
            for (const near_pair& each : piece) {
                book.add(present[each.a], present[each.b], each.distance);
            }
            piece.clear();
        }
    });
    return std::move(book).finish();
}

std::vector<encounter> encounters_in(files::layer& input, const encounter_question& question) {
    pool threads(question.threads);
    encounter_book book(longest_pause(question, times_of(input)));
    if (question.globe.is_on()) {
        return encounters_of(threads, pairs_on_globe(input, input, question.globe, question.distance), std::move(book));
    }
    constexpr auto intersects = exact::topological_relation::intersects;
    return encounters_of(threads, pairs_in_plane(input, input, intersects, question.distance), std::move(book));
}

/// Returns the row of each entity at a time. Times ascend.
class rows_of_entities {
public:
    explicit rows_of_entities(const files::layer& layer) : layer_(layer) {}

    void go_to(double t) {
        if (rows_.empty()) {
            rows_.resize(layer_.ids.size());
        }
        for (; next_ < layer_.moments.size() && layer_.moments[next_].t <= t; ++next_) {
            for (std::uint32_t row = layer_.moments[next_].first; row < layer_.moments[next_].last; ++row) {
                rows_[layer_.entities[row]] = row;
            }
        }
    }
    std::uint32_t operator[](std::uint32_t entity) const { return rows_[entity]; }

private:
    const files::layer& layer_;
    std::size_t next_ = 0; ///< the next moment
    std::vector<std::uint32_t> rows_;
};

void print(const std::vector<encounter>& found, const files::layer& input, const encounter_question& question,
           output& out) {
    std::vector<std::string> columns = {"a", "b", "from", "to", "closest"};
    add_attribute_columns(columns, input, "a_");
    add_attribute_columns(columns, input, "b_");
    row_printer printer(out, question.answer, columns, false, input.crs);
    rows_of_entities rows(input);
    for (const encounter& each : found) {
        printer.text(input.ids[each.a]).text(input.ids[each.b]);
        printer.number(each.from).number(each.to).number(each.closest);
        if (input.attributes.count() > 0 || printer.has_geometry()) {
            rows.go_to(each.from);
            print_attributes(printer, input, rows[each.a]);
            print_attributes(printer, input, rows[each.b]);
            draw_two(printer, question.answer, {input, rows[each.a]}, {input, rows[each.b]},
                     question.globe.is_on() ? globe_period : input.wraps);
        }
    }
    printer.finish();
}

} // namespace

void answer(const encounter_question& question) {
    demand_answerable(question.answer, {question.file});
    files::layer input = read_on(question.globe, question.file, question.input);
    const bool has_any_times = input.has_times || !input.times_of_events.empty();
    files::demand_ids_of_things(input.name, has_any_times && input.has_row_numbers, question.input.how);
    if (!input.times_of_events.empty()) {
        throw files::bad_input(
            fmt::format("{}: wanted tracks, found events: each id is there once; --id COLUMN says which "
                        "column has the ids of what moves",
                        input.name));
    }
    files::demand_times(input);
    files::demand_attributes(question.input.how.with, {&input});
    const std::vector<encounter> found = encounters_in(input, question);
    if (found.empty() && input.size() > 1 && input.ids.size() == input.size()) {
        files::tell(question.input.how, input.name,
                    "each id is there once; --id COLUMN says which column has the ids of what moves");
    }
    output out(question.answer.path, question.answer.driver());
    if (question.answer.count) {
        out.print("{}\n", found.size());
    } else {
        print(found, input, question, out);
    }
    out.finish();
}

} // namespace quadrille::cli
