// The options that the tasks share.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_OPTIONS_HPP
#define QUADRILLE_BENCH_OPTIONS_HPP

#include "scenes/scene.hpp"
#include "subject.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::bench {

enum class format : std::uint8_t { table, json };

struct options {
    std::vector<scenes::kind> kinds;
    std::vector<std::uint32_t> counts;
    std::vector<const entry*> subjects;
    std::uint32_t ticks = 20;
    std::uint32_t repeat = 5;
    std::uint64_t seed = 1;
    bench::format format = format::table;
};

/// Options as they are typed; `understood` makes sense of them.
class typed_options {
public:
    void declare(CLI::App& command);

    /// Throws CLI::ValidationError, with what was wanted and what was found.
    options understood() const;

private:
    std::vector<std::string> scenes_{"uniform"};
    std::vector<std::uint32_t> counts_{100'000};
    std::vector<std::string> subjects_;
    std::uint32_t ticks_ = 20;
    std::uint32_t repeat_ = 5;
    std::uint64_t seed_ = 1;
    std::string format_ = "table";
};

} // namespace quadrille::bench

#endif
