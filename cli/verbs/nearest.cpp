// `quadrille nearest`: the shapes that are closest to a place, or to each of several.
// SPDX-License-Identifier: MIT
#include "cli/answers/answers.hpp"
#include "cli/answers/carried.hpp"
#include "cli/answers/distances.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/trees.hpp"
#include "cli/command/pool.hpp"
#include "cli/command/verbs.hpp"
#include "cli/globe/shape_pairs.hpp"
#include "cli/input/areas.hpp"
#include "cli/input/input.hpp"
#include "cli/nearest/nearest_rows.hpp"
#include "files/gdal/recognize.hpp"
#include "files/layer/reading_options.hpp"
#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* nearest_answers =
    R"(Give one place or more by --at, or a file of places by --at-file: points, without times. The
distance of a shape is the distance of its nearest point. It is 0 if the place lies in the
shape. Shapes at the same distance are in the order of the file. With times, the nearest
shapes of each time are found. --a-x, --b-id and so on are --x and --id of FILE or PLACES alone.

csv: the header id,distance (or t,id,distance) and a row for each shape found, the nearest
first. json: an array of such rows, each an array. With --at-file a column place comes before
id, with the id of the place. With several --at it has their number: 1, 2, and so on, in the
order of the command line. Rows are in the order of time, then of the places.

For each place there are as many rows as -k says, or fewer if the file has fewer shapes.
--count prints the number of all rows.

Example: printf 'id,x,y\nfar,9,9\nclose,1,1\n' | quadrille nearest - --at 0,0)";

using place_list = std::vector<point<double>>;

struct nearest_options {
    std::string file;
    input_options input;
    place_list at;
    std::optional<std::string> at_file;
    files::reading_changes of_a; ///< what is said of one file alone
    files::reading_changes of_b;
    std::uint32_t most = 1;
    globe_options globe;
    answer_options answer;
    pool_options threads;
};

/// The file of places.
files::layer read_places(const std::string& path, const files::reading& how, const globe_options& on) {
    files::reading read_as = how;
    read_as.with = {}; // rows are of the shapes that are near
    read_as.wants_degrees = on.is_on();
    files::layer read = read_input(path, {.how = read_as, .boxes = true});
    if (read.has_times) {
        throw files::bad_input(read.name + ": wanted places without times, found a column t");
    }
    if (!std::holds_alternative<place_list>(read.shapes)) {
        const bool are_circles = std::holds_alternative<std::vector<circle<double>>>(read.shapes);
        const char* const found = are_circles                ? "circles"
                                  : read.taken_as_boxes != 0 ? "lines, polygons or several shapes in one"
                                                             : "boxes";
        throw files::bad_input(fmt::format("{}: wanted places that are points, found {}", read.name, found));
    }
    if (on.is_on()) {
        globe::take_places(read);
    }
    return read;
}

/// Calls `answer(number of the place, neighbor)` with the nearest to each place, the closest first.
class searcher {
public:
    /// `drawn` are the rows on the globe, where they are more than places; `are_drawn` says whether they are lines or polygons in the plane.
    searcher(pool& threads, std::span<const point<double>> places, std::uint32_t most, const globe_options& on,
             const globe::shapes* drawn, bool are_drawn)
        : threads_(threads), places_(places), most_(most), on_(on), drawn_(drawn), are_drawn_(are_drawn),
          asked_(drawn != nullptr ? places : std::span<const point<double>>()) {}

