// Saved bytes, hostile ones: load never crashes, hangs, or allocates more than they warrant; what it refuses leaves the tree as it
// was, and what it accepts is a tree that can be used. Bytes as they come, with checksums put right, and of a tree that was saved,
// with words changed behind right checksums.
// SPDX-License-Identifier: MIT
#include "support/saved.hpp"
#include "fuzz/input.hpp"
#include "support/scarred.hpp"

#include <quadrille/text.hpp>

#include <sanitizer/allocator_interface.h>

#include <optional>
#include <sstream>
#include <string>

namespace quadrille::fuzz {
namespace {

using testing::byte_list;
using testing::saved_frame;
using testing::saved_parts;

/// The bytes that a part of the program has allocated at once.
class allocation_watch {
public:
    allocation_watch() noexcept { live_ = most_ = 0, is_on_ = true; }
    allocation_watch(const allocation_watch&) = delete;
    allocation_watch& operator=(const allocation_watch&) = delete;
    ~allocation_watch() { is_on_ = false; }

    static std::size_t most() noexcept { return static_cast<std::size_t>(most_); }

    static void begin_watching() {
        __sanitizer_install_malloc_and_free_hooks(
            [](const volatile void*, std::size_t size) {
                live_ += is_on_ ? static_cast<std::ptrdiff_t>(size) : 0;
                most_ = std::max(most_, live_);
            },
            [](const volatile void* freed) {
                live_ -= is_on_ ? static_cast<std::ptrdiff_t>(__sanitizer_get_allocated_size(freed)) : 0;
            });
    }

private:
    static inline std::ptrdiff_t live_ = 0;
    static inline std::ptrdiff_t most_ = 0;
    static inline bool is_on_ = false;
};

/// Heads and checksums are those of the content, as far as there is content.
byte_list resealed(byte_list bytes, std::uint32_t kind) {
    if (bytes.size() < detail::preamble_bytes) {
        return bytes;
    }
    detail::write_preamble(std::span(bytes).first<detail::preamble_bytes>(), kind);
    detail::frame one;
    for (std::size_t at = detail::preamble_bytes; bytes.size() - at > detail::frame::head_bytes; ++one.number) {
        const std::size_t rest = bytes.size() - at - detail::frame::head_bytes;
        std::memcpy(one.bytes, &bytes[at], detail::frame::head_bytes);
        detail::open(one);
        one.size = static_cast<std::uint32_t>(std::min<std::size_t>({one.size, rest, detail::frame::most_bytes}));
        std::memcpy(one.content(), &bytes[at + detail::frame::head_bytes], one.size);
        detail::seal(one);
        std::memcpy(&bytes[at], one.bytes, detail::frame::head_bytes);
        at += detail::frame::head_bytes + one.size;
    }
    return bytes;
}

byte_list bytes_from(input& from) {
    const auto rest = std::as_bytes(from.rest());
    return {rest.begin(), rest.end()};
}

/// Frames of a sound tree, cut, exchanged and with other words.
template <class Shape>
byte_list patched(input& from) {
    const auto seed = from.below(16);
    saved_parts parts(testing::bytes_of(testing::scarred_tree<Shape>(seed, 1 + static_cast<int>(from.below(24)))));
    const auto some_frame = [&]() -> saved_frame& {
        return parts.frames[from.below(static_cast<std::uint32_t>(parts.frames.size()))];
    };
    for (int rest = 30; rest > 0 && !from.is_empty(); --rest) {
        saved_frame& one = some_frame();
        const std::uint32_t what = from.below(16);
        const auto words = static_cast<std::uint32_t>(one.content.size() / 4);
        switch (what) {
        case 0: std::swap(one, some_frame()); break;
        case 1: one.content.resize(from.below(static_cast<std::uint32_t>(one.content.size()) + 1)); break;
        case 2: one.what = static_cast<detail::section>(from.below(10)); break;
        case 3: one.content.resize(std::min<std::size_t>(one.content.size() + from.below(64), 16'000)); break;
        default:
            if (words > 0) {
                std::byte* const at = one.content.data() + std::size_t{4} * from.below(words);
                std::uint32_t word = 0;
                std::memcpy(&word, at, sizeof word);
                word = what < 7    ? from.raw<std::uint32_t>()
                       : what < 10 ? from.below(64)
                       : what < 12 ? word ^ 1U << from.below(32)
                       : what < 14 ? word + from.below(8) - 4
                                   : ~from.below(4);
                std::memcpy(at, &word, sizeof word);
            }
        }
    }
    return parts.joined();
}

template <class Shape>
byte_list bytes_to_load(input& from, std::uint32_t kind) {
    switch (from.below(3)) {
    case 0: return patched<Shape>(from);
    case 1: return resealed(bytes_from(from), kind);
    default: return bytes_from(from);
    }
}

template <class Shape>
void load_numbers(input& from) {
    const std::uint32_t seed = from.byte();
    const byte_list bytes = bytes_to_load<Shape>(from, detail::kind_of_tree<int, Shape>());
    quadtree<int, Shape> tree;
    tree.insert(testing::made<Shape>(0, 0, 1, 1), 1);
    const byte_list before = testing::bytes_of(tree);
    load_report report;
    {
        const allocation_watch watching;
        report = testing::load_bytes(tree, bytes);
    }
    // Some six times their number; and for each index, of which there is a generation among them, a value.
    expect(allocation_watch::most() <= 8 * bytes.size() + 32'768, "load allocates more than the bytes warrant");
    std::ostringstream told;
    told << report; // in words, whatever it is
    if (!report) {
        expect(report.at <= bytes.size(), "load: a place that is not in the bytes");
        expect(testing::bytes_of(tree) == before && !tree.validate(), "load: refused, and the tree is another");
        return;
    }
    const byte_list again = testing::bytes_of(tree);
    quadtree<int, Shape> other;
    expect(bool(testing::load_bytes(other, again)) && testing::bytes_of(other) == again,
           "load: what was loaded is not what is saved");
    const auto used = testing::is_of_use(tree, seed);
    expect(bool(used), used.message());
}

/// Values whose length is read.
void load_texts(input& from) {
    using tree_type = quadtree<std::string, box<float>>;

    const bool is_sealed = from.below(2) == 0;
    byte_list bytes = bytes_from(from);
    if (is_sealed) {
        bytes = resealed(bytes, detail::kind_of_tree<std::string, box<float>>());
    }
    const auto read = [](byte_reader& in) -> std::optional<std::string> {
        std::string text;
        return in.text(text) ? std::optional(text) : std::nullopt;
    };
    tree_type tree;
    {
        const allocation_watch watching;
        load(tree, bytes, read);
    }
    expect(allocation_watch::most() <= 16 * bytes.size() + 32'768, "load allocates more than the texts warrant");
    expect(!tree.validate(), "load: a tree that is not sound");
    std::size_t length = 0;
    tree.each([&](auto hit) { length += hit.value().size(); });
    expect(length <= bytes.size(), "load: more text than there are bytes");
}

} // namespace
} // namespace quadrille::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    quadrille::fuzz::allocation_watch::begin_watching();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace quadrille::fuzz;
    input from(bytes, size);
    if (from.below(8) == 7) {
        load_texts(from);
    } else {
        with_a_shape(from, [&]<class Shape>() { load_numbers<Shape>(from); });
    }
    return 0;
}
