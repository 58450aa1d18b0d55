// Rows of a file that are wrong and are passed over: how many, and what was wrong with the first of them.
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

/// A row of a table or a value of GeoJSON is not what was wanted. Those behind it may be.
struct bad_row : bad_input {
    bad_row(const row_place& where, const std::string& message) : bad_input(message), place(where) {}
    row_place place;
    bool repeats_an_id = false; ///< of an earlier row, without times
    bool lacks_a_number = false;
};

class bad_rows {
public:
    static constexpr std::size_t most_told = 10;

    /// In any order.
    void add(const row_place& place, std::string message);
    void add(const bad_row& one) {
        add(one.place, one.what());
        repeated_ids_ += one.repeats_an_id ? 1 : 0;
    }

    std::uint64_t count() const noexcept { return count_; }
    /// Of the first ones in the file, as they would be if the first ended the reading.
    std::vector<std::string> messages() const;
    /// Says all that on standard error; with `--quiet` only how many there are.
    void tell(const std::string& file, const reading& how) const;

private:
    struct one_row {
        row_place place;
        std::string message;
    };

    std::uint64_t count_ = 0;
    std::uint64_t repeated_ids_ = 0; ///< among these
    std::vector<one_row> first_;     ///< by their place
};

} // namespace quadrille::files

#endif
