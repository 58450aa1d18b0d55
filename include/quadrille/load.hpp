// Load: a tree from the bytes of `save`. With any bytes, the result is that tree or a report of the error.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_LOAD_HPP
#define QUADRILLE_LOAD_HPP

#include <quadrille/detail/engine/frame.hpp>
#include <quadrille/detail/engine/frame_reader.hpp>
#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/detail/engine/saved_tree.hpp>
#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace quadrille {
namespace detail {

template <class Tree>
class load_call;

} // namespace detail

/// The source of bytes for a function that reads values. Their checksum was tested before. If there are fewer bytes
/// than a member needs, it returns false, and so does every later call; the value is then rejected.
class byte_reader {
public:
    /// Fills all of `some`.
    bool bytes(std::span<std::byte> some) {
        while (!some.empty() && have_more()) {
            const std::size_t available = std::min<std::size_t>(some.size(), from_.size - taken_);
            std::memcpy(some.data(), from_.content() + taken_, available);
            taken_ += static_cast<std::uint32_t>(available);
            some = some.subspan(available);
        }
        return some.empty();
    }
    /// A number from `byte_writer::number`.
    template <class Number>
        requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
    bool number(Number& one) {
        std::byte own[sizeof one];
        if (!bytes(own)) {
            return false;
        }
        if constexpr (std::endian::native == std::endian::big) {
            std::reverse(std::begin(own), std::end(own));
        }
        std::memcpy(&one, own, sizeof one);
        return true;
    }
    /// A string from `byte_writer::text`. It grows with the bytes that are present, not by the length alone.
    bool text(std::string& one) {
        one.clear();
        std::uint64_t length = 0;
        if (!number(length)) {
            return false;
        }
        while (one.size() < length && have_more()) {
            const auto available = static_cast<std::size_t>(
                std::min<std::uint64_t>(length - one.size(), std::uint64_t{from_.size} - taken_));
            one.append(reinterpret_cast<const char*>(from_.content() + taken_), available);
            taken_ += static_cast<std::uint32_t>(available);
        }
        return one.size() == length;
    }

private:
    template <class Tree>
    friend class detail::load_call;

    byte_reader(const detail::frame& from, bool (*next)(void*), void* context) noexcept
        : from_(from), next_(next), context_(context) {}

    /// Whether another byte is present, in this frame or in the next one.
    bool have_more() {
        if (!failed_ && taken_ == from_.size) {
            taken_ = 0;
            failed_ = !next_(context_);
        }
        return !failed_;
    }

    const detail::frame& from_;
    bool (*next_)(void* context);
    void* context_;
    std::uint32_t taken_ = 0;
    bool failed_ = false;
};

namespace detail {

/// One call of `load`: frames are read and checked one by one. The tree is replaced at the end.
template <class Tree>
class load_call : frame_reader {
public:
    using value = typename Tree::value_type;
    using shape = shape_of<Tree>;

    template <class Source>
    load_call(Tree& tree, Source& source) noexcept : frame_reader(source), tree_(tree) {}

    template <class ReadValue>
    load_report run(ReadValue& read_value) {
        using saved = saved_tree<shape>;

        const options own = insides::core(tree_).chosen_options();
        core<shape> fresh(options{.memory = own.memory});
        fresh_values values(fresh);
        saved_place place;
        if (!begin(kind_of_tree<value, shape>())) {
            return report_;
        }
        while (saved::wants_more(place)) {
            if (!next_frame() || !holds(saved::take(fresh, place, frame_))) {
                return report_;
            }
        }
        if (const fault broken = saved::check(fresh)) {
            reject({.error = load_error::damaged, .at = in_.at(), .broken = broken});
            return report_;
        }
        frame_.size = 0;
        if constexpr (!std::is_void_v<value>) {
            if (!read_values(fresh, values, read_value)) {
                return report_;
            }
        }
        if (!next_frame() || !is_end(fresh.head().index_limit)) {
            return report_;
        }
        if (in_.has_rest()) {
            reject({.error = load_error::too_long, .at = in_.at()});
            return report_;
        }
        Tree replaced(own);
        replaced.swap(tree_);
        insides::changing_core(tree_).swap(fresh);
        insides::values(tree_).swap(values.room);
        values.built = 0;
        report_.at = in_.at();
        return report_;
    }

private:
    /// The values read so far. A load that fails destroys them.
    struct fresh_values {
        const core<shape>& of;
        detail::values<value> room;
        std::uint32_t built = 0; ///< indices below have their values

