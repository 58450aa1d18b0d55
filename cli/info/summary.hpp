// The content of a file, the same for each kind of file, for people and for programs.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_INFO_SUMMARY_HPP
#define QUADRILLE_CLI_INFO_SUMMARY_HPP

#include "cli/command/output.hpp"
#include "files/rows/reading.hpp"

#include <quadrille/geometry.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::cli {

/// Counts values by their kinds.
class value_kinds {
public:
    enum kind : std::uint8_t { nothing, whole, decimal, time, truth, words, other };
    static constexpr std::size_t kind_count = 7;

    void add(kind of) noexcept { ++counts_[of]; }
    /// Adds a value of a table, where all values are text.
    void add_written(std::string_view value, bool has_decimal_comma);
    /// Returns "whole numbers", or the number of each kind.
    std::string name() const;

private:
    std::array<std::uint64_t, kind_count> counts_{};
};

/// A column of a table, or a property of features.
struct column_summary {
    std::string name;
    std::string taken_for = {}; ///< x, t, id; empty if the column is not used
    value_kinds kinds = {};
};

/// The times of a file, in little memory for any number of them.
class time_summary {
public:
    static constexpr std::size_t most_told_apart = 100'000;

    void add(double t);
    bool is_empty() const noexcept { return distinct_.empty(); }
    double first() const noexcept { return first_; }
    double last() const noexcept { return last_; }
    std::size_t count() const noexcept { return distinct_.size(); }
    /// Returns whether there are more times than are counted.
    bool has_more() const noexcept { return has_more_; }
    /// Returns the time between consecutive times; 0 if it varies or is unknown.
    double step() const;

private:
    std::set<double> distinct_;
    double first_ = 0;
    double last_ = 0;
    double latest_ = 0; ///< the latest time that was added
    bool has_more_ = false;
};

struct file_summary {
    std::string name;
    std::string format = {};
    std::string packed_by = {};                                    ///< empty if the file is not compressed
    std::vector<std::pair<std::string, std::string>> written = {}; ///< the form: "delimiter", "semicolon"
    std::string rows_called = "rows";
    std::uint64_t rows = 0;                 ///< with a shape
    std::uint64_t skipped = 0;              ///< without a geometry
    std::vector<std::string> left_out = {}; ///< other content: "3 without a position …"
    std::uint64_t said_again = 0;           ///< by rows with the id, time and position of an earlier row
    std::uint64_t bad = 0;
    box<double> bounds = empty_box<double>();
    std::map<std::string, std::uint64_t> geometries = {};
    std::string ids = {}; ///< their source
    std::vector<column_summary> columns = {};
    time_summary times = {};
    std::string assumed = {};               ///< by verbs without an option for it
    std::vector<std::string> problems = {}; ///< as messages
    bool is_readable = true;
};

/// Reads a file to its end. An error that ends the reading is a problem in the summary. `folder` is for temporary
/// files.
file_summary summary_of(const std::string& path, const files::reading& how, const std::string& folder);

void print_text(const std::vector<file_summary>& files, output& out);
void print_json(const std::vector<file_summary>& files, output& out);

} // namespace quadrille::cli

#endif
