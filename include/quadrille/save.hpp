// Save: a tree as bytes, for a file or another process. Opt-in; load.hpp reads them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SAVE_HPP
#define QUADRILLE_SAVE_HPP

#include <quadrille/detail/base/cut_back.hpp>
#include <quadrille/detail/engine/frame.hpp>
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
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille {
namespace detail {

template <class Tree, class Sink>
class save_call;

} // namespace detail

/// Receives the bytes of a function that writes values.
class byte_writer {
public:
    /// All bytes of `some`, without their number.
    void bytes(std::span<const std::byte> some) {
        while (!some.empty() && can_write_) {
            const std::size_t length = std::min<std::size_t>(some.size(), detail::frame::max_bytes - into_.size);
            std::memcpy(into_.content() + into_.size, some.data(), length);
            into_.size += static_cast<std::uint32_t>(length);
            some = some.subspan(length);
            if (into_.size == detail::frame::max_bytes) {
                can_write_ = flush_(context_);
            }
        }
    }
    /// The same bytes on every machine: little-endian.
    template <class Number>
        requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
    void number(Number one) {
        std::byte own[sizeof one];
        std::memcpy(own, &one, sizeof one);
        if constexpr (std::endian::native == std::endian::big) {
            std::reverse(std::begin(own), std::end(own));
        }
        bytes(own);
    }
    /// Its length as 64 bits, then its bytes.
    void text(std::string_view one) {
        number(std::uint64_t{one.size()});
        bytes(std::as_bytes(std::span(one)));
    }

private:
    template <class Tree, class Sink>
    friend class detail::save_call;

    byte_writer(detail::frame& into, bool (*flush)(void*), void* context) noexcept
        : into_(into), flush_(flush), context_(context) {}

    detail::frame& into_;
    bool (*flush_)(void* context);
    void* context_;
    bool can_write_ = true;
};

namespace detail {

/// Writes no values, also if the tree has some.
struct no_value_writer {};

/// One call of `save`: frames are filled, sealed, and given to the sink.
template <class Tree, class Sink>
class save_call {
public:
    save_call(const Tree& tree, Sink& sink) noexcept : tree_(tree), sink_(sink), watching_(tree) {}

    template <class WriteValue>
    save_report run(WriteValue& write_value) {
        using saved = saved_tree<shape_of<Tree>>;
        using value = std::conditional_t<std::is_same_v<WriteValue, no_value_writer>, void, typename Tree::value_type>;

        std::byte preamble[preamble_bytes];
        write_preamble(preamble, kind_of_tree<value, shape_of<Tree>>());
        saved_place place = saved::begin(insides::core(tree_));
        bool goes_on = give(preamble);
        while (goes_on && saved::fill(insides::core(tree_), place, frame_)) {
            goes_on = give_frame();
        }
        if constexpr (!std::is_void_v<value>) {
            goes_on = goes_on && give_values(write_value);
        }
        if (goes_on) {
            frame_.what = section::end;
            give_frame();
        }
        return report_;
    }

private:
    bool give(std::span<const std::byte> bytes) {
        if constexpr (std::is_void_v<std::invoke_result_t<Sink&, std::span<const std::byte>>>) {
            std::invoke(sink_, bytes);
        } else if (!static_cast<bool>(std::invoke(sink_, bytes))) {
            report_.error = save_error::sink;
            return false;
        }
        report_.bytes += bytes.size();
        return is_unchanged();
    }
    bool is_unchanged() {
        report_.error = watching_.sees_misuse() ? save_error::tree_changed : report_.error;
        return report_.error == save_error::none;
    }
    bool give_frame() {
        seal(frame_);
        const bool goes_on = give(std::span<const std::byte>(frame_.bytes, frame::head_bytes + frame_.size));
        ++frame_.number;
        frame_.size = 0;
        return goes_on;
    }
    template <class WriteValue>
    bool give_values(WriteValue& write_value) {
        frame_.what = section::values;
        byte_writer writer(frame_, [](void* call) { return static_cast<save_call*>(call)->give_frame(); }, this);
        for (std::uint32_t index = 0; index < tree_.index_limit(); ++index) {
            if (const item which = tree_.item_at(index)) {
                std::invoke(write_value, *tree_.value(which), writer);
                if (!writer.can_write_ || !is_unchanged()) {
                    return false;
                }
            }
        }
        return frame_.size == 0 || give_frame();
    }

    const Tree& tree_;
    Sink& sink_;
    watch_of<Tree> watching_;
    save_report report_;
    frame frame_;
};

/// Appends to a vector, which grows once if there are no values; a save that fails removes its bytes again.
template <class Tree, class WriteValue>
save_report save_to(const Tree& tree, std::vector<std::byte>& all, WriteValue& write_value) {
    using saved = saved_tree<shape_of<Tree>>;

    cut_back<std::byte> appended{all, all.size()};

    constexpr std::uint64_t around = preamble_bytes + frame::head_bytes;
    const std::uint64_t wanted = all.size() + around + saved::bytes(saved::begin(insides::core(tree)));
    if (wanted > all.capacity()) {
        all.reserve(std::max<std::size_t>(static_cast<std::size_t>(wanted), all.size() + all.size() / 2));
    }
    const auto append = [&](std::span<const std::byte> some) { all.insert(all.end(), some.begin(), some.end()); };
    const save_report report = save_call<Tree, decltype(append)>(tree, append).run(write_value);
    appended.kept = report ? all.size() : appended.kept;
    return report;
}
/// The tree as one without values.
template <class Tree, class Sink>
save_report save_bare(const Tree& tree, Sink& sink) {
    no_value_writer none;
    return save_call<Tree, Sink>(tree, sink).run(none);
}
template <class Tree, class Sink, class WriteValue>
save_report save_to(const Tree& tree, Sink& sink, WriteValue& write_value) {
    return save_call<Tree, Sink>(tree, sink).run(write_value);
}

} // namespace detail

/// Takes the bytes of a saved tree: it is called with spans of up to 16,400 bytes, in their order. It returns false to
/// fail.
template <class Sink>
concept byte_sink = std::same_as<std::remove_cvref_t<Sink>, std::vector<std::byte>> ||
                    std::invocable<Sink&, std::span<const std::byte>>;

/// Saves a tree without values: its items, cells, free indices and options, as little-endian bytes with a version and
/// checksums. A tree that is loaded from them has the same handles and gives the same answers in the same order; equal
/// changes to both keep it so. (Reserved memory is not saved, so the loaded tree may be rebuilt at other times.) The
/// sink is a function that takes spans of bytes, or a vector, to which they are appended. O(n), some 41 bytes per box
/// of floats. It allocates nothing and changes nothing: other threads may read the tree meanwhile. The sink must not
/// change the tree: checked builds assert, other builds end with `save_error::tree_changed`. An exception of the sink
/// ends the save.
template <class Shape, byte_sink Sink>
save_report save(const quadtree<void, Shape>& tree, Sink&& sink) {
    detail::no_value_writer none;
    return detail::save_to(tree, sink, none);
}

/// The same with values. `write_value(value, byte_writer&)` is called once for each item, by ascending index.
template <class Value, class Shape, byte_sink Sink, class WriteValue>
    requires(!std::is_void_v<Value> && std::invocable<WriteValue&, const Value&, byte_writer&>)
save_report save(const quadtree<Value, Shape>& tree, Sink&& sink, WriteValue&& write_value) {
    return detail::save_to(tree, sink, write_value);
}

} // namespace quadrille

#endif
