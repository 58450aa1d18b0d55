// The ids of all rows of a file, on disk: which of them are there twice is found without having all in memory.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_ID_LISTS_HPP
#define QUADRILLE_CLI_SPILL_ID_LISTS_HPP

#include "cli/row_sink.hpp"
#include "cli/spill/sorted_records.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace quadrille::cli {

/// The id of a row, and where the file has it.
struct placed_id {
    std::string_view id;
    double t;
    std::uint32_t number;
    row_place place;

    auto key() const noexcept { return std::tuple(id, t, number); }

    static placed_id taken(record_reader& from) {
        placed_id one{};
        one.number = from.take<std::uint32_t>();
        one.t = from.take<double>();
        one.place.line = from.take<std::uint64_t>();
        one.place.column = from.take<std::uint64_t>();
        one.id = from.text();
        return one;
    }
    void write(record_writer& to) const {
        to.add(number);
        to.add(t);
        to.add(place.line);
        to.add(place.column);
        to.text(id);
    }
};

/// The ids of all rows; equal ones are in one list.
class id_lists {
public:
    explicit id_lists(spill_file& file) : lists_(file) {}

    void add(const placed_id& one) { lists_.add(std::hash<std::string_view>()(one.id) % lists::count_of_lists, one); }
    /// Calls `use(number of the earliest, its line, one)` for each row with the id and time of an earlier one, in any order. Once.
    template <class Use>
    void each_repetition(const Use& use) {
        for (std::size_t list = 0; list < lists::count_of_lists; ++list) {
            std::string id;
            placed_id earliest{}; // of those with this id and time
            bool is_first = true;
            lists_.each_of(list, [&](const placed_id& each) {
                if (is_first || id != each.id || earliest.t != each.t) {
                    earliest = each;
                    id = each.id; // the view ends with this call
                    is_first = false;
                } else {
                    use(earliest.number, earliest.place.line, each);
                }
            });
        }
    }

    void clear() { lists_.clear(); }

private:
    using lists = sorted_lists<placed_id>;
    lists lists_;
};

/// The first row of a file whose id (and time) an earlier one has.
struct repetition {
    std::uint32_t number;
    row_place place;
    std::string id;
    std::uint32_t earlier_number;
    std::uint64_t earlier_line;
};
inline std::optional<repetition> first_repetition(id_lists& ids) {
    std::optional<repetition> first;
    ids.each_repetition([&](std::uint32_t earlier_number, std::uint64_t earlier_line, const placed_id& each) {
        if (!first || each.number < first->number) {
            first = {each.number, each.place, std::string(each.id), earlier_number, earlier_line};
        }
    });
    return first;
}

} // namespace quadrille::cli

#endif
