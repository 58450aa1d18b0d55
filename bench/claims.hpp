// The figures in docs/performance.md, as ratios of two subjects of a task.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_CLAIMS_HPP
#define QUADRILLE_BENCH_CLAIMS_HPP

#include "scenes/scene.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::bench {

struct ratios {
    double low = 0;
    double high = 0;
};

/// A further number that identifies the table.
struct named_number {
    std::string name;
    double value = 0;
};

/// The table of further goals.
inline constexpr std::string_view goals_alone = "goals";

/// A line of claims.txt.
struct claim {
    std::string table; ///< with row and column: its place in docs/performance.md
    std::string row;
    std::string column;
    std::string task;
    scenes::kind kind = scenes::kind::uniform;
    std::uint32_t count = 0;
    std::optional<double> size = {}; ///< the parameter that the task varies
    std::vector<named_number> where = {};
    bool is_cold = false;
    std::string ours;                    ///< the name of a subject
    std::string theirs = {};             ///< that of another, or of the same one: its time alone
    std::string figure = {};             ///< instead of a ratio of times: one of our figures, which should be small
    std::optional<ratios> measured = {}; ///< their time divided by ours, or the figure, over all machines
    std::vector<std::string> machines = {};
    std::optional<double> goal = {}; ///< the desired ratio, or the greatest desired figure

    bool is_figure() const noexcept { return !figure.empty(); }
    bool is_time() const noexcept { return !is_figure() && ours == theirs; }
};

/// `file` is the name for messages. Throws std::runtime_error with the number of the line and its error.
std::vector<claim> claims_from(std::string_view text, std::string_view file);

/// Returns the content of claims.txt.
std::string_view claims_text() noexcept;

} // namespace quadrille::bench

#endif
