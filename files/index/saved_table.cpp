// Reads the table of an index, and validates it.
// SPDX-License-Identifier: MIT
#include "saved_table.hpp"

#include "files/bytes/text_file.hpp"

#include <cmath>
#include <limits>

namespace quadrille::files {

bool table_head::read(byte_reader& in) {
    std::uint32_t found_version = 0;
    std::uint8_t are_timed = 0;
    std::uint8_t are_drawn = 0;
    std::uint32_t count = 0;
    if (!in.number(found_version) || found_version != version || !in.number(kind) ||
        kind >= std::variant_size_v<shape_list> || !in.number(are_timed) || !in.number(are_drawn) || !in.text(crs) ||
        first_non_text(crs) != std::string::npos || !in.number(skipped) || !in.number(taken_as_boxes) ||
        !in.number(rows_in_tree) || !in.number(count)) {
        return false;
    }
    is_drawn = are_drawn != 0;
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
    out.number(version);
    out.number(kind);
    out.number(static_cast<std::uint8_t>(has_times ? 1 : 0));
    out.number(static_cast<std::uint8_t>(is_drawn ? 1 : 0));
    out.text(crs);
    out.number(skipped);
    out.number(taken_as_boxes);
    out.number(rows_in_tree);
    out.number(static_cast<std::uint32_t>(moments.size()));
    for (const moment& each : moments) {
        out.number(each.t);
        out.number(each.size());
    }
}

void table_head::save(const period& wraps, const byte_sink& write,
                      const std::function<void(byte_writer&)>& write_rows) const {
    quadtree<table_head, point<double>> table({.period = wraps}); // its item has no value: `save` writes this table
    table.insert({0, 0}, table_head());
    quadrille::save(table, write, [&](const table_head&, byte_writer& out) {
        this->write(out);
        write_rows(out);
    });
}

bool table_head::read_id(byte_reader& in, std::string& id) {
    return in.text(id) && !id.empty() && first_non_text(id) == std::string::npos;
}

} // namespace quadrille::files
