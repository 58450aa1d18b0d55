// Recordings, hostile ones: a replay ends, leaves a sound tree, allocates no more than the bytes warrant, and does the same again.
// Bytes as they come, with checksums put right, as operations on a sound tree, and a recorded life with others among its bytes.
// SPDX-License-Identifier: MIT
#include "fuzz/allocation_watch.hpp"
#include "fuzz/hostile_bytes.hpp"
#include "fuzz/input.hpp"
#include "keep/saved.hpp"
#include "recordings/recorded_life.hpp"

#include <quadrille/recording.hpp>
#include <quadrille/replay.hpp>
#include <quadrille/text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <vector>

namespace quadrille::fuzz {
namespace {

using testing::byte_list;
using testing::saved_parts;

/// Recordings of some lives, in frames, the first of which has the tree with which it begins.
template <class Shape>
const saved_parts& some_life(input& from) {
    static const std::vector<saved_parts> lives = [] {
        std::vector<saved_parts> recorded;
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            quadtree<void, Shape> tree({.leaf_capacity = 2});
            for (std::uint64_t number = 0; number < 6 * (seed % 4); ++number) {
                tree.insert(testing::made<Shape>(double(number % 5), double(number / 5), 2, 1));
            }
            recorded.emplace_back(testing::record_life(tree, seed, 1).bytes, detail::framed::recording);
        }
        return recorded;
    }();
    return lives[from.below(static_cast<std::uint32_t>(lives.size()))];
}

/// The bytes of the input as operations, behind the frame with the tree.
template <class Shape>
byte_list as_operations(input& from) {
    saved_parts parts = some_life<Shape>(from);
    parts.frames.resize(2, {detail::section::operations, {}});
    byte_list& content = parts.frames[1].content;
    content.assign(detail::operation_count_bytes, std::byte{1});
    const byte_list operations = bytes_from(from);
    content.insert(content.end(), operations.begin(), operations.end());
    parts.frames.push_back({detail::section::end, {}});
    return parts.joined();
}
template <class Shape>
byte_list patched_life(input& from) {
    saved_parts parts = some_life<Shape>(from);
    patch<std::uint8_t>(parts, from);
    return parts.joined();
}

template <class Shape>
byte_list bytes_to_replay(input& from) {
    switch (from.below(8)) {
    case 0: return bytes_from(from);
    case 1: return resealed(bytes_from(from), detail::kind_of_tree<void, Shape>(), detail::framed::recording);
    case 2:
    case 3:
    case 4: return patched_life<Shape>(from);
    default: return as_operations<Shape>(from);
    }
}

/// What an observer may rely on; and the end of replays that only take long: pairs of many items, asked for many times.
class observer {
public:
    explicit observer(std::size_t bytes) : bytes_(bytes) {}

    template <class Tree>
    flow operator()(const replayed& one, const Tree& tree) {
        expect(one.number == ++number_, "replay: operations are not numbered in their order");
        expect(at_ <= one.at && one.at < bytes_,
               "replay: a place that is not in the bytes, or not behind the one before");
        expect(one.number_count <= std::size(one.numbers), "replay: more numbers than there are");
        expect(one.is_equal || one.is_run, "replay: what was not run has another answer");
        at_ = one.at;
        if (one.verb == recorded_verb::reserve && one.is_run) {
            reserved_ = std::max(reserved_, one.items);
        }
        work_ += one.items + tree.size() * (one.verb == recorded_verb::pairs ? 64U : 1U);
        return work_ < 4'000'000 ? flow::next : flow::stop;
    }

    std::uint64_t operations() const noexcept { return number_; }
    std::size_t reserved() const noexcept { return static_cast<std::size_t>(reserved_); }

private:
    std::size_t bytes_;
    std::uint64_t number_ = 0;
    std::uint64_t at_ = 0;
    std::uint64_t reserved_ = 0;
    std::uint64_t work_ = 0;
};

template <class Shape>
void run_again(input& from) {
    const byte_list bytes = bytes_to_replay<Shape>(from);
    quadtree<void, Shape> tree;
    tree.insert(testing::made<Shape>(0, 0, 1, 1));
    const byte_list before = testing::bytes_of(tree);
    observer seen(bytes.size());
    replay_report report;
    {
        const allocation_watch watching;
        report = replay(tree, bytes, seen);
    }
    // A shape is a byte at least, and takes up to 24 in a list and some 200 in a tree; both may be moved to larger memory.
    expect(allocation_watch::most() <= 512 * bytes.size() + 65'536 + 256 * seen.reserved(),
           "replay allocates more than the bytes warrant");
    std::ostringstream told;
    told << report.stream << to_string(report.first.verb); // in words, whatever it is
    expect(report.operations == seen.operations(), "replay: the observer saw another number of operations");
    expect(report.stream.at <= bytes.size(), "replay: a place that is not in the bytes");
    expect(!tree.validate(), "replay: a tree that is not sound");
    expect(report.operations > 0 || testing::bytes_of(tree) == before, "replay: none was run, and the tree is another");

    quadtree<void, Shape> other;
    observer seen_again(bytes.size());
    const replay_report again = replay(other, bytes, seen_again);
    expect(again.operations == report.operations && again.hash == report.hash && again.different == report.different &&
               again.stream.at == report.stream.at,
           "replay: not the same again");
    expect(report.operations == 0 || testing::bytes_of(other) == testing::bytes_of(tree),
           "replay: not the same tree again");
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
    with_a_shape(from, [&]<class Shape>() { run_again<Shape>(from); });
    return 0;
}