        explicit fresh_values(const core<shape>& owner) noexcept : of(owner), room(owner.chosen_options().memory) {}
        fresh_values(const fresh_values&) = delete;
        fresh_values& operator=(const fresh_values&) = delete;
        ~fresh_values() {
            while (built > 0) {
                if (is_alive(--built)) {
                    room.destroy(built);
                }
            }
        }
        bool is_alive(std::uint32_t index) const noexcept { return (of.head().generations[index] & 1U) != 0; }
    };

    template <class ReadValue>
    bool read_values(const core<shape>& fresh, fresh_values& values, ReadValue& read_value) {
        byte_reader reader(
            frame_,
            [](void* context) {
                auto& call = *static_cast<load_call*>(context);
                return call.next_frame() && call.frame_.what == section::values && call.frame_.size > 0;
            },
            this);
        for (; values.built < fresh.head().index_limit; ++values.built) {
            const std::uint32_t index = values.built;
            if (!values.is_alive(index)) {
                continue;
            }
            if (!values.room.reserve(std::size_t{index} + 1)) {
                return reject({.error = load_error::no_memory, .at = in_.at()});
            }
            std::optional<value> one = std::invoke(read_value, reader);
            if (!one || reader.failed_) {
                return reject({.error = load_error::value,
                               .at = in_.at() - frame_.size + reader.taken_,
                               .broken = {"a value was not read", index}});
            }
            values.room.construct(index, std::move(*one));
        }
        return reader.taken_ == frame_.size || reject_rest(in_.at() - frame_.size + reader.taken_, values.built);
    }
    bool reject_rest(std::uint64_t at, std::uint32_t index) {
        return reject({.error = load_error::value, .at = at, .broken = {"more was written than was read", index}});
    }
    bool is_end(std::uint32_t index_limit) {
        if (frame_.what == section::values && !std::is_void_v<value>) {
            return reject_rest(frame_at_, index_limit);
        }
        return (frame_.what == section::end && frame_.size == 0) ||
               holds({.error = load_error::damaged,
                      .broken = {"there is more than the tree", static_cast<std::uint32_t>(frame_.what)}});
    }

    Tree& tree_;
};

struct no_value_reader {};

} // namespace detail

/// Replaces a tree by the saved one: its items, handles, cells and options (all but `memory`), as `copy_from` does. It
/// gives the same answers in the same order, and equal changes keep the two equal. All or nothing: if the bytes are not
/// from `save`, the tree stays as it was, and the report has the error and its place. With any bytes, the load ends,
/// reads only these bytes, and allocates at most about six times their number, apart from values. O(n).
///
/// The source is bytes in memory, which must end with the tree, or a function. The function may use the tree, which is
/// replaced at the end. An exception of the function ends the load; the tree then stays as it was. (Checked builds do
/// not load a tree in which an index was used more than 2¹⁹ times. In checked builds a loaded tree accepts the handles
/// of the saved tree as its own. If the saved tree never had an item, the two trees make different handles.) After a
/// load `error()` is `none`; a rejected load does not change `error()`.
template <class Shape, byte_source Source>
load_report load(quadtree<void, Shape>& tree, Source&& source) {
    detail::no_value_reader none;
    return detail::load_call(tree, source).run(none);
}

/// The same with values: `read_value(byte_reader&)` returns a value, or an empty optional to reject the whole tree. It
/// is called once for each item, by ascending index, after all other checks have passed, and must read exactly the
/// written bytes.
template <class Value, class Shape, byte_source Source, class ReadValue>
    requires(!std::is_void_v<Value> &&
             std::convertible_to<std::invoke_result_t<ReadValue&, byte_reader&>, std::optional<Value>>)
load_report load(quadtree<Value, Shape>& tree, Source&& source, ReadValue&& read_value) {
    return detail::load_call(tree, source).run(read_value);
}

} // namespace quadrille

#endif
