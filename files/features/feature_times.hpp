// The times of features.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_FEATURES_FEATURE_TIMES_HPP
#define QUADRILLE_FILES_FEATURES_FEATURE_TIMES_HPP

#include "files/rows/reading.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::files {

/// Reads the times of a property or field (`--t`): numbers, ISO 8601, dates with the day or the month first, or the
/// format that the user gives. The first time decides the format of all.
class feature_times {
public:
    explicit feature_times(const reading& how);

    /// Returns whether features have times.
    bool are_on() const noexcept { return !name_.empty(); }
    /// Returns the name of the property or field.
    const std::string& name() const noexcept { return name_; }
    bool are_frames() const noexcept { return are_frames_; }

    /// The time of a text, or else a description of what is expected.
    struct result {
        double t = 0;
        std::string wanted = {}; ///< empty if `t` is the time
    };
    result read(std::string_view text);

private:
    enum class form : std::uint8_t { unknown, numbers, iso, digits, day_first, month_first, named };

    std::string name_;
    std::string format_; ///< the format, for `form::named`
    form form_ = form::unknown;
    bool are_frames_ = false;
    double of_a_second_ = 1; ///< the number of units in a second
};

} // namespace quadrille::files

#endif