    /// `rows` are those of the layer, of which the moment begins with `first_row`.
    template <class Tree, class Shapes, class Answer>
    void ask_all(const Tree& tree, const Shapes& shapes, const row_outlines& rows, std::uint32_t first_row,
                 const Answer& answer) {
        if (drawn_ != nullptr) {
            ask_each(
                [&](std::uint32_t place) {
                    return globe::nearest_to(tree, {*drawn_, first_row}, asked_, place, most_);
                },
                tree, answer);
            return;
        }
        if (are_drawn_) {
            ask_each(
                [&](std::uint32_t place) { return nearest_to(tree, shapes, rows, first_row, places_[place], most_); },
                tree, answer);
            return;
        }
        if constexpr (is_point<typename Tree::shape_type>) {
            if (on_.is_on()) {
                ask_each([&](std::uint32_t place) { return globe::nearest_to(tree, places_[place], most_); }, tree,
                         answer);
                return;
            }
        }
        constexpr std::size_t max_at_once = std::size_t{1} << 20U;
        const std::size_t each = std::min(most_, tree.size());
        const std::size_t step = std::max<std::size_t>(1, max_at_once / std::max<std::size_t>(1, each));
        for (std::size_t first = 0; first < places_.size() && each > 0; first += step) {
            const auto some = places_.subspan(first, std::min(step, places_.size() - first));
            found_.resize(some.size() * each);
            parallel::nearest(threads_, tree, some, each, workspace_, found_);
            for (std::size_t place = 0; place < some.size(); ++place) {
                const auto found = std::span<const neighbor>(found_).subspan(place * each, each);
                if (!tree.period() && !are_told_by_squares(shapes, found, some[place])) {
                    answer_rows(nearest_to(tree, shapes, rows, first_row, some[place], most_), tree, first + place,
                                answer);
                    continue;
                }
                for (const neighbor& next : found) {
                    answer(first + place, next);
                }
            }
        }
    }

    /// How far a row is from a place, on the globe, in the unit in which that is told.
    double distance_on_globe(std::size_t place, std::uint32_t row) const {
        return asked_.metres_between(static_cast<std::uint32_t>(place), *drawn_, row) / on_.unit();
    }

private:
    /// `nearest_to(place)` are rows by ascending distance.
    template <class NearestTo, class Tree, class Answer>
    void ask_each(const NearestTo& nearest_to, const Tree& tree, const Answer& answer) {
        constexpr std::size_t places_at_once = std::size_t{1} << 16U;
        std::vector<std::vector<near_row>> found;
        for (std::size_t first = 0; first < places_.size(); first += places_at_once) {
            const std::size_t some = std::min(places_at_once, places_.size() - first);
            found.assign(some, {});
            in_pieces(threads_, static_cast<std::uint32_t>(some),
                      [&](std::uint32_t, std::uint32_t from, std::uint32_t to) {
                          for (std::uint32_t at = from; at < to; ++at) {
                              found[at] = nearest_to(static_cast<std::uint32_t>(first + at));
                          }
                      });
            for (std::size_t at = 0; at < some; ++at) {
                answer_rows(found[at], tree, first + at, answer);
            }
        }
    }

    template <class Tree, class Answer>
    static void
    answer_rows(const std::vector<near_row>& rows, const Tree& tree, std::size_t place, const Answer& answer) {
        for (const near_row& each : rows) {
            answer(place, neighbor{tree.item_at(each.row), each.distance * each.distance});
        }
    }

    /// Whether these are the nearest to a place: squares have told which are nearer unless they overflowed or vanished.
    template <class Shapes>
    static bool are_told_by_squares(const Shapes& shapes, std::span<const neighbor> found, const point<double>& place) {
        return found.back().distance2 <= most_exact_square &&
               std::all_of(found.begin(), found.end(), [&](const neighbor& each) {
                   return each.distance2 >= least_exact_square || intersects(shapes[each.which.index], place);
               });
    }

    pool& threads_;
    std::span<const point<double>> places_;
    std::uint32_t most_;
    globe_options on_;
    const globe::shapes* drawn_;
    bool are_drawn_;
    globe::shapes asked_; ///< the places, where there are rows on the globe
    batch_workspace workspace_;
    std::vector<neighbor> found_;
};

