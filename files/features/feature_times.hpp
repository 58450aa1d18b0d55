// The times of features: each says by itself what it means.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_FEATURES_FEATURE_TIMES_HPP
#define QUADRILLE_FILES_FEATURES_FEATURE_TIMES_HPP

#include "files/rows/reading.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille::files {

/// Reads the times of a property or field (`--t`): numbers, ISO 8601, dates with the day or the month first, or the form that the user
/// names. The first one says for all which these are.
class feature_times {
public:
    explicit feature_times(const reading& how);

    /// Whether features have times.
    bool are_on() const noexcept { return !name_.empty(); }
    /// Of their property or field.
    const std::string& name() const noexcept { return name_; }
    bool are_frames() const noexcept { return are_frames_; }

    /// What a text says, or else what was wanted.
    struct result {
        double t = 0;
        std::string wanted = {}; ///< empty where `t` is the time
    };
    result read(std::string_view text);

private:
    enum class form : std::uint8_t { unknown, numbers, iso, digits, day_first, month_first, named };

    std::string name_;
    std::string format_; ///< of `form::named`
    form form_ = form::unknown;
    bool are_frames_ = false;
    double of_a_second_ = 1; ///< numbers that a second has
};

} // namespace quadrille::files

#endif
