// `quadrille join`: the pairs of two files that intersect or are near each other.
// SPDX-License-Identifier: MIT
#include "cli/answers/answers.hpp"
#include "cli/answers/carried.hpp"
#include "cli/answers/distances.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/piece_counts.hpp"
#include "cli/answers/trees.hpp"
#include "cli/command/pool.hpp"
#include "cli/command/verbs.hpp"
#include "cli/globe/shape_pairs.hpp"
#include "cli/input/areas.hpp"
#include "cli/input/input.hpp"
#include "cli/pairs/ordered_pairs.hpp"
#include "cli/pairs/pair_test.hpp"
#include "cli/pairs/relation_option.hpp"
#include "cli/spill/spilled_pairs.hpp"
#include "files/gdal/recognize.hpp"
#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* join_answers =
    R"(Each shape of A is compared with each shape of B. Without --distance, pairs are shapes that
intersect. Shapes are closed: two shapes that share only an edge or a corner intersect. If both files
have times, only shapes of the same time are compared. If one file has times, the shapes of
the other are there at each of these times.

csv: the header a,b and a row for each pair: a is in A and b is in B. json: an array of such
rows, each an array. If a file has times, a column t comes first. With --distance, a column
distance comes last. Rows are in the order of time, then of A, then of B.

Example: quadrille join rails.csv rivers.csv --count)";

struct join_options {
    std::string a;
    std::string b;
    std::optional<double> distance;
    input_options input;
    answer_options answer;
    spill_options spill;
    globe_options globe;
    exact::relation_option relation;
    pool_options threads;

    /// In metres, on the globe.
    double reach() const { return distance.value_or(0) * globe.unit(); }
};

/// What the rows of both files draw on the globe; null elsewhere, and where all are places.
struct drawn_on_globe {
    const globe::shapes* a = nullptr;
    const globe::shapes* b = nullptr;
};

/// A moment of each file.
using common_moment = std::pair<moment, moment>;

/// Those of one time; all with all where a file has no times, and so one moment at most.
std::vector<common_moment> common_moments(const layer& a, const layer& b) {
    std::vector<common_moment> common;
    if (!a.has_times || !b.has_times) {
        for (const moment& of_a : a.moments) {
            for (const moment& of_b : b.moments) {
                common.emplace_back(of_a, of_b);
            }
        }
        return common;
    }
    auto of_b = b.moments.begin();
    for (const moment& of_a : a.moments) {
        while (of_b != b.moments.end() && of_b->t < of_a.t) {
            ++of_b;
        }
        if (of_b != b.moments.end() && of_b->t == of_a.t) {
            common.emplace_back(of_a, *of_b);
        }
    }
    return common;
}

/// Calls `visitor(scenery, scenery, common_moment)` with each common moment in its turn.
template <class Visitor>
void at_each_common_moment(pool& with, const layer& a, const layer& b, Visitor visitor) {
    demand_one_world(a.name, a.wraps, b.name, b.wraps);
    const auto visit_all = [&](const auto& rows_of_a, const auto& rows_of_b) {
        scenery of_a(with, a, rows_of_a);
        scenery of_b(with, b, rows_of_b);
        for (const common_moment& now : common_moments(a, b)) {
            of_a.go_to(now.first);
            of_b.go_to(now.second);
            visitor(std::as_const(of_a), std::as_const(of_b), now);
        }
    };
    std::visit(visit_all, a.shapes, b.shapes);
}

/// Calls `visitor(hit)` with all of the tree of `b` that belongs to a row of `a`.
template <class Tree, class Shape, class Visitor>
outcome ask_of(const Tree& tree, std::uint32_t row, const Shape& shape, const common_moment& now,
               const join_options& wanted, const drawn_on_globe& drawn, Visitor visitor) {
    const std::optional<double> distance = wanted.distance;
    if (drawn.a != nullptr) {
        return globe::each_near(tree, {*drawn.b, now.second.first}, *drawn.a, now.first.first + row, wanted.reach(),
                                [&](std::uint32_t other) { return visitor(globe::found_row{other}); });
    }
    if constexpr (is_point<Shape> && is_point<typename Tree::shape_type>) {
        if (wanted.globe.is_on()) {
            return globe::each_near(tree, shape, wanted.reach(),
                                    [&](std::uint32_t row) { return visitor(globe::found_row{row}); });
        }
    }
    return distance ? tree.query_within(shape, *distance, visitor) : tree.query(shape, visitor);
}

