// Text whose lines end in a carriage return alone, as on old systems of Apple, as lines of today.
// SPDX-License-Identifier: MIT
#include "unpacker.hpp"

#include <algorithm>

namespace quadrille::files {

namespace {

class of_carriage_returns final : public unpacker {
public:
    std::string_view name() const noexcept override { return carriage_returns; }
    bool is_whole() const noexcept override { return true; }

    std::size_t unpack(std::string_view& packed, std::span<char> into) override {
        const std::size_t count = std::min(packed.size(), into.size());
        std::replace_copy(packed.begin(), packed.begin() + std::ptrdiff_t(count), into.begin(), '\r', '\n');
        packed.remove_prefix(count);
        return count;
    }
};

} // namespace

std::unique_ptr<unpacker> line_ends_of(std::string_view beginning) {
    const bool has_returns_alone =
        beginning.find('\r') != std::string_view::npos && beginning.find('\n') == std::string_view::npos;
    return has_returns_alone ? std::make_unique<of_carriage_returns>() : nullptr;
}

} // namespace quadrille::files
