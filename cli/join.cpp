// `quadrille join`: the pairs of two files that touch or are near each other.
// SPDX-License-Identifier: MIT
#include "answers.hpp"
#include "areas.hpp"
#include "distances.hpp"
#include "input.hpp"
#include "ordered_pairs.hpp"
#include "trees.hpp"
#include "verbs.hpp"

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
    R"(Each shape of A is compared with each of B. Without --distance, pairs are those that touch;
shapes are closed: shapes that share an edge or a corner touch. Where both files have times,
shapes of equal time are compared; a file without times is used at every time of the other.

csv: the header a,b and a row for each pair, a being of A and b of B; json: an array of such
rows, each an array. A column t comes first where a file has times, distance last where
--distance is given. Rows are in the order of time, then of A, then of B.

Example: quadrille join rails.csv rivers.csv --count)";

struct join_options {
    std::string a;
    std::string b;
    std::optional<double> distance;
    input_options input;
    answer_options answer;
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
void at_each_common_moment(const layer& a, const layer& b, Visitor visitor) {
    const auto visit_all = [&](const auto& rows_of_a, const auto& rows_of_b) {
        scenery of_a(a, rows_of_a);
        scenery of_b(b, rows_of_b);
        for (const common_moment& now : common_moments(a, b)) {
            of_a.go_to(now.first);
            of_b.go_to(now.second);
            visitor(std::as_const(of_a), std::as_const(of_b), now);
        }
    };
    std::visit(visit_all, a.shapes, b.shapes);
}

/// Calls `visitor(hit)` with all of the tree that belongs to a shape of the other file.
template <class Tree, class Shape, class Visitor>
outcome ask_of(const Tree& tree, const Shape& shape, std::optional<double> distance, Visitor visitor) {
    return distance ? tree.query_within(shape, *distance, visitor) : tree.query(shape, visitor);
}

/// Calls `visitor(index in a, index in b)` with all pairs.
template <class Shape, class Other, class Visitor>
outcome ask_all(const scenery<Shape>& a, const scenery<Other>& b, std::optional<double> distance, Visitor visitor) {
    if constexpr (std::is_same_v<Shape, Other>) {
        const auto visit = [&](auto one, auto other) { return visitor(one.index(), other.index()); };
        return a.tree().join(b.tree(), visit, {.distance = distance.value_or(0)});
    } else {
        outcome ended = outcome::complete;
        for (std::uint32_t row = 0; row < a.shapes().size() && ended == outcome::complete; ++row) {
            ended =
                ask_of(b.tree(), a.shapes()[row], distance, [&](auto other) { return visitor(row, other.index()); });
        }
        return ended;
    }
}

void print_count(output& out, const layer& a, const layer& b, const join_options& wanted) {
    std::uint64_t count = 0;
    at_each_common_moment(a, b, [&](const auto& of_a, const auto& of_b, const common_moment&) {
        ask_all(of_a, of_b, wanted.distance, [&](std::uint32_t, std::uint32_t) { ++count; });
    });
    out.print("{}\n", count);
}

void print_rows(output& out, const layer& a, const layer& b, const join_options& wanted) {
    std::vector<std::string_view> columns = {"a", "b"};
    if (wanted.distance) {
        columns.emplace_back("distance");
    }
    row_printer printer(out, wanted.answer, columns, a.has_times || b.has_times);
    at_each_common_moment(a, b, [&](const auto& of_a, const auto& of_b, const common_moment& now) {
        const auto ask = [&](auto visit) { return ask_all(of_a, of_b, wanted.distance, visit); };
        const auto ask_row = [&](std::uint32_t row, auto visit) {
            ask_of(of_b.tree(), of_a.shapes()[row], wanted.distance, [&](auto other) { visit(other.index()); });
        };
        in_order(now.first.size(), ask, ask_row, [&](std::uint32_t one, std::uint32_t other) {
            printer.begin_row(a.has_times ? now.first.t : now.second.t);
            printer.text(a.id_of(now.first.first + one)).text(b.id_of(now.second.first + other));
            if (wanted.distance) {
                printer.number(distance_of(of_a.shapes()[one], of_b.shapes()[other]));
            }
        });
    });
    printer.finish();
}

void answer_join(const join_options& wanted) {
    if (wanted.a == "-" && wanted.b == "-") {
        throw bad_input("wanted at most one file from standard input, found two (see quadrille join --help)");
    }
    const layer a = read_input(wanted.a, wanted.input);
    const layer b = read_input(wanted.b, wanted.input);
    output out;
    if (wanted.answer.count) {
        print_count(out, a, b, wanted);
    } else {
        print_rows(out, a, b, wanted);
    }
    out.finish();
}

} // namespace

verb join_verb() {
    const auto wanted = std::make_shared<join_options>();
    const auto read_distance = [wanted](const std::string& text) { wanted->distance = number_from_0(text); };
    verb join = {
        "join",
        "Print the pairs of two files that touch",
        {file_at("A", wanted->a),
         file_at("B", wanted->b),
         {"--distance", "NUMBER", "How far apart at most, 0 or more; without it, pairs that touch", read_distance}}};
    add_answer_options(join, wanted->answer, "pairs");
    add_input_options(join, wanted->input);
    join.help = help_with_files(join_answers);
    join.work = [wanted] { answer_join(*wanted); };
    return join;
}

} // namespace quadrille::cli
