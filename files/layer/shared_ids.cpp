// Finds ids that several features have, and appends numbers to them.
// SPDX-License-Identifier: MIT
#include "shared_ids.hpp"

#include "files/rows/index_set.hpp"
#include "files/text/texts.hpp"

#include <fmt/format.h>

#include <functional>
#include <utility>

namespace quadrille::files {

std::string with_its_number(std::string_view id, std::uint64_t number) { return fmt::format("{} #{}", id, number); }

namespace {

/// Returns for each row whether another row has its id; an empty vector if all differ.
std::vector<bool> shared_in(const text_list& ids) {
    const auto count = static_cast<std::uint32_t>(ids.size());
    std::uint32_t ascending = 1;
    while (ascending < count && comes_behind(ids[ascending], ids[ascending - 1])) {
        ++ascending;
    }
    std::vector<bool> is_shared;
    if (ascending >= count) {
        return is_shared;
    }
    index_set known(count);
    for (std::uint32_t row = 0; row < count; ++row) {
        const std::uint32_t first = known.find_or_add(row, std::hash<std::string_view>()(ids[row]),
                                                      [&](std::uint32_t other) { return ids[other] == ids[row]; });
        if (first != row) {
            is_shared.resize(count);
            is_shared[first] = is_shared[row] = true;
        }
    }
    return is_shared;
}

} // namespace

text_list with_numbers_of_shared(text_list ids, const std::vector<std::uint32_t>& numbers) {
    for (std::vector<bool> is_shared = shared_in(ids); !is_shared.empty(); is_shared = shared_in(ids)) {
        text_list numbered;
        for (std::uint32_t row = 0; row < is_shared.size(); ++row) {
            is_shared[row] ? numbered.push_back(with_its_number(ids[row], numbers[row])) : numbered.push_back(ids[row]);
        }
        ids = std::move(numbered);
    }
    return ids;
}

} // namespace quadrille::files
