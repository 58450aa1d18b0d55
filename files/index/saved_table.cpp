// Reads the table of an index, and checks what it says.
// SPDX-License-Identifier: MIT
#include "saved_table.hpp"

#include "files/bytes/text_file.hpp"

#include <cmath>
#include <limits>

namespace quadrille::cli {

bool table_head::read(byte_reader& in) {
    std::uint32_t number = 0;
    std::uint8_t are_timed = 0;
    std::uint32_t count = 0;
    if (!in.number(number) || number < std::uint32_t(table_version::one_tree_a_moment) ||
        number > std::uint32_t(table_version::known_crs)) {
        return false;
    }
    const table_version written{number};
    std::uint8_t are_drawn = written == table_version::drawn_rows ? 1 : 0;
    if (written == table_version::known_crs &&
        (!in.number(are_drawn) || !in.text(crs) || crs.empty() || first_non_text(crs) != std::string::npos)) {
        return false;
    }
    is_drawn = are_drawn != 0;
    if (!in.number(kind) || !in.number(are_timed) || kind >= std::variant_size_v<shape_list> || !in.number(skipped) ||
        !in.number(taken_as_boxes) || (written != table_version::one_tree_a_moment && !in.number(rows_in_tree)) ||
        (written == table_version::several_trees_a_moment && rows_in_tree == 0) || !in.number(count)) {
        return false;
    }
    has_times = are_timed != 0;
    std::uint64_t rows = 0;
    double before = -std::numeric_limits<double>::infinity();
    for (; count > 0; --count) {
        double t = 0;
        std::uint32_t size = 0;
        if (!in.number(t) || !in.number(size) || !std::isfinite(t) || t <= before || size == 0 ||
            rows + size > max_items || (!has_times && rows > 0)) {
            return false;
        }
        before = t;
        moments.push_back({t, static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(rows + size)});
        rows += size;
    }
    return true;
}

void table_head::write(byte_writer& out) const {
    out.number(static_cast<std::uint32_t>(version()));
    if (version() == table_version::known_crs) {
        out.number(static_cast<std::uint8_t>(is_drawn ? 1 : 0));
        out.text(crs);
    }
    out.number(kind);
    out.number(static_cast<std::uint8_t>(has_times ? 1 : 0));
    out.number(skipped);
    out.number(taken_as_boxes);
    if (version() != table_version::one_tree_a_moment) {
        out.number(rows_in_tree);
    }
    out.number(static_cast<std::uint32_t>(moments.size()));
    for (const moment& each : moments) {
        out.number(each.t);
        out.number(each.size());
    }
}

void table_head::save(const period& wraps, const byte_sink& write,
                      const std::function<void(byte_writer&)>& write_rows) const {
    quadtree<table_head, point<double>> table({.period = wraps}); // its own value stays empty
    table.insert({0, 0}, table_head());
    quadrille::save(table, write, [&](const table_head&, byte_writer& out) {
        this->write(out);
        write_rows(out);
    });
}

bool table_head::read_id(byte_reader& in, std::string& id) {
    return in.text(id) && !id.empty() && first_non_text(id) == std::string::npos;
}

} // namespace quadrille::cli