/// Calls `make(piece)` for each piece of the work, and the visitor that it returns with the pairs of that: index in a, index in b.
template <class Shape, class Other, class Make>
outcome ask_all(pool& with, const scenery<Shape>& a, const scenery<Other>& b, const common_moment& now,
                const join_options& wanted, const drawn_on_globe& drawn, const Make& make) {
    const auto make_visitor = [&](std::uint32_t piece) {
        return [visit = make(piece)](auto one, auto other) { return visit(one.index(), other.index()); };
    };
    const auto any_two = [](std::uint32_t, std::uint32_t) { return true; };
    if (drawn.a != nullptr) {
        return globe::each_pair(with, {*drawn.a, now.first.first}, now.first.size(), b.tree(),
                                {*drawn.b, now.second.first}, wanted.reach(), make_visitor, any_two);
    }
    if constexpr (is_point<Shape> && is_point<Other>) {
        if (wanted.globe.is_on()) {
            return globe::each_pair(with, a.shapes(), b.tree(), b.shapes(), wanted.reach(), make_visitor, any_two);
        }
    }
    if constexpr (std::is_same_v<Shape, Other>) {
        return parallel::join(with, a.tree(), b.tree(), parallel::per_piece(make_visitor),
                              {.distance = wanted.distance.value_or(0)});
    } else {
        return ask_rows(with, static_cast<std::uint32_t>(a.shapes().size()), make,
                        [&](std::uint32_t row, const auto& visit) {
                            return ask_of(b.tree(), row, a.shapes()[row], now, wanted, drawn,
                                          [&](auto other) { return visit(row, other.index()); });
                        });
    }
}

/// Whether a row of each, by their numbers in a moment, are a pair that is wanted.
template <class Shape, class Other>
bool is_pair(const exact::pair_test& test, const scenery<Shape>& of_a, const scenery<Other>& of_b,
             const common_moment& now, std::uint32_t one, std::uint32_t other) {
    return !test.is_needed() || test(exact::shaped_row{now.first.first + one, of_a.shapes()[one]},
                                     exact::shaped_row{now.second.first + other, of_b.shapes()[other]});
}

void print_count(pool& with, output& out, const layer& a, const layer& b, const exact::pair_test& test,
                 const join_options& wanted, const drawn_on_globe& drawn) {
    piece_counts found;
    at_each_common_moment(with, a, b, [&](const auto& of_a, const auto& of_b, const common_moment& now) {
        ask_all(with, of_a, of_b, now, wanted, drawn, [&](std::uint32_t piece) {
            return [&, &count = found[piece]](std::uint32_t one, std::uint32_t other) {
                count += is_pair(test, of_a, of_b, now, one, other) ? 1 : 0;
                return flow::next;
            };
        });
    });
    out.print("{}\n", found.sum());
}

void print_rows(pool& with, output& out, const layer& a, const layer& b, const exact::pair_test& test,
                const join_options& wanted, const drawn_on_globe& drawn) {
    std::vector<std::string> columns = {"a", "b"};
    if (wanted.distance) {
        columns.emplace_back("distance");
    }
    add_attribute_columns(columns, a, "a_");
    add_attribute_columns(columns, b, "b_");
    row_printer printer(out, wanted.answer, columns, a.has_times || b.has_times, a.crs.empty() ? b.crs : a.crs);
    gathered_pairs gathered;
    at_each_common_moment(with, a, b, [&](const auto& of_a, const auto& of_b, const common_moment& now) {
        const auto ask = [&](gathered_pairs& found) {
            return ask_all(with, of_a, of_b, now, wanted, drawn, [&](std::uint32_t piece) {
                return [&, visit = found.visitor_of(piece)](std::uint32_t one, std::uint32_t other) {
                    return is_pair(test, of_a, of_b, now, one, other) ? visit(one, other) : flow::next;
                };
            });
        };
        const auto ask_row = [&](std::uint32_t row, auto visit) {
            ask_of(of_b.tree(), row, of_a.shapes()[row], now, wanted, drawn, [&](auto other) {
                if (is_pair(test, of_a, of_b, now, row, other.index())) {
                    visit(other.index());
                }
            });
        };
        in_order(gathered, now.first.size(), ask, ask_row, [&](std::uint32_t one, std::uint32_t other) {
            printer.begin_row(a.has_times ? now.first.t : now.second.t);
            printer.text(a.id_of(now.first.first + one)).text(b.id_of(now.second.first + other));
            if (wanted.distance) {
                const exact::shaped_row row_of_a{now.first.first + one, of_a.shapes()[one]};
                const exact::shaped_row row_of_b{now.second.first + other, of_b.shapes()[other]};
                printer.number(
                    drawn.a != nullptr
                        ? drawn.a->metres_between(row_of_a.number, *drawn.b, row_of_b.number) / wanted.globe.unit()
                    : wanted.globe.is_on() ? distance_in(wanted.globe, row_of_a.shape, row_of_b.shape, a.wraps)
                                           : test.distance(row_of_a, row_of_b, a.wraps));
            }
            print_attributes(printer, a, now.first.first + one);
            print_attributes(printer, b, now.second.first + other);
            draw_two(printer, wanted.answer, {a, now.first.first + one}, {b, now.second.first + other},
                     wanted.globe.is_on() ? globe_period : a.wraps);
        });
    });
    printer.finish();
}

