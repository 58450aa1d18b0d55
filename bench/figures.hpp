// quadrille-bench figures: the figures of docs/performance.md, measured on this machine.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_FIGURES_HPP
#define QUADRILLE_BENCH_FIGURES_HPP

#include "claims.hpp"
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::bench {

struct figures {
    std::vector<claim> claims; ///< the chosen ones
    std::uint32_t repeat = 0;
    std::uint64_t seed = 0;
    bench::format format = format::table;
};

/// The options as strings; `understood` parses them.
class typed_figures {
public:
    void declare(CLI::App& command);

    /// Throws CLI::ValidationError with the expected and the actual value.
    figures understood() const;

private:
    std::vector<claim> claims() const;

    std::string file_; ///< of claims; empty for those of docs/performance.md
    std::vector<std::string> tables_;
    bool goals_ = false;
    std::uint32_t max_items_ = 5'000'000;
    std::uint32_t repeat_ = 3;
    std::uint64_t seed_ = 1;
    std::string format_ = "table";
};

/// Measures the claims and prints each with its claimed value. Returns false if an answer was wrong.
bool measure_figures(const figures& planned);

} // namespace quadrille::bench

#endif
