// `quadrille pairs`: every touching pair among the boxes of a file.
// SPDX-License-Identifier: MIT
#include "boxes.hpp"
#include "errors.hpp"
#include "output.hpp"
#include "verbs.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* help = R"(FILE is comma-separated text in UTF-8 with a header: id,x0,y0,x1,y1 (two corners) or
id,x,y,w,h (lowest corner and size), columns in any order. Ids are text, each once,
taken as they stand, spaces included; fields may be quoted as in RFC 4180. Numbers are
finite doubles, spaces around them do not matter. Blank lines are passed over. A row
has up to 65536 bytes.
Boxes are closed: to share an edge or a corner is to touch.

Output: csv has the header a,b and a row of two ids for each pair; json is one array of
two-element arrays of strings. In each pair a stands before b in the file, and pairs are
in the order of the file, by a, then by b.

A bad file is refused as a whole: status 2, the place and the reason on standard error,
nothing on standard output.
Example: printf 'id,x,y,w,h\na,0,0,2,2\nb,2,2,1,1\n' | quadrille pairs -)";

struct wishes {
    std::string file;
    std::string format = "csv";
    bool count = false;
};

using box_tree = quadtree<void, box<double>>;

/// What stands around the pairs, and how an id is written.
struct notation {
    std::string_view first, before, between, after, separator, last;
    std::string (*id)(std::string_view);
};

constexpr notation csv = {"a,b\n", "", ",", "\n", "", "", csv_field};
constexpr notation json = {"[", "\n[", ",", "]", ",", "\n]\n", json_string};

class pair_printer {
public:
    pair_printer(output& out, const box_file& input, const notation& style)
        : out_(out), ids_(input.ids), style_(style) {}

    void print(std::uint32_t a, std::uint32_t b) {
        out_.print("{}{}{}{}{}{}", separator_, style_.before, style_.id(ids_[a]), style_.between, style_.id(ids_[b]),
                   style_.after);
        separator_ = style_.separator;
    }

private:
    output& out_;
    const std::deque<std::string>& ids_;
    const notation& style_;
    std::string_view separator_;
};

std::uint64_t count_pairs(const box_tree& tree) {
    std::uint64_t count = 0;
    tree.pairs([&](auto, auto) { ++count; });
    return count;
}

/// All pairs in the order of the file; none when there are more than a few per row. A heap of n boxes has n²/2 pairs.
std::optional<std::vector<index_pair>> few_pairs(const box_tree& tree) {
    const std::size_t most = std::size_t{16} * tree.size();
    std::vector<index_pair> found;
    const outcome ended = tree.pairs([&](auto one, auto other) {
        found.push_back({std::min(one.index(), other.index()), std::max(one.index(), other.index())});
        return found.size() < most ? flow::next : flow::stop;
    });
    if (ended != outcome::complete) {
        return std::nullopt;
    }
    std::sort(found.begin(), found.end(), [](const index_pair& one, const index_pair& other) {
        return one.a != other.a ? one.a < other.a : one.b < other.b;
    });
    return found;
}

/// Row by row: a question for each, but no memory for more than one row's answers.
void print_many_pairs(pair_printer& printer, const box_tree& tree, const box_file& input) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t row = 0; row < tree.size(); ++row) {
        found.clear();
        tree.query(input.boxes[row], found);
        std::erase_if(found, [&](std::uint32_t other) { return other <= row; });
        std::sort(found.begin(), found.end());
        for (const std::uint32_t other : found) {
            printer.print(row, other);
        }
    }
}

void print_pairs(output& out, const box_tree& tree, const box_file& input, const notation& style) {
    pair_printer printer(out, input, style);
    out.print("{}", style.first);
    if (const auto pairs = few_pairs(tree)) {
        for (const index_pair& pair : *pairs) {
            printer.print(pair.a, pair.b);
        }
    } else {
        print_many_pairs(printer, tree, input);
    }
    out.print("{}", style.last);
}

void pairs(const wishes& wanted) {
    const box_file input = read_boxes(wanted.file);
    box_tree tree;
    if (const sync_report report = tree.assign(input.boxes); !report) {
        throw failure(fmt::format("{} boxes cannot be held: {}", grouped(input.boxes.size()), to_string(report.why)));
    }
    output out;
    if (wanted.count) {
        out.print("{}\n", count_pairs(tree));
    } else {
        print_pairs(out, tree, input, wanted.format == "csv" ? csv : json);
    }
    out.finish();
}

} // namespace

void add_pairs(CLI::App& command) {
    const auto wanted = std::make_shared<wishes>();
    CLI::App* const verb = command.add_subcommand("pairs", "Print every touching pair among the boxes of a file");
    verb->add_option("FILE", wanted->file, "The boxes; - reads standard input")->required()->type_name("");
    verb->add_flag("--count", wanted->count, "Print the number of pairs alone");
    verb->add_option("--format", wanted->format, "How pairs are written: csv or json")
        ->type_name("NAME")
        ->check(one_of({"csv", "json"}))
        ->take_last()
        ->capture_default_str();
    verb->footer(help);
    verb->callback([wanted] { pairs(*wanted); });
}

} // namespace quadrille::cli
