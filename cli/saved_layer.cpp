// Writes and reads layers as saved trees: first a tree of one point whose value is the table (ids, whose shape each row is, times),
// then a tree for each moment. So all bytes have checksums, and a library alone can read them.
// SPDX-License-Identifier: MIT
#include "saved_layer.hpp"

#include "errors.hpp"
#include "readers.hpp"
#include "trees.hpp"

#include <quadrille/load.hpp>
#include <quadrille/save.hpp>
#include <quadrille/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace quadrille::cli {

namespace {

/// The value of the first tree: a layer without its shapes.
using table_tree = quadtree<layer, point<double>>;

/// Of the table. It changes with what `write_table` writes.
constexpr std::uint32_t table_version = 1;

void write_table(const layer& input, byte_writer& out) {
    out.number(table_version);
    out.number(static_cast<std::uint8_t>(input.shapes.index()));
    out.number(static_cast<std::uint8_t>(input.has_times ? 1 : 0));
    out.number(input.skipped);
    out.number(input.taken_as_boxes);
    out.number(static_cast<std::uint32_t>(input.moments.size()));
    for (const moment& each : input.moments) {
        out.number(each.t);
        out.number(each.size());
    }
    out.number(static_cast<std::uint32_t>(input.ids.size()));
    for (std::size_t at = 0; at < input.ids.size(); ++at) {
        out.text(input.ids[at]);
    }
    for (const std::uint32_t entity : input.entities) {
        out.number(entity);
    }
}

/// Reads a table into `read`. False when it is none: nothing in it is believed, whatever the checksums say.
bool read_moments(byte_reader& in, layer& read) {
    std::uint32_t count = 0;
    in.number(count);
    std::uint64_t rows = 0;
    double before = -std::numeric_limits<double>::infinity();
    for (; count > 0; --count) {
        double t = 0;
        std::uint32_t size = 0;
        if (!in.number(t) || !in.number(size) || !std::isfinite(t) || t <= before || size == 0 ||
            rows + size > max_items || (!read.has_times && rows > 0)) {
            return false;
        }
        before = t;
        read.moments.push_back({t, static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(rows + size)});
        rows += size;
    }
    return true;
}
bool read_ids(byte_reader& in, layer& read) {
    std::uint32_t count = 0;
    in.number(count);
    for (std::string id; count > 0; --count) {
        if (!in.text(id) || id.empty() || first_non_text(id) != std::string::npos) {
            return false;
        }
        read.ids.push_back(id);
    }
    const std::uint32_t rows = read.moments.empty() ? 0 : read.moments.back().last;
    for (std::uint32_t row = 0; row < rows; ++row) {
        std::uint32_t entity = 0;
        if (!in.number(entity) || entity >= read.ids.size()) {
            return false;
        }
        read.entities.push_back(entity);
    }
    return true;
}
bool read_table(byte_reader& in, layer& read) {
    std::uint32_t version = 0;
    std::uint8_t kind = 0;
    std::uint8_t has_times = 0;
    if (!in.number(version) || version != table_version || !in.number(kind) || !in.number(has_times) ||
        kind >= std::variant_size_v<shape_list>) {
        return false;
    }
    if (kind == 1) {
        read.shapes = std::vector<circle<double>>();
        read.trees = std::vector<tree_of<circle<double>>>();
    } else if (kind == 2) {
        read.shapes = std::vector<box<double>>();
        read.trees = std::vector<tree_of<box<double>>>();
    }
    read.has_times = has_times != 0;
    read.has_trees = true;
    return in.number(read.skipped) && in.number(read.taken_as_boxes) && read_moments(in, read) && read_ids(in, read);
}

/// The bytes of a file, for one tree after the other.
class tree_source {
public:
    explicit tree_source(text_file file) : file_(std::move(file)) {}

    const std::string& name() const noexcept { return file_.name(); }

    std::size_t operator()(std::span<std::byte> wanted) {
        if (chunk_.empty()) {
            chunk_ = file_.next_chunk();
        }
        const std::size_t count = std::min(chunk_.size(), wanted.size());
        std::copy_n(reinterpret_cast<const std::byte*>(chunk_.data()), count, wanted.begin());
        chunk_.remove_prefix(count);
        read_ += count;
        return count;
    }

    /// Rejects the file when a tree was not loaded from it.
    void expect(load_report report) const {
        if (report.error == load_error::no_memory) {
            throw std::bad_alloc();
        }
        if (report.error == load_error::other_file) {
            reject("a recording (see quadrille replay --help)");
        }
        if (!report) {
            report.at += begun_;
            if (report.error == load_error::cut_short) {
                report.wanted += begun_;
                report.found += begun_;
            }
            std::ostringstream what;
            what << report;
            reject(what.str());
        }
    }
    [[noreturn]] void reject(std::string_view what) const {
        throw bad_input(fmt::format("{}: wanted a file that quadrille index wrote, found: {}", name(), what));
    }
    /// To be called between trees.
    void begin_tree() noexcept { begun_ = read_; }
    void expect_end() {
        if (std::byte more{}; (*this)(std::span(&more, 1)) > 0) {
            reject(fmt::format("{}, at byte {}", to_string(load_error::too_long), read_ - 1));
        }
    }

private:
    text_file file_;
    std::string_view chunk_;
    std::uint64_t read_ = 0;
    std::uint64_t begun_ = 0;
};

/// Loads the trees of all moments, and the shapes of all rows from them: index i of a tree is row i of its moment.
template <class Shape>
void read_trees(tree_source& source, layer& into, std::vector<Shape>& rows) {
    auto& trees = std::get<std::vector<tree_of<Shape>>>(into.trees);
    for (const moment& now : into.moments) {
        source.begin_tree();
        tree_of<Shape>& tree = trees.emplace_back();
        source.expect(load(tree, source));
        if (tree.size() != now.size() || tree.index_limit() != now.size()) {
            source.reject(fmt::format("{} shapes of {} rows", tree.size(), now.size()));
        }
        if (tree.period() != trees.front().period() || tree.origin() != point<double>{0, 0}) {
            source.reject("trees of different worlds");
        }
        into.wraps = tree.period();
        rows.resize(now.last);
        tree.each([&](auto hit) { rows[now.first + hit.index()] = hit.shape(); });
    }
}

} // namespace

void write_saved_layer(pool& with, const layer& input, const std::function<void(std::span<const std::byte>)>& write) {
    // The table is written from where it is: the tree's own value stays empty.
    table_tree table;
    table.insert({0, 0}, layer());
    save(table, write, [&](const layer&, byte_writer& out) { write_table(input, out); });
    at_each_moment(with, input, [&](const auto& tree, auto, const moment&) { save(tree, write); });
}

layer read_saved_layer(text_file file) {
    tree_source source(std::move(file));
    layer read;
    table_tree table;
    source.expect(load(table, source, [&](byte_reader& in) {
        return read_table(in, read) ? std::optional<layer>(std::in_place) : std::nullopt;
    }));
    if (table.size() != 1) {
        source.reject("no table");
    }
    read.name = source.name();
    std::visit([&](auto& rows) { read_trees(source, read, rows); }, read.shapes);
    source.expect_end();
    return read;
}

} // namespace quadrille::cli
