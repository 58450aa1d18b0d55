// The common options of the tasks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_OPTIONS_HPP
#define QUADRILLE_BENCH_OPTIONS_HPP

#include "scenes/scene.hpp"
#include "subject.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::bench {

/// Whether queries are repeated, or always new.
enum class caches : std::uint8_t { warm, cold };

std::string_view to_string(caches which) noexcept;

/// The limit of a full scan that checks queries on whose answers all subjects agree.
inline constexpr double max_scanned_items = 1e9;

enum class format : std::uint8_t { table, json };

struct options {
    std::vector<scenes::kind> kinds;
    std::vector<std::uint32_t> counts;
    std::vector<const entry*> subjects;
    std::vector<double> sizes; ///< the parameter that the task varies
    std::uint32_t length = 0;  ///< timed ticks or queries in a repetition
    std::uint32_t repeat = 5;
    std::vector<bench::caches> caches = {}; ///< of queries
    std::uint32_t round = 0;                ///< different queries that are repeated with warm caches
    std::uint32_t lived = 0;                ///< ticks that a tree goes through before it is queried
    std::uint64_t seed = 1;
    double scanned = max_scanned_items; ///< items that are tested to check the answers to queries
    bench::format format = format::table;
};

/// The defaults and the own options of a task.
struct habits {
    std::vector<std::uint32_t> counts = {100'000};
    bool keeps_counts = false; ///< in a report: the task is about these counts
    std::uint32_t repeat = 5;
    const char* length_option = "--ticks"; ///< null: there is no such option
    std::uint32_t length = 20;
    const char* size_option = nullptr; ///< null: the task varies no size
    const char* size_meaning = "";
    std::vector<double> sizes = {};
    bool lives = false;   ///< the queried index has gone through ticks
    bool threads = false; ///< quadrille on several threads takes part, too
    bool asks = false;    ///< one query after another, with warm and with cold caches
};

/// Accepts only these words.
CLI::Validator one_of(std::vector<std::string_view> names);

/// Accepts integers from `least` to `most`.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/// The options as strings; `understood` parses them.
class typed_options {
public:
    void declare(CLI::App& command, const habits& usual);

    /// Throws CLI::ValidationError with the expected and the actual value.
    options understood() const;

private:
    std::vector<std::string> scenes_{"uniform"};
    std::vector<std::uint32_t> counts_;
    std::vector<std::string> subjects_;
    std::vector<double> sizes_;
    std::uint32_t length_ = 0;
    std::uint32_t repeat_ = 0;
    std::vector<std::uint32_t> threads_{1};
    std::vector<std::string> caches_{"cold", "warm"};
    std::uint32_t round_ = 20'000;
    std::uint32_t lived_ = 200;
    std::uint64_t seed_ = 1;
    std::string format_ = "table";
};

} // namespace quadrille::bench

#endif
