// `quadrille within`: every pair of shapes of a file that are no farther apart than a distance.
// SPDX-License-Identifier: MIT
#include "cli/answers/distances.hpp"
#include "cli/command/verbs.hpp"
#include "cli/globe/shape_pairs.hpp"
#include "cli/input/areas.hpp"
#include "cli/input/input.hpp"
#include "cli/pairs/pair_rows.hpp"
#include "cli/spill/spilled_pairs.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace quadrille::cli {

namespace {

constexpr const char* within_answers =
    R"(The distance of two shapes is the distance of their nearest points. It is 0 if they intersect. A
distance of exactly D counts. With times, only shapes of the same time are compared, and
--count prints the number for all times together.

csv: the header a,b,distance (or t,a,b,distance) and a row for each pair. json: an array of
such rows, each an array. In each pair a is before b in the file. Pairs are in the order of
time, then of the file, by a, then by b.

Example: printf 'id,x,y\nhere,0,0\nthere,3,4\n' | quadrille within - --distance 5)";

struct within_options {
    std::string file;
    input_options input;
    double distance = 0;
    answer_options answer;
    spill_options spill;
    globe_options globe;
    pool_options threads;
};

struct near_enough {
    double distance;

    template <class Tree, class Shapes, class Make>
    outcome all(pool& with, const Tree& tree, const Shapes&, const moment&, const Make& make) const {
        return parallel::pairs(with, tree, parallel::per_piece(make), {.distance = distance});
    }
    template <class Tree, class Shape, class Visitor>
    void of(const Tree& tree, std::uint32_t, const Shape& shape, const moment&, Visitor visitor) const {
        tree.query_within(shape, distance, visitor);
    }
    template <class Row>
    void print(row_printer& printer, const exact::pair_test& test, const Row& row, const Row& partner,
               const period& by) const {
        printer.number(test.distance(row, partner, by));
    }
};

/// The same on the globe: of places, or of what rows draw there.
struct near_on_globe {
    double metres;
    globe_options told_in;
    const globe::shapes* drawn; ///< null where all are places

    template <class Tree, class Shapes, class Make>
    outcome all(pool& with, const Tree& tree, const Shapes& shapes, const moment& now, const Make& make) const {
        const auto is_later = [](std::uint32_t row, std::uint32_t other) { return other > row; };
        if constexpr (is_point<typename Tree::shape_type>) {
            return globe::each_pair(with, shapes, tree, shapes, metres, make, is_later);
        } else {
            const globe::shapes_of_moment rows{*drawn, now.first};
            return globe::each_pair(with, rows, now.size(), tree, rows, metres, make, is_later);
        }
    }
    template <class Tree, class Shape, class Visitor>
    void of(const Tree& tree, std::uint32_t row, const Shape& shape, const moment& now, Visitor visitor) const {
        const auto tell = [&](std::uint32_t other) { visitor(globe::found_row{other}); };
        if constexpr (is_point<Shape>) {
            globe::each_near(tree, shape, metres, tell);
        } else {
            globe::each_near(tree, {*drawn, now.first}, *drawn, now.first + row, metres, tell);
        }
    }
    template <class Row>
    void
    print(row_printer& printer, const exact::pair_test&, const Row& row, const Row& partner, const period& by) const {
        printer.number(drawn != nullptr ? drawn->metres_between(row.number, *drawn, partner.number) / told_in.unit()
                                        : distance_in(told_in, row.shape, partner.shape, by));
    }
};

} // namespace

verb within_verb() {
    const auto wanted = std::make_shared<within_options>();
    wanted->input.is_exact = true;
    verb within = {"within",
                   "Print every pair of shapes within a distance of each other",
                   {file_at("FILE", wanted->file),
                    required(number("--distance", wanted->distance, "The largest distance D, 0 or more"))}};
    add_answer_options(within, wanted->answer, "pairs");
    add_geometry_option(within, wanted->answer);
    add_with_option(within, wanted->input.how.with);
    add_input_options(within, wanted->input);
    add_period_option(within, wanted->input.wraps);
    add_globe_options(within, wanted->globe);
    add_spill_options(within, wanted->spill);
    add_pool_options(within, wanted->threads);
    within.help = help_with_answers(within_answers);
    within.work = [wanted] {
        demand_answerable(wanted->answer, {wanted->file});
        if (wanted->globe.is_on()) {
            demand_in_memory(wanted->spill, wanted->globe.name());
            layer input = read_on(wanted->globe, wanted->file, wanted->input);
            const std::optional<globe::shapes> drawn = globe::take_rows(input);
            demand_attributes(wanted->input.how.with, {&input});
            pool with(wanted->threads);
            const near_on_globe query{wanted->distance * wanted->globe.unit(), wanted->globe,
                                      drawn ? &*drawn : nullptr};
            answer_pairs(with, input, wanted->answer, query, exact::pair_test::none(input, input), {"distance"},
                         globe_period);
            return;
        }
        if (const auto memory = memory_for_parts(wanted->spill, {wanted->file},
                                                 needs_whole_files(wanted->input.how.with, wanted->answer))) {
            answer_spilled({wanted->file, {}, wanted->distance, true, *memory}, wanted->input, wanted->answer,
                           wanted->spill, wanted->threads);
            return;
        }
        pool with(wanted->threads);
        const layer input = read_input(wanted->file, wanted->input);
        demand_attributes(wanted->input.how.with, {&input});
        const exact::pair_test test(input, input, exact::topological_relation::intersects, wanted->distance);
        answer_pairs(with, input, wanted->answer, near_enough{wanted->distance}, test, {"distance"}, input.wraps);
    };
    return within;
}

} // namespace quadrille::cli
