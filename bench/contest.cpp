// Excludes contestants from a contest, and reports its results.
// SPDX-License-Identifier: MIT
#include "contest.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace quadrille::bench {

void contestant::leave_out(const std::string& why) {
    remark = "left out: " + why;
    runs = false;
}

void contestant::put_out(const std::string& fault) {
    remark = "WRONG, not timed: " + fault;
    runs = false;
    wrong = true;
}

std::uint32_t contestant::threads() const noexcept { return competitor == nullptr ? 1 : competitor->threads; }

result line_of(const contestant& one, double units) {
    result line{.subject = one.name, .remark = one.remark, .wrong = one.wrong, .threads = one.threads()};
    if (!one.answers.empty()) {
        line.found = one.answers.back();
    }
    if (one.runs && !one.ns.empty()) {
        line.ns = spread_of(one.ns) / units;
    }
    return line;
}

bool conclude(const setting& where, const std::vector<result>& lines, const report& results) {
    bool all_right = true;
    for (const result& line : lines) {
        if (line.wrong) {
            all_right = false;
            fmt::print(stderr, "quadrille-bench: {}: {}: {}\n", heading_of(where), line.subject, line.remark);
        }
    }
    if (!lines.empty()) {
        results.add(where, lines);
    }
    return all_right;
}

} // namespace quadrille::bench
