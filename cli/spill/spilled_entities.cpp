// Brings equal ids together by their hashes, then back into the order of the file by the first place of each.
// SPDX-License-Identifier: MIT
#include "spilled_entities.hpp"

#include "files/bytes/interrupt.hpp"

#include <string>

namespace quadrille::cli {

/// Lists by place: the places of a list come before those of the next list.
std::size_t spilled_entities::list_of(std::uint64_t place) const noexcept {
    return static_cast<std::size_t>(place * sorted_lists<member>::count_of_lists / count_);
}

void spilled_entities::finish() {
    constexpr std::size_t lists = sorted_lists<member>::count_of_lists;

    sorted_lists<first_id> firsts(file_);
    sorted_lists<member> members(file_);
    for (std::size_t list = 0; list < lists; ++list) {
        std::string id;
        std::uint64_t first = count_;
        by_id_.each_of(list, [&](const placed_id& each) {
            files::demand_no_signal();
            if (first == count_ || id != each.id) {
                first = each.place;
                id = each.id; // the view is valid only during this call
                firsts.add(list_of(first), {each});
            }
            members.add(list_of(first), {first, each.place});
        });
    }

    sorted_lists<numbered_row> rows(file_);
    std::uint64_t first = count_;
    std::uint64_t ids = 0; ///< ids so far
    for (std::size_t list = 0; list < lists; ++list) {
        firsts.each_of(list, [&](const first_id& each) {
            ids_.add(file_, row_chunk_bytes, [&](field_writer& out) { out.text(each.id); });
        });
        members.each_of(list, [&](const member& each) {
            files::demand_no_signal();
            ids += each.first != first ? 1U : 0U;
            first = each.first;
            if (each.place >= before_rows_) {
                rows.add(list_of(each.place), {each.place, ids - 1});
            }
        });
    }
    ids_.finish(file_);

    for (std::size_t list = 0; list < lists; ++list) {
        rows.each_of(list, [&](const numbered_row& each) {
            files::demand_no_signal();
            of_rows_.add(file_, row_chunk_bytes,
                         [&](field_writer& out) { out.add(static_cast<std::uint32_t>(each.number)); });
        });
    }
    of_rows_.finish(file_);
}

} // namespace quadrille::cli
