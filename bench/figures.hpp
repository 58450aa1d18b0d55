// quadrille-bench readme: the README's figures, measured on this machine.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_README_HPP
#define QUADRILLE_BENCH_README_HPP

#include "claims.hpp"
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::bench {

struct readme {
    std::vector<claim> claims; ///< the chosen ones
    std::uint32_t repeat = 0;
    std::uint64_t seed = 0;
    bench::format format = format::table;
};

/// The options as strings; `understood` parses them.
class typed_readme {
public:
    void declare(CLI::App& command);

    /// Throws CLI::ValidationError with the expected and the actual value.
    readme understood() const;

private:
    std::vector<claim> claims() const;

    std::string file_; ///< of claims; empty for those of the README
    std::vector<std::string> tables_;
    bool goals_ = false;
    std::uint32_t max_items_ = 5'000'000;
    std::uint32_t repeat_ = 3;
    std::uint64_t seed_ = 1;
    std::string format_ = "table";
};

/// Measures the claims and prints each with the README's value. Returns false if an answer was wrong.
bool measure_readme(const readme& planned);

} // namespace quadrille::bench

#endif
