// `quadrille encounters`: which pairs came near each other, from when to when, and how close.
// SPDX-License-Identifier: MIT
#include "cli/answers/answers.hpp"
#include "cli/answers/carried.hpp"
#include "cli/answers/distances.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/trees.hpp"
#include "cli/command/pool.hpp"
#include "cli/command/verbs.hpp"
#include "cli/globe/globe_pairs.hpp"
#include "cli/input/areas.hpp"
#include "cli/input/duration.hpp"
#include "cli/input/input.hpp"
#include "cli/moving/encounter_book.hpp"
#include "cli/relations/pair_test.hpp"
#include "files/layer/changes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* encounters_answers =
    R"(The file has times. Two entities are near each other at a time if their distance is D or
less. Only the times of the file that have both are tested; nothing is assumed between them.
An encounter begins at a time at which the two are near each other and ends at the last such
time. Without --gap it goes on from one such time to the next if neither of the two has a row in
between, however long that is. With --gap it goes on if the next one is no more than G later, and
with --every at successive multiples of that, too. Rows of others never matter.

csv: the header a,b,from,to,closest and a row for each encounter. json: an array of such
rows, each an array. In each row a is the one that has a row first, by time, then in the file.
Rows are in the order of their beginning, then by a, then by b, in that order of things. closest is the smallest distance found. Columns of
--with and shapes of geojson are those of the beginning.

Example: printf 't,id,x,y\n0,a,0,0\n0,b,9,0\n1,a,4,0\n1,b,5,0\n' |
         quadrille encounters - --distance 2)";

struct encounters_options {
    std::string file;
    input_options input;
    double distance = 0;
    std::optional<duration> gap;

    /// From one time at which two are near to the next; none where their rows decide.
    std::optional<double> longest_pause(const times_of_file& times) const {
        const auto own = gap ? std::optional(gap->in(times)) : std::nullopt;
        return input.every.step ? std::max(input.every.step->in(times), own.value_or(0)) : own;
    }
    globe_options globe;
    answer_options answer;
    pool_options threads;
};

struct near_pair {
    std::uint32_t a;
    std::uint32_t b;
    double distance;
};

/// Calls `make(piece)` for each piece of the work, and the visitor that it returns with the pairs of that.
template <class Tree, class Shapes, class Make>
void ask_near(pool& threads, const Tree& tree, const Shapes& shapes, const encounters_options& wanted,
              const Make& make) {
    if constexpr (is_point<typename Tree::shape_type>) {
        if (wanted.globe.is_on()) {
            globe::each_pair(threads, shapes, tree, shapes, wanted.distance * wanted.globe.unit(), make,
                             [](std::uint32_t row, std::uint32_t other) { return other > row; });
            return;
        }
    }
    parallel::pairs(threads, tree, parallel::per_piece(make), {.distance = wanted.distance});
}

std::vector<encounter> encounters_in(const files::layer& input, const encounters_options& wanted) {
    pool threads(wanted.threads);
    encounter_book book(wanted.longest_pause(times_of(input)));
    std::vector<std::vector<near_pair>> found(parallel::max_pieces);
    const pair_test test(input, input, exact::topological_relation::intersects, wanted.distance);
    at_each_moment(threads, input, [&](const auto& tree, auto shapes, const files::moment& now) {
        book.begin_moment(now.t, std::span(input.entities).subspan(now.first, now.size()));
        const auto note_in = [&](std::uint32_t piece) {
            return [&, &own = found[piece]](auto a, auto b) {
                const shaped_row one{now.first + a.index(), shapes[a.index()]};
                const shaped_row other{now.first + b.index(), shapes[b.index()]};
                if (!test.is_needed()) {
                    own.push_back(
                        {a.index(), b.index(), distance_in(wanted.globe, one.shape, other.shape, input.wraps)});
                } else if (test(one, other)) {
                    own.push_back({a.index(), b.index(), test.distance(one, other, input.wraps)});
                }
            };
        };
        ask_near(threads, tree, shapes, wanted, note_in);
        for (std::vector<near_pair>& piece : found) {
            for (const near_pair& each : piece) {
                book.add(input.entities[now.first + each.a], input.entities[now.first + each.b], each.distance);
            }
            piece.clear();
        }
    });
    return std::move(book).finish();
}

/// The row that each entity has at a time. Times ascend.
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
    std::size_t next_ = 0; ///< moment
    std::vector<std::uint32_t> rows_;
};

void print_encounters(const encounters_options& wanted) {
    demand_answerable(wanted.answer, {wanted.file});
    files::layer input = read_on(wanted.globe, wanted.file, wanted.input);
    if (wanted.globe.is_on()) {
        globe::take_places(input);
    }
    const bool has_any_times = input.has_times || !input.times_of_events.empty();
    files::demand_ids_of_things(input.name, has_any_times && input.has_row_numbers, wanted.input.how);
    files::demand_times(input);
    files::demand_attributes(wanted.input.how.with, {&input});
    const std::vector<encounter> found = encounters_in(input, wanted);
    output out(wanted.answer.path, wanted.answer.driver());
    if (wanted.answer.count) {
        out.print("{}\n", found.size());
    } else {
        std::vector<std::string> columns = {"a", "b", "from", "to", "closest"};
        add_attribute_columns(columns, input, "a_");
        add_attribute_columns(columns, input, "b_");
        row_printer printer(out, wanted.answer, columns, false, input.crs);
        rows_of_entities rows(input);
        for (const encounter& each : found) {
            printer.text(input.ids[each.a]).text(input.ids[each.b]);
            printer.number(each.from).number(each.to).number(each.closest);
            if (input.attributes.count() > 0 || printer.has_geometry()) {
                rows.go_to(each.from);
                print_attributes(printer, input, rows[each.a]);
                print_attributes(printer, input, rows[each.b]);
                draw_two(printer, wanted.answer, {input, rows[each.a]}, {input, rows[each.b]},
                         wanted.globe.is_on() ? globe_period : input.wraps);
            }
        }
        printer.finish();
    }
    out.finish();
}

} // namespace

verb encounters_verb() {
    const auto wanted = std::make_shared<encounters_options>();
    wanted->input.is_exact = true;
    verb encounters = {
        "encounters",
        "Print which pairs came near each other, when, and how close",
        {files::file_at("FILE", wanted->file),
         files::required(files::number("--distance", wanted->distance, "The largest distance D, 0 or more")),
         duration_option("--gap", wanted->gap,
                         "The longest pause G in an encounter: a number in the unit of t, or 10s, 5min, 1h")}};
    add_answer_options(encounters, wanted->answer, "encounters");
    add_geometry_option(encounters, wanted->answer);
    add_with_option(encounters, wanted->input.how.with);
    add_input_options(encounters, wanted->input);
    add_period_option(encounters, wanted->input.wraps);
    add_globe_options(encounters, wanted->globe);
    add_pool_options(encounters, wanted->threads);
    encounters.help = help_with_answers(encounters_answers);
    encounters.work = [wanted] { print_encounters(*wanted); };
    return encounters;
}

} // namespace quadrille::cli
