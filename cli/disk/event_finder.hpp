// Detects the times of events, each of which happens once, in little memory by lists of ids.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DISK_EVENT_FINDER_HPP
#define QUADRILLE_CLI_DISK_EVENT_FINDER_HPP

#include "files/layer/changes.hpp"
#include "files/rows/row_sink.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::cli {

/// Decides as `layer_builder` does: no two rows have the same id or, if ids are row numbers, the same time.
class event_finder {
public:
    event_finder() = default;
    explicit event_finder(const files::row_head& head)
        : column_(head.guessed_times), has_row_numbers_(head.has_row_numbers) {}

    /// Adds the time of the next row.
    void add(double t) {
        differ_ = differ_ || t != first_.value_or(t);
        first_ = first_.value_or(t);
    }
    /// Returns the key of the row in the lists: its id, or its time if the ids are row numbers. It is valid until the
    /// next call.
    std::string_view key_of(std::string_view id, double t) {
        if (!lists_times()) {
            return id;
        }
        time_ = t;
        return {reinterpret_cast<const char*>(&time_), sizeof(time_)};
    }
    /// Call it for a repeated key. Returns whether the key is a time: then the row does not repeat an earlier one.
    bool shares_time() noexcept {
        shares_time_ = shares_time_ || lists_times();
        return shares_time_;
    }
    /// Call it after all keys have been listed.
    void decide(bool has_tracks) noexcept { are_found_ = !column_.empty() && differ_ && !has_tracks && !shares_time_; }

    bool are_found() const noexcept { return are_found_; }
    std::string told() const { return files::told_of_events(column_, has_row_numbers_); }

private:
    bool lists_times() const noexcept { return has_row_numbers_ && !column_.empty(); }

    std::string column_; ///< of times that may be those of events
    bool has_row_numbers_ = false;
    std::optional<double> first_;
    double time_ = 0;
    bool differ_ = false; ///< the times differ
    bool shares_time_ = false;
    bool are_found_ = false;
};

} // namespace quadrille::cli

#endif
