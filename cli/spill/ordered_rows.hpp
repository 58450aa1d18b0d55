// Rows of pairs in the order of their shapes in the files, however many there are: sorted in runs on disk, then merged.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_ORDERED_ROWS_HPP
#define QUADRILLE_CLI_SPILL_ORDERED_ROWS_HPP

#include "cli/spill/spilled_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// A pair as it is told.
struct told_pair {
    double t;
    std::uint32_t a; ///< number of its row in its file
    std::uint32_t b;
    double distance;
    std::string_view a_id;
    std::string_view b_id;
};

class ordered_rows {
public:
    /// Takes about so much memory.
    ordered_rows(spill_file& file, std::size_t memory) : file_(file), memory_(memory) {}

    void add(const told_pair& pair);
    /// Calls `use(pair)` for all, by time, then a, then b. Once, after the last `add`.
    void each(const std::function<void(const told_pair&)>& use);

private:
    struct key {
        double t;
        std::uint32_t a;
        std::uint32_t b;
        std::size_t at; ///< of the record in `pending_`

        friend bool operator<(const key& one, const key& other) noexcept {
            return one.t != other.t ? one.t < other.t : one.a != other.a ? one.a < other.a : one.b < other.b;
        }
    };

    void end_run();
    void each_pending(const std::function<void(const told_pair&)>& use);
    void merge(const std::function<void(const told_pair&)>& use);

    spill_file& file_;
    std::size_t memory_;
    record_writer pending_;
    std::vector<key> keys_;
    std::vector<spilled_records> runs_;
};

} // namespace quadrille::cli

#endif
