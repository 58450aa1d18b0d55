// Prints results as aligned tables, or as one JSON object per line.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_REPORT_HPP
#define QUADRILLE_BENCH_REPORT_HPP

#include "check.hpp"
#include "machine.hpp"
#include "measure.hpp"
#include "options.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::bench {

/// A number and its name, which is a column's heading and a key in the JSON.
struct figure {
    std::string_view name;
    std::optional<double> value;
};

/// The subject of one table.
struct setting {
    std::string_view task;
    scenes::kind kind = scenes::kind::uniform;
    std::uint32_t count = 0;
    std::vector<figure> more = {};    ///< further settings
    std::string_view caches = {};     ///< for queries: warm or cold
    std::string_view unit = "item";   ///< times are nanoseconds for one of these
    std::string_view found = "pairs"; ///< the kind of the answers
    std::string how = {};             ///< how it was measured, for the heading of a table

    /// Returns the statistic that is compared: with warm caches, the fastest round.
    double compared(const spread& ns) const noexcept { return caches == "warm" ? ns.min : ns.median; }
};

/// The result of one subject. Values that are unknown or were not measured are empty.
struct result {
    std::string subject;
    std::optional<spread> ns = {};
    std::vector<figure> figures = {}; ///< the same ones, in the same order, for all results of a table
    std::optional<answer> found = {};
    std::string remark = {}; ///< why there are no times; not part of the JSON, where a line without times shows it
    bool wrong = false;
    std::uint32_t threads = 1; ///< the threads in use
};

struct table {
    setting where;
    std::vector<result> results;
};

/// A subject that is faster than quadrille.
struct loss {
    std::string subject;
    double of_our_time;
};

/// Returns the losses; none if quadrille was not timed.
std::vector<loss> losses_in(const setting& where, const std::vector<result>& results);

/// Returns three significant digits, or all digits before the point; "-" for none.
std::string digits(std::optional<double> number);

/// Returns the compared time of a subject; empty if it was not timed.
std::optional<double> compared(const setting& where, const std::vector<result>& results, std::string_view subject);

/// Returns a heading such as "query, uniform, 1000000 items, side 16".
std::string heading_of(const setting& where);

class report {
public:
    /// `kept`, if it is not null, receives all tables.
    report(format how, const machine& where, std::vector<table>* kept = nullptr);

    /// Prints nothing; `kept` receives all tables.
    explicit report(std::vector<table>& kept) : kept_(&kept) {}

    /// Adds the results of all subjects in one setting.
    void add(const setting& where, const std::vector<result>& results) const;

private:
    std::optional<format> how_ = {}; ///< if empty, nothing is printed
    std::vector<table>* kept_;
};

/// Prints the machine as the first lines of a table, or as the first object.
void print(format how, const machine& where);

} // namespace quadrille::bench

#endif
