// Watch: detects that code called by a query has changed the tree.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_WATCH_HPP
#define QUADRILLE_DETAIL_ENGINE_WATCH_HPP

#include <quadrille/config.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstdint>

namespace quadrille::detail {

/// One state of one engine. A swap or move changes the engine of a tree; all other changes increment its epoch. At two
/// equal moments a tree has the same items in the same places and the same memory.
struct moment {
    std::uint64_t identity = 0; ///< of the engine, unique per shape; 0 if there is no engine
    std::uint64_t epoch = 0;

    friend constexpr bool operator==(const moment&, const moment&) = default;
};

/// The state of a query after a call of its visitor, which returned `decision`.
template <class Watching>
outcome outcome_after(const Watching& watching, flow decision) {
    if (watching.sees_misuse()) {
        return outcome::tree_changed;
    }
    return decision == flow::stop ? outcome::stopped : outcome::complete;
}

/// Created before the first call of user code, and checked after each call, before the tree is read or written again.
/// It does not keep the tree alive.
template <class Tree>
class watch {
public:
    using tree_type = Tree;

    explicit watch(const Tree& tree) noexcept : tree_(&tree), began_(tree.now()) {}

    const Tree& tree() const noexcept { return *tree_; }
    bool sees_change() const noexcept { return tree_->now() != began_; }
    /// The same where a change is misuse. Throws if the user's own QUADRILLE_ASSERT throws.
    bool sees_misuse() const {
        const bool changed = sees_change();
        QUADRILLE_ASSERT(!changed, "a visitor must not change the tree that calls it");
        return changed;
    }
    /// The state of a query after a call of its visitor, which returned `decision`.
    outcome after(flow decision) const { return outcome_after(*this, decision); }

private:
    const Tree* tree_;
    moment began_;
};

/// The same for two trees.
template <class Tree, class Other>
class watch_of_two {
public:
    watch_of_two(const Tree& one, const Other& other) noexcept : one_(one), other_(other) {}

    bool sees_misuse() const { return one_.sees_misuse() || other_.sees_misuse(); }
    outcome after(flow decision) const { return outcome_after(*this, decision); }

private:
    watch<Tree> one_;
    watch<Other> other_;
};

/// For queries that call no user code.
struct unwatched {
    static constexpr bool sees_change() noexcept { return false; }
};

} // namespace quadrille::detail

#endif
