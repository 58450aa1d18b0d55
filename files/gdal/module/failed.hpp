// The exception of the module; it becomes a `fault` before it leaves the module.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_FAILED_HPP
#define QUADRILLE_FILES_GDAL_MODULE_FAILED_HPP

#include "files/gdal/interface.hpp"
#include "watch.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace quadrille::files::gdal {

struct failed {
    std::string wanted;
    std::string found;
    std::uint64_t row = 0;
};

inline bytes_view view_of(std::string_view text) { return {text.data(), text.size()}; }

/// Throws if GDAL has reported an error; `row` is the number of the row.
inline void demand_no_error(std::uint64_t row = 0) {
    if (std::string said = watch::installed().taken_error(); !said.empty()) {
        throw failed{"", std::move(said), row};
    }
}

/// Returns the error of GDAL, or `sentence` if there is none.
inline std::string said_or(std::string_view sentence) {
    std::string said = watch::installed().taken_error();
    return said.empty() ? std::string(sentence) : said;
}

} // namespace quadrille::files::gdal

#endif
