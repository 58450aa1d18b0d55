// Contacts that begin, persist and end among the answers to the same questions, from tick to tick.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_CONTACTS_HPP
#define QUADRILLE_BINDINGS_FLAT_CONTACTS_HPP

#include "bindings/flat/tree.hpp"

#include <quadrille/contacts.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace quadrille::flat {

/// The lists of contacts.
enum class contact_list : std::uint8_t {
    now,       ///< of the last update
    began,     ///< of the last update and not of the one before
    persisted, ///< of both
    ended      ///< of the one before and not of the last
};

/// For pairs and joins, the pairs of items in contact. For questions about places (`query`, `query_within`,
/// `intersecting`), the items in each place; there `a` is the number of the question, with generation 0. The classes
/// `contacts`, `contacts_between` and `visits` of contacts.hpp do the work: lists ascend by a, then b.
class contacts {
public:
    /// Asks for all answers, whatever `asked.what` is, and compares them with those of the last call, which must have
    /// the same verb.
    void update(const tree& of, const questions& asked);
    std::span<const item_pair> list(contact_list which) const noexcept;

private:
    /// Items in areas, as pairs.
    struct visit_pairs {
        visits of;
        std::array<std::vector<item_pair>, 4> lists;
    };

    answers found_; ///< reused with its memory
    std::vector<std::size_t> numbers_;
    std::variant<std::monostate, quadrille::contacts, contacts_between, visit_pairs> kind_;
};

} // namespace quadrille::flat

#endif
