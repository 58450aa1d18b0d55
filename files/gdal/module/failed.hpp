// What is thrown in the module, and becomes a `fault` before it leaves it.
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

/// Throws if GDAL has said that something is wrong, of a row with this number.
inline void demand_no_error(std::uint64_t row = 0) {
    if (std::string said = watch::installed().taken_error(); !said.empty()) {
        throw failed{"", std::move(said), row};
    }
}

/// What GDAL has said is wrong, or else this sentence.
inline std::string said_or(std::string_view sentence) {
    std::string said = watch::installed().taken_error();
    return said.empty() ? std::string(sentence) : said;
}

} // namespace quadrille::files::gdal

#endif
