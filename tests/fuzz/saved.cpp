// Saved bytes, hostile ones: load never crashes, hangs, or allocates more than they warrant; what it rejects leaves the tree as it
// was, and what it accepts is a tree that can be used. Bytes as they come, with checksums put right, and of a tree that was saved,
// with words changed behind right checksums.
// SPDX-License-Identifier: MIT
#include "keep/saved.hpp"
#include "fuzz/allocation_watch.hpp"
#include "fuzz/hostile_bytes.hpp"
#include "fuzz/input.hpp"
#include "keep/scarred.hpp"

#include <quadrille/text.hpp>

#include <optional>
#include <sstream>
#include <string>

namespace quadrille::fuzz {
namespace {

using testing::byte_list;
using testing::saved_parts;

/// A sound tree with other frames.
template <class Shape>
byte_list patched_tree(input& from) {
    const auto seed = from.below(16);
    saved_parts parts(testing::bytes_of(testing::scarred_tree<Shape>(seed, 1 + static_cast<int>(from.below(24)))));
    patch<std::uint32_t>(parts, from);
    return parts.joined();
}

template <class Shape>
byte_list bytes_to_load(input& from, std::uint32_t kind) {
    switch (from.below(3)) {
    case 0: return patched_tree<Shape>(from);
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
        expect(testing::bytes_of(tree) == before && !tree.validate(), "load: rejected, and the tree is another");
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
    quadrille::fuzz::allocation_watch::install();
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
