// The entities of a file's rows, if not even their ids fit into memory.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_SPILLED_ENTITIES_HPP
#define QUADRILLE_CLI_SPILL_SPILLED_ENTITIES_HPP

#include "cli/disk/sorted_records.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <tuple>

namespace quadrille::cli {

/// Numbers the different ids of rows in the order of their first places.
class spilled_entities {
public:
    explicit spilled_entities(spill_file& file) : file_(file), by_id_(file) {}

    /// Adds an id before those of all rows.
    void add_id(std::string_view id) {
        ++before_rows_;
        add(id);
    }
    /// Adds the id of the next row.
    void add_row(std::string_view id) { add(id); }
    /// Call it after the last row, before the functions below.
    void finish();

    std::uint32_t id_count() const noexcept { return static_cast<std::uint32_t>(ids_.count()); }
    /// Calls `use(id)` for each id, by its number.
    template <class Use>
    void each_id(const Use& use) const {
        ids_.each(file_, [&](field_reader& in) { use(in.text()); });
    }
    /// Returns the numbers of the rows' ids, a `std::uint32_t` each, row by row.
    const spilled_records& of_rows() const noexcept { return of_rows_; }

private:
    /// An id, and its place among all added ids.
    struct placed_id {
        std::string_view id;
        std::uint64_t place;

        auto key() const noexcept { return std::tuple(id, place); }

        static placed_id taken(field_reader& from) {
            const auto place = from.take<std::uint64_t>();
            return {from.text(), place};
        }
        void write(field_writer& to) const {
            to.add(place);
            to.text(id);
        }
    };
    /// An id with its first place.
    struct first_id : placed_id {
        std::uint64_t key() const noexcept { return place; }
        static first_id taken(field_reader& from) { return {placed_id::taken(from)}; }
    };
    /// A place, and the first place of the same id.
    struct member {
        std::uint64_t first;
        std::uint64_t place;

        auto key() const noexcept { return std::tuple(first, place); }

        static member taken(field_reader& from) { return from.take<member>(); }
        void write(field_writer& to) const { to.add(*this); }
    };
    struct numbered_row {
        std::uint64_t place;
        std::uint64_t number; ///< of its id

        std::uint64_t key() const noexcept { return place; }

        static numbered_row taken(field_reader& from) { return from.take<numbered_row>(); }
        void write(field_writer& to) const { to.add(*this); }
    };

    void add(std::string_view id) {
        by_id_.add(std::hash<std::string_view>()(id) % sorted_lists<placed_id>::count_of_lists, {id, count_++});
    }
    std::size_t list_of(std::uint64_t place) const noexcept;

    spill_file& file_;
    sorted_lists<placed_id> by_id_;
    std::uint64_t before_rows_ = 0;
    std::uint64_t count_ = 0;
    spilled_records ids_;
    spilled_records of_rows_;
};

} // namespace quadrille::cli

#endif
