// `quadrille query`: what intersects an area, or each of several.
// SPDX-License-Identifier: MIT
#include "cli/answers/answers.hpp"
#include "cli/answers/carried.hpp"
#include "cli/answers/distances.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/trees.hpp"
#include "cli/command/pool.hpp"
#include "cli/command/verbs.hpp"
#include "cli/input/areas.hpp"
#include "cli/input/input.hpp"
#include "cli/relations/area_test.hpp"
#include "cli/relations/relation_option.hpp"
#include "cli/relations/row_outlines.hpp"
#include "files/rows/explain.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* query_answers =
    R"(Give one area or more, by these three options. Areas are closed: a shape that shares only an
edge or a corner with an area intersects it. With times, the areas are compared with the shapes
of each time.

csv: the header id (or t,id) and a row for each shape that intersects the area. json: an array
of such rows, each an array. Several areas have the numbers 1, 2, and so on, in the order of
the command line; a column area with this number comes before id. Rows are in the order of
time, then of the areas, then of the file.

--count prints the number of rows. With several areas it prints a row for each area, below
the header area,count; with times, for all times together.

Example: printf 'id,x,y\nin,1,1\nout,3,3\n' | quadrille query - --circle 0,0,2)";

struct query_options {
    std::string file;
    input_options input;
    std::vector<any_area> areas;
    answer_options answer;
    relation_option relation;
    pool_options threads;
};

/// Areas of one type, which follow each other.
using area_list = std::variant<std::vector<box<double>>, std::vector<circle<double>>, std::vector<polygon<double>>>;

/// An area as the library wants it.
box<double> as_area(const box<double>& area) { return area; }
circle<double> as_area(const circle<double>& area) { return area; }
polygon<double> as_area(const vertex_list& area) { return {area.vertices}; }

/// The areas in their order. Vertices stay where they are.
std::vector<area_list> lists_of(const std::vector<any_area>& areas) {
    std::vector<area_list> lists;
    for (const any_area& each : areas) {
        std::visit(
            [&](const auto& given) {
                const auto area = as_area(given);
                using list = std::vector<std::remove_const_t<decltype(area)>>;
                if (lists.empty() || !std::holds_alternative<list>(lists.back())) {
                    lists.emplace_back(list());
                }
                std::get<list>(lists.back()).push_back(area);
            },
            each);
    }
    return lists;
}

/// Asks about all areas, by many in one call.
class area_questions {
public:
    area_questions(pool& threads, const std::vector<any_area>& areas)
        : threads_(threads), lists_(lists_of(areas)), counts_(areas.size()) {}

    /// How many shapes intersect each area.
    template <class Tree>
    std::span<const std::uint32_t> count(const Tree& tree) {
        std::size_t first = 0;
        for (const area_list& list : lists_) {
            std::visit(
                [&](const auto& areas) {
                    parallel::count(threads_, tree, areas, workspace_, std::span(counts_).subspan(first, areas.size()));
                    first += areas.size();
                },
                list);
        }
        return counts_;
    }

    /// Calls `answer(number of the area, indices of the shapes that intersect it)` for each area in its turn; indices ascend.
    template <class Tree, class Answer>
    void ask(const Tree& tree, const Answer& answer) {
        if (counts_.size() > 1) {
            count(tree);
        }
        std::size_t number = 0;
        for (const area_list& list : lists_) {
            std::visit(
                [&](const auto& areas) {
                    for (std::size_t first = 0; first < areas.size();) {
                        const std::size_t size = few_enough(std::span(counts_).subspan(number, areas.size() - first));
                        parallel::query(threads_, tree, std::span(areas).subspan(first, size), workspace_, rows_);
                        for (std::size_t row = 0; row < size; ++row) {
                            const auto begin = rows_.answers.begin();
                            const auto from = begin + static_cast<std::ptrdiff_t>(rows_.offsets[row]);
                            const auto to = begin + static_cast<std::ptrdiff_t>(rows_.offsets[row + 1]);
                            std::sort(from, to);
                            answer(number + row, std::span<const std::uint32_t>(from, to));
                        }
                        first += size;
                        number += size;
                    }
                },
                list);
        }
    }

private:
    /// How many areas may be asked about in one call: one, or more if their answers are not too many for the memory.
    static std::size_t few_enough(std::span<const std::uint32_t> counts) {
        constexpr std::uint64_t max_answers = std::uint64_t{1} << 22U;
        std::uint64_t answers = counts.front();
        std::size_t size = 1;
        while (size < counts.size() && answers + counts[size] <= max_answers) {
            answers += counts[size++];
        }
        return size;
    }

    pool& threads_;
    std::vector<area_list> lists_;
    std::vector<std::uint32_t> counts_; ///< of each area; zeros when there is but one
    batch_workspace workspace_;
    answer_rows<std::uint32_t> rows_;
};

/// Which of the rows that a tree finds are wanted, decided on their exact shapes.
class area_test {
public:
    area_test(pool& threads, const files::layer& input, const query_options& wanted)
        : threads_(threads), rows_(input), areas_(wanted.areas), relation_(wanted.relation.value()),
          is_needed_(!input.drawn.empty() || relation_ != exact::topological_relation::intersects ||
                     (!input.wraps && std::any_of(areas_.begin(), areas_.end(), has_no_square))) {}

    bool is_needed() const noexcept { return is_needed_; }

