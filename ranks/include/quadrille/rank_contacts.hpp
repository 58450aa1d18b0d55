// Contacts of a world over ranks: which things come into contact, stay in contact and separate, on any ranks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANK_CONTACTS_HPP
#define QUADRILLE_RANK_CONTACTS_HPP

#include <quadrille/ranks.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::ranks {

/// Two things in contact, by their ids; a is the lower one.
struct contact {
    std::uint64_t a = 0;
    std::uint64_t b = 0;

    friend constexpr auto operator<=>(const contact&, const contact&) = default;
};

/// The pairs of things of one world that are in contact, from tick to tick, as `quadrille::contacts`: call `update`
/// once per tick, then read the lists of this rank. Each pair is in the lists of one rank: the one that reports it now,
/// or reported it last if it has ended. A pair that another rank begins to report has not begun: it persists.
///
/// The lists ascend by (a, b), and are valid until the next `update`. Use one object per world and rank.
class contacts {
public:
    /// Collective. Compares the pairs that `world.pairs` finds with the same filter with those of the last call. If
    /// only one rank knows a pair, it asks another rank: two exchanges of 16 bytes for each pair that begins, ends or
    /// moves to another rank.
    template <class Value, class Shape>
    report update(world<Value, Shape>& of, const pair_filter& wanted = {});

    /// Returns all contacts that this rank reports.
    std::span<const contact> now() const noexcept { return last_.now; }
    /// Returns those that were not contacts at the last call.
    std::span<const contact> began() const noexcept { return last_.began; }
    /// Returns those that were contacts at the last call.
    std::span<const contact> persisted() const noexcept { return last_.persisted; }
    /// Returns the contacts of the last call that are none now.
    std::span<const contact> ended() const noexcept { return last_.ended; }

private:
    struct lists {
        std::vector<contact> now;
        std::vector<contact> began;
        std::vector<contact> persisted;
        std::vector<contact> ended;
    };

    lists last_;
};

} // namespace quadrille::ranks

#include <quadrille/detail/ranks/contacts.ipp>

#endif