void answer_join(const join_options& wanted) {
    demand_answerable(wanted.answer, {wanted.a, wanted.b});
    if (wanted.a == "-" && wanted.b == "-") {
        throw bad_input("wanted at most one file from standard input, found two (see quadrille join --help)");
    }
    demand_one_read_by_gdal({wanted.a, wanted.b}, wanted.input.how);
    if (wanted.distance) {
        wanted.relation.demand_intersects("--distance");
    }
    if (wanted.globe.is_on()) {
        demand_in_memory(wanted.spill, wanted.globe.name());
        if (!wanted.distance) {
            throw bad_input(fmt::format("{}: wanted --distance, found none", wanted.globe.name()));
        }
    } else if (const auto memory = memory_for_parts(wanted.spill, {wanted.a, wanted.b},
                                                    needs_whole_files(wanted.input.how.with, wanted.answer))) {
        wanted.relation.demand_intersects("--memory");
        answer_spilled({wanted.a, wanted.b, wanted.distance, wanted.distance.has_value(), *memory}, wanted.input,
                       wanted.answer, wanted.spill, wanted.threads);
        return;
    }
    layer a = read_on(wanted.globe, wanted.a, wanted.input);
    layer b = read_on(wanted.globe, wanted.b, wanted.input);
    demand_one_crs(a.name, a.crs, b.name, b.crs);
    demand_attributes(wanted.input.how.with, {&a, &b});
    std::optional<globe::shapes> drawn_by_a;
    std::optional<globe::shapes> drawn_by_b;
    drawn_on_globe drawn;
    if (wanted.globe.is_on() && globe::has_places(a) && globe::has_places(b)) {
        globe::take_places(a);
        globe::take_places(b);
    } else if (wanted.globe.is_on()) {
        drawn = {&drawn_by_a.emplace(globe::take_shapes(a)), &drawn_by_b.emplace(globe::take_shapes(b))};
    }
    const exact::pair_test test = wanted.globe.is_on()
                                      ? exact::pair_test::none(a, b)
                                      : exact::pair_test(a, b, wanted.relation.value(), wanted.distance);
    pool with(wanted.threads);
    output out(wanted.answer.path, wanted.answer.driver());
    if (wanted.answer.count) {
        print_count(with, out, a, b, test, wanted, drawn);
    } else {
        print_rows(with, out, a, b, test, wanted, drawn);
    }
    out.finish();
}

} // namespace

verb join_verb() {
    const auto wanted = std::make_shared<join_options>();
    wanted->input.how.is_one_of_several = true;
    wanted->input.is_exact = true;
    const auto read_distance = [wanted](const std::string& text) { wanted->distance = number_from_0(text); };
    verb join = {
        "join",
        "Print the pairs of shapes of two files that intersect",
        {file_at("A", wanted->a),
         file_at("B", wanted->b),
         {"--distance", "NUMBER", "The largest distance, 0 or more; without it, pairs that intersect", read_distance}}};
    add_answer_options(join, wanted->answer, "pairs");
    add_geometry_option(join, wanted->answer);
    add_with_option(join, wanted->input.how.with);
    add_input_options(join, wanted->input);
    add_period_option(join, wanted->input.wraps);
    add_globe_options(join, wanted->globe);
    join.options.push_back(wanted->relation.between({"intersects", "contains", "inside", "touches"}));
    add_spill_options(join, wanted->spill);
    add_pool_options(join, wanted->threads);
    join.help = help_with_answers(join_answers);
    join.work = [wanted] { answer_join(*wanted); };
    return join;
}

} // namespace quadrille::cli
