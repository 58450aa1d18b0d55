// Saved trees: as bytes, and as frames whose content a test can change.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SAVED_HPP
#define QUADRILLE_TESTS_SAVED_HPP

#include "support/scalars.hpp"
#include "support/tracked.hpp"

#include <quadrille/load.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/save.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::testing {

using byte_list = std::vector<std::byte>;

/// A tree's bytes; values are saved as their numbers.
template <class Value, class Shape>
byte_list bytes_of(const quadtree<Value, Shape>& tree) {
    byte_list bytes;
    save_report report;
    if constexpr (std::is_void_v<Value>) {
        report = save(tree, bytes);
    } else {
        const auto write = [](const Value& value, byte_writer& out) {
            if constexpr (std::is_class_v<Value>) {
                out.number(value.number());
            } else {
                out.number(value);
            }
        };
        report = save(tree, bytes, write);
    }
    EXPECT_TRUE(report);
    EXPECT_EQ(report.bytes, bytes.size());
    return bytes;
}

template <class Value, class Shape, class Source>
load_report load_bytes(quadtree<Value, Shape>& tree, Source&& source) {
    if constexpr (std::is_void_v<Value>) {
        return load(tree, source);
    } else {
        return load(tree, source, [](byte_reader& in) -> std::optional<Value> {
            int number = 0;
            return in.number(number) ? std::optional<Value>(number) : std::nullopt;
        });
    }
}

/// Gives bytes, so many at a time at most, and counts them.
struct source_of {
    const byte_list& bytes;
    std::size_t most;
    std::size_t given = 0;

    std::size_t operator()(std::span<std::byte> into) {
        const std::size_t count = std::min({into.size(), most, bytes.size() - given});
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(given), count, into.begin());
        given += count;
        return count;
    }
};

/// In checked builds handles carry the mark of the tree that made the first of them, which is saved.
template <class Tree>
void mark(Tree& tree) {
    if constexpr (std::is_void_v<typename Tree::value_type>) {
        tree.erase(tree.insert(made<typename Tree::shape_type>(0, 0, 1, 1)));
    } else {
        tree.erase(tree.insert(made<typename Tree::shape_type>(0, 0, 1, 1), 1));
    }
}

/// One frame of a saved tree.
struct saved_frame {
    detail::section what;
    byte_list content;
};

/// The bytes of a saved tree, or of a recording, in parts.
struct saved_parts {
    byte_list preamble;
    std::vector<saved_frame> frames;

    explicit saved_parts(std::span<const std::byte> bytes, detail::framed of_what = detail::framed::tree) {
        const auto cut = [&](std::size_t size) {
            const byte_list part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
            bytes = bytes.subspan(size);
            return part;
        };
        preamble = cut(detail::preamble_bytes);
        while (!bytes.empty()) {
            detail::frame head;
            const byte_list begin = cut(detail::frame::head_bytes);
            std::copy(begin.begin(), begin.end(), head.bytes);
            EXPECT_TRUE(detail::open(head, of_what));
            frames.push_back({head.what, cut(head.size)});
        }
    }

    /// The bytes, with right checksums.
    byte_list joined() const {
        byte_list bytes = preamble;
        detail::frame sealed;
        for (const saved_frame& each : frames) {
            sealed.what = each.what;
            sealed.size = static_cast<std::uint32_t>(each.content.size());
            std::copy(each.content.begin(), each.content.end(), sealed.content());
            detail::seal(sealed);
            bytes.insert(bytes.end(), sealed.bytes, sealed.bytes + detail::frame::head_bytes + sealed.size);
            ++sealed.number;
        }
        return bytes;
    }

    saved_frame& of(detail::section what) {
        return *std::find_if(frames.begin(), frames.end(), [&](const saved_frame& each) { return each.what == what; });
    }
};

} // namespace quadrille::testing

#endif
