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
    std::vector<double> sizes; ///< what the task varies
    std::uint32_t length = 0;  ///< timed ticks or queries in a repetition
    std::uint32_t repeat = 5;
    std::uint64_t seed = 1;
    bench::format format = format::table;
};

/// A task's defaults, and the options that it alone has.
struct habits {
    std::vector<std::uint32_t> counts = {100'000};
    std::uint32_t repeat = 5;
    const char* length_option = "--ticks"; ///< null: there is nothing to set
    std::uint32_t length = 20;
    const char* size_option = nullptr; ///< null: it varies nothing
    const char* size_meaning = "";
    std::vector<double> sizes = {};
};

/// Options as typed; `understood` parses them.
class typed_options {
public:
    void declare(CLI::App& command, const habits& usual);

    /// Throws CLI::ValidationError, with what was wanted and what was found.
    options understood() const;

private:
    std::vector<std::string> scenes_{"uniform"};
    std::vector<std::uint32_t> counts_;
    std::vector<std::string> subjects_;
    std::vector<double> sizes_;
    std::uint32_t length_ = 0;
    std::uint32_t repeat_ = 0;
    std::uint64_t seed_ = 1;
    std::string format_ = "table";
};

} // namespace quadrille::bench

#endif
