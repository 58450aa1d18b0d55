// Prints results, as aligned tables or as one JSON object to a line.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_REPORT_HPP
#define QUADRILLE_BENCH_REPORT_HPP

#include "machine.hpp"
#include "measure.hpp"
#include "options.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::bench {

/// One subject's result. What is not known or was not measured is empty. Times are nanoseconds per item.
struct result {
    std::string_view task;
    std::string_view scene;
    std::uint32_t count = 0;
    std::string_view subject;
    unsigned threads = 1;
    std::optional<spread> ns_per_item = {};
    std::optional<double> update_ns = {}; ///< median
    std::optional<double> pairs_ns = {};  ///< median
    std::optional<std::uint64_t> pairs = {};
    std::optional<std::uint64_t> hash = {};
    std::optional<double> bytes_per_item = {};
    std::string remark; ///< why there are no times; not part of the JSON, where a line without times says it
};

class report {
public:
    report(format how, const machine& where);

    /// The results of all subjects in one world. `heading` says how they were measured.
    void add(std::string_view heading, const std::vector<result>& results) const;

private:
    format how_;
};

} // namespace quadrille::bench

#endif
