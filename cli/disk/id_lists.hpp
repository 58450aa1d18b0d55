// The ids of all rows of a file, on disk; repeated ids are found without all ids in memory.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DISK_ID_LISTS_HPP
#define QUADRILLE_CLI_DISK_ID_LISTS_HPP

#include "files/rows/row_sink.hpp"
#include "sorted_records.hpp"

#include <quadrille/geometry.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace quadrille::cli {

/// The id of a row, and its place in the file.
struct placed_id {
    std::string_view id;
    double t;
    std::uint32_t number;
    files::row_place place;
    point<double> at = nowhere; ///< the shape, if it is a point

    static constexpr point<double> nowhere = {std::numeric_limits<double>::quiet_NaN(),
                                              std::numeric_limits<double>::quiet_NaN()};

    auto key() const noexcept { return std::tuple(id, t, number); }

    static placed_id taken(field_reader& from) {
        placed_id one{};
        one.number = from.take<std::uint32_t>();
        one.at = from.take<point<double>>();
        one.t = from.take<double>();
        one.place.line = from.take<std::uint64_t>();
        one.place.column = from.take<std::uint64_t>();
        one.id = from.text();
        return one;
    }
    void write(field_writer& to) const {
        to.add(number);
        to.add(at);
        to.add(t);
        to.add(place.line);
        to.add(place.column);
        to.text(id);
    }
};

/// The ids of all rows; equal ids are in the same list.
class id_lists {
public:
    explicit id_lists(spill_file& file) : lists_(file) {}

    void add(const placed_id& one) {
        take_latest();
        latest_ = one;
        latest_id_ = one.id;
        has_latest_ = true;
    }
    /// Sets that the shape of the row that was added last is this point.
    void add_point(const point<double>& at) noexcept { latest_.at = at; }
    /// Calls `use(the earliest, one)` for each row with the id and time of an earlier one, in any order. Call it once.
    /// Returns whether any id has rows at several times.
    template <class Use>
    bool each_repetition(const Use& use) {
        take_latest();
        bool has_tracks = false;
        for (std::size_t list = 0; list < lists::count_of_lists; ++list) {
            std::string id;
            placed_id earliest{}; // of the rows with this id and time
            bool is_first = true;
            lists_.each_of(list, [&](const placed_id& each) {
                if (is_first || id != each.id || earliest.t != each.t) {
                    has_tracks = has_tracks || (!is_first && id == each.id);
                    earliest = each;
                    id = each.id; // the view is valid only during this call
                    earliest.id = id;
                    is_first = false;
                } else {
                    use(earliest, each);
                }
            });
        }
        return has_tracks;
    }

    void clear() {
        has_latest_ = false;
        lists_.clear();
    }

private:
    void take_latest() {
        if (std::exchange(has_latest_, false)) {
            latest_.id = latest_id_;
            lists_.add(std::hash<std::string_view>()(latest_.id) % lists::count_of_lists, latest_);
        }
    }

    using lists = sorted_lists<placed_id>;
    lists lists_;
    placed_id latest_{};
    std::string latest_id_;
    bool has_latest_ = false;
};

/// The first row of a file with the id (and time) of an earlier one.
struct repetition {
    std::uint32_t number;
    files::row_place place;
    std::string id;
    std::uint32_t earlier_number;
    std::uint64_t earlier_line;
};
inline void note(std::optional<repetition>& first, const placed_id& earlier, const placed_id& each) {
    if (!first || each.number < first->number) {
        first = {each.number, each.place, std::string(each.id), earlier.number, earlier.place.line};
    }
}

/// Returns whether a row only repeats an earlier one. Receivers of moving things often write a position twice. For
/// points with times this is not an error.
inline bool says_again(bool has_times, const placed_id& earlier, const placed_id& each) noexcept {
    return has_times && earlier.at == each.at;
}

} // namespace quadrille::cli

#endif
