// The invalid rows of a file that are skipped: their number, and the errors of the first ones.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_BAD_ROWS_HPP
#define QUADRILLE_FILES_ROWS_BAD_ROWS_HPP

#include "files/text/errors.hpp"
#include "row_sink.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::files {

struct reading;

/// An invalid row of a table or value of GeoJSON. The rows after it may be valid.
struct bad_row : bad_input {
    bad_row(const row_place& where, const std::string& message) : bad_input(message), place(where) {}
    row_place place;
    bool repeats_an_id = false; ///< the id of an earlier row, without times
    bool lacks_a_number = false;
};

class bad_rows {
public:
    static constexpr std::size_t most_told = 10;

    /// Adds a row; rows come in any order.
    void add(const row_place& place, std::string message);
    void add(const bad_row& one) {
        add(one.place, one.what());
        repeated_ids_ += one.repeats_an_id ? 1 : 0;
    }

    std::uint64_t count() const noexcept { return count_; }
    /// Returns the messages of the first ones in the file, as the reading would report them if it ended there.
    std::vector<std::string> messages() const;
    /// Reports all of them on standard error; with `--quiet` only their number.
    void tell(const std::string& file, const reading& how) const;

private:
    struct one_row {
        row_place place;
        std::string message;
    };

    std::uint64_t count_ = 0;
    std::uint64_t repeated_ids_ = 0; ///< among `count_`
    std::vector<one_row> first_;     ///< by their places
};

} // namespace quadrille::files

#endif
