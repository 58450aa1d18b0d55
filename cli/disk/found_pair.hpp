// A pair of rows in an answer.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DISK_FOUND_PAIR_HPP
#define QUADRILLE_CLI_DISK_FOUND_PAIR_HPP

#include "spilled_rows.hpp"

#include <cstdint>
#include <string_view>
#include <tuple>

namespace quadrille::cli {

/// The ids are valid as long as the record that they were read from.
struct found_pair {
    double t;
    std::uint32_t a; ///< the number of its row in its file
    std::uint32_t b;
    double distance;
    std::string_view a_id;
    std::string_view b_id;

    /// The order of the pairs: by time, then by the rows of the files.
    auto key() const noexcept { return std::tuple(t, a, b); }

    static found_pair taken(field_reader& from) {
        found_pair pair{};
        pair.t = from.take<double>();
        pair.a = from.take<std::uint32_t>();
        pair.b = from.take<std::uint32_t>();
        pair.distance = from.take<double>();
        pair.a_id = from.text();
        pair.b_id = from.text();
        return pair;
    }
    void write(field_writer& to) const {
        to.add(t);
        to.add(a);
        to.add(b);
        to.add(distance);
        to.text(a_id);
        to.text(b_id);
    }
};

} // namespace quadrille::cli

#endif
