// Pairs of files that are larger than memory.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_SPILLED_PAIRS_HPP
#define QUADRILLE_CLI_SPILL_SPILLED_PAIRS_HPP

#include "cli/answers/row_printer.hpp"
#include "cli/command/pool.hpp"
#include "cli/input/input.hpp"
#include "files/bytes/interrupt.hpp"
#include "pair_takers.hpp"
#include "spill_options.hpp"
#include "spilled_layer.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// A file, and the options for reading it.
struct spilled_input {
    const std::string& path;
    const input_options& how;
};

struct spilled_question {
    spilled_input a;
    std::optional<spilled_input> b; ///< if empty, the pairs of `a`
    std::optional<double> distance; ///< if empty, pairs that intersect
    std::uint64_t memory = 0;       ///< the limit
};

/// A source of pairs, as `answer_pairs` describes, with the same rows as one in memory. Without `--order` their order
/// depends only on the files and the memory. It counts or prints once.
class spilled_pairs {
public:
    /// Reads the files, and keeps them on disk; without ids if pairs are only counted.
    spilled_pairs(const spilled_question& question, const spill_options& spill, const pool_options& threads,
                  bool with_ids);

    bool has_distances() const noexcept { return question_.distance.has_value(); }
    bool has_times() const noexcept { return a_.has_times || b_.has_times; }
    static std::string_view crs() noexcept { return {}; } // geometries and attributes need whole files in memory
    static void add_columns(std::vector<std::string>&) {}
    std::uint64_t count();
    void print(row_printer& rows, const pair_printer& print_pair);
    static void print_carried(row_printer&, const found_pair&) {}

private:
    void find(pair_taker& into);

    files::interrupt watched_;
    spilled_question question_;
    const spill_options& spill_;
    std::uint32_t workers_;
    std::unique_ptr<spill_file> rows_;
    spilled_layer a_;
    spilled_layer b_;
};

} // namespace quadrille::cli

#endif