    /// Leaves those of the rows of a moment, which begins with row `first`, that are wanted of this area.
    template <class Shapes>
    std::span<const std::uint32_t>
    tested(std::size_t area, std::span<const std::uint32_t> found, std::uint32_t first, const Shapes& shapes) {
        if (!is_needed_) {
            return found;
        }
        is_wanted_.assign(found.size(), 0);
        in_pieces(threads_, static_cast<std::uint32_t>(found.size()),
                  [&](std::uint32_t, std::uint32_t from, std::uint32_t to) {
                      for (std::uint32_t at = from; at < to; ++at) {
                          const row_outlines::row row(rows_, first + found[at], shapes[found[at]]);
                          const bool is_kept = is_related_to_area(relation_, row.get(), areas_[area]);
                          is_wanted_[at] = files::explanation::of_this_run().note_test(is_kept) ? 1 : 0;
                      }
                  });
        wanted_.clear();
        for (std::size_t at = 0; at < found.size(); ++at) {
            if (is_wanted_[at] != 0) {
                wanted_.push_back(found[at]);
            }
        }
        return wanted_;
    }

private:
    /// Whether the square of a radius overflows or vanishes, so that the tree finds what is in the bounds of the circle.
    static bool has_no_square(const any_area& area) {
        const auto* const of = std::get_if<circle<double>>(&area);
        return of != nullptr && of->radius > 0 &&
               (of->radius * of->radius < least_exact_square || of->radius * of->radius > most_exact_square);
    }

    pool& threads_;
    row_outlines rows_;
    const std::vector<any_area>& areas_;
    exact::topological_relation relation_;
    bool is_needed_;
    std::vector<std::uint8_t> is_wanted_; ///< of each row that was found
    std::vector<std::uint32_t> wanted_;
};

void print_counts(pool& threads, output& out, const files::layer& input, const query_options& wanted) {
    std::vector<std::uint64_t> sums(wanted.areas.size());
    area_questions questions(threads, wanted.areas);
    area_test test(threads, input, wanted);
    at_each_moment(threads, input, [&](const auto& tree, auto shapes, const files::moment& now) {
        if (test.is_needed()) {
            questions.ask(tree, [&](std::size_t area, std::span<const std::uint32_t> found) {
                sums[area] += test.tested(area, found, now.first, shapes).size();
            });
            return;
        }
        const auto counts = questions.count(tree);
        std::transform(sums.begin(), sums.end(), counts.begin(), sums.begin(), std::plus<>());
    });
    if (sums.size() == 1) {
        out.print("{}\n", sums.front());
        return;
    }
    row_printer printer(out, wanted.answer, {"area", "count"}, false);
    for (std::size_t area = 0; area < sums.size(); ++area) {
        printer.whole(area + 1).whole(sums[area]);
    }
    printer.finish();
}

void print_found(pool& threads, output& out, const files::layer& input, const query_options& wanted) {
    const bool with_numbers = wanted.areas.size() > 1;
    std::vector<std::string> columns =
        with_numbers ? std::vector<std::string>{"area", "id"} : std::vector<std::string>{"id"};
    add_attribute_columns(columns, input, "");
    row_printer printer(out, wanted.answer, columns, input.has_times, input.crs);
    area_questions questions(threads, wanted.areas);
    area_test test(threads, input, wanted);
    at_each_moment(threads, input, [&](const auto& tree, auto shapes, const files::moment& now) {
        questions.ask(tree, [&](std::size_t area, std::span<const std::uint32_t> found) {
            for (const std::uint32_t index : test.tested(area, found, now.first, shapes)) {
                printer.begin_row(now.t);
                if (with_numbers) {
                    printer.whole(area + 1);
                }
                printer.text(input.id_of(now.first + index));
                print_attributes(printer, input, now.first + index);
                draw_one(printer, {input, now.first + index});
            }
        });
    });
    printer.finish();
}

void answer_query(const query_options& wanted) {
    if (wanted.areas.empty()) {
        throw files::bad_input("wanted --box, --circle or --polygon, found none (see quadrille query --help)");
    }
    demand_answerable(wanted.answer, {wanted.file});
    const files::layer input = read_input(wanted.file, wanted.input);
    files::demand_attributes(wanted.input.how.with, {&input});
    pool threads(wanted.threads);
    output out(wanted.answer.path, wanted.answer.driver());
    (wanted.answer.count ? print_counts : print_found)(threads, out, input, wanted);
    out.finish();
}

} // namespace

verb query_verb() {
    const auto wanted = std::make_shared<query_options>();
    wanted->input.is_exact = true;
    const auto area = [&](const char* name, auto* area_in, const char* takes, const char* about) {
        return files::many(files::option{name, takes, about,
                                         [=](const std::string& text) { wanted->areas.emplace_back(area_in(text)); }});
    };
    verb query = {"query",
                  "Print what intersects a box, a circle or a convex polygon, or each of several",
                  {files::file_at("FILE", wanted->file),
                   area("--box", box_in, "X0,Y0,X1,Y1", "A box by its lowest and highest corner"),
                   area("--circle", circle_in, "X,Y,R", "A circle by its center and radius"),
                   area("--polygon", polygon_in, "X,Y,X,Y,..", "A convex polygon by its vertices")}};
    add_answer_options(query, wanted->answer, "shapes");
    add_with_option(query, wanted->input.how.with);
    add_input_options(query, wanted->input);
    add_period_option(query, wanted->input.wraps);
    query.options.push_back(wanted->relation.between({"intersects", "contains", "inside", "touches"}));
    add_pool_options(query, wanted->threads);
    query.help = help_with_answers(query_answers);
    query.work = [wanted] { answer_query(*wanted); };
    return query;
}

} // namespace quadrille::cli
