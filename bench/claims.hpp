// The figures that the README shows, as ratios of two subjects of a task.
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

/// What else a task tells of the table that is meant.
struct named_number {
    std::string name;
    double value = 0;
};

/// The table whose lines the README does not show: what else is aimed at.
inline constexpr std::string_view goals_alone = "goals";

/// A line of claims.txt.
struct claim {
    std::string table; ///< with row and column: where it is in the README
    std::string row;
    std::string column;
    std::string task;
    scenes::kind kind = scenes::kind::uniform;
    std::uint32_t count = 0;
    std::optional<double> size = {}; ///< what the task varies
    std::vector<named_number> where = {};
    bool is_cold = false;
    std::string ours;                    ///< the name of a subject
    std::string theirs = {};             ///< that of another, or of the same one: its time alone
    std::string figure = {};             ///< instead of a ratio of times one of our figures, which is to be small
    std::optional<ratios> measured = {}; ///< their time divided by ours, or the figure, over all machines
    std::vector<std::string> machines = {};
    std::optional<double> goal = {}; ///< the ratio that is aimed at, or the most that the figure should be

    bool is_figure() const noexcept { return !figure.empty(); }
    bool is_time() const noexcept { return !is_figure() && ours == theirs; }
};

/// `file` is the name of what is read. Throws std::runtime_error, with the number of the line and what is wrong with it.
std::vector<claim> claims_from(std::string_view text, std::string_view file);

/// The content of claims.txt.
std::string_view claims_text() noexcept;

} // namespace quadrille::bench

#endif