void answer_nearest(const nearest_options& wanted) {
    if (wanted.at.empty() != wanted.at_file.has_value()) {
        throw files::bad_input(fmt::format("wanted one of --at and --at-file, found {} (see quadrille nearest --help)",
                                           wanted.at_file ? "both" : "none"));
    }
    if (wanted.file == "-" && wanted.at_file == "-") {
        throw files::bad_input("wanted at most one file from standard input, found two (see quadrille nearest --help)");
    }
    demand_answerable(wanted.answer, {wanted.file, wanted.at_file.value_or(wanted.file)});
    input_options read_as = wanted.input;
    read_as.how.is_one_of_several = wanted.at_file.has_value();
    const files::reading read_places_as = files::changed(read_as.how, wanted.of_b);
    read_as.how = files::changed(read_as.how, wanted.of_a);
    files::demand_one_read_by_gdal({wanted.file, wanted.at_file.value_or(wanted.file)}, read_as.how);
    files::layer input = read_on(wanted.globe, wanted.file, read_as);
    const std::optional<globe::shapes> drawn = wanted.globe.is_on() ? globe::take_rows(input) : std::nullopt;
    files::demand_attributes(wanted.input.how.with, {&input});
    const files::layer named =
        wanted.at_file ? read_places(*wanted.at_file, read_places_as, wanted.globe) : files::layer{};
    if (wanted.at_file) {
        files::demand_some_table(wanted.input.how, input.name, named.name, input.is_table || named.is_table);
    } else if (!wanted.of_b.empty()) {
        throw files::bad_input("wanted --at-file, as an option of it is given (--b-…), found none");
    }
    files::demand_one_crs(input.name, input.crs, named.name, named.crs);
    place_list places = wanted.at_file ? std::get<place_list>(named.shapes) : wanted.at;
    for (point<double>& each : places) {
        each = wanted.globe.is_on() ? globe::taken_place(each, "--at") : each;
    }
    const bool with_places = wanted.at_file || places.size() > 1;
    pool threads(wanted.threads);
    searcher search(threads, places, wanted.most, wanted.globe, drawn ? &*drawn : nullptr, !input.drawn.empty());
    const row_outlines rows(input);
    output out(wanted.answer.path, wanted.answer.driver());
    if (wanted.answer.count) {
        std::uint64_t count = 0;
        at_each_moment(threads, input, [&](const auto& tree, auto shapes, const files::moment& now) {
            search.ask_all(tree, shapes, rows, now.first, [&](std::size_t, const neighbor&) { ++count; });
        });
        out.print("{}\n", count);
    } else {
        std::vector<std::string> columns = {"id", "distance"};
        if (with_places) {
            columns.insert(columns.begin(), "place");
        }
        add_attribute_columns(columns, input, "");
        row_printer printer(out, wanted.answer, columns, input.has_times, input.crs.empty() ? named.crs : input.crs);
        at_each_moment(threads, input, [&](const auto& tree, auto shapes, const files::moment& now) {
            search.ask_all(tree, shapes, rows, now.first, [&](std::size_t place, const neighbor& each) {
                printer.begin_row(now.t);
                if (wanted.at_file) {
                    printer.text(named.id_of(static_cast<std::uint32_t>(place)));
                } else if (with_places) {
                    printer.whole(place + 1);
                }
                const auto& shape = shapes[each.which.index];
                printer.text(input.id_of(now.first + each.which.index));
                printer.number(drawn ? search.distance_on_globe(place, now.first + each.which.index)
                               : !input.drawn.empty()
                                   ? distance_to(rows, now.first + each.which.index, shape, places[place])
                                   : distance_in(wanted.globe, places[place], shape, input.wraps));
                print_attributes(printer, input, now.first + each.which.index);
                draw_one(printer, {input, now.first + each.which.index});
            });
        });
        printer.finish();
    }
    out.finish();
}

} // namespace

verb nearest_verb() {
    const auto wanted = std::make_shared<nearest_options>();
    wanted->input.is_exact = true;
    const auto read_place = [wanted](const std::string& text) { wanted->at.push_back(point_in(text)); };
    const auto read_file = [wanted](const std::string& path) { wanted->at_file = path; };
    verb nearest = {
        "nearest",
        "Print the shapes that are closest to a place, or to each of several",
        {files::file_at("FILE", wanted->file),
         files::many({"--at", "X,Y", "A place", read_place}),
         {"--at-file", "PLACES", "A file of places: points with ids; - means standard input", read_file},
         files::whole_number(1, max_items, "-k", wanted->most, "How many shapes at most for each place, 1 or more")}};
    add_answer_options(nearest, wanted->answer, "shapes");
    add_with_option(nearest, wanted->input.how.with);
    add_input_options(nearest, wanted->input);
    files::add_reading_options_of("a", nearest.options, wanted->of_a);
    files::add_reading_options_of("b", nearest.options, wanted->of_b);
    add_period_option(nearest, wanted->input.wraps);
    add_globe_options(nearest, wanted->globe);
    add_pool_options(nearest, wanted->threads);
    nearest.help = help_with_answers(nearest_answers);
    nearest.work = [wanted] { answer_nearest(*wanted); };
    return nearest;
}

} // namespace quadrille::cli
