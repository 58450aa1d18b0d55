// Contacts for C: which begin, persist and end from tick to tick.
// SPDX-License-Identifier: MIT
#include "bindings/c/calls.hpp"
#include "bindings/c/conversions.hpp"

#include <cstddef>
#include <memory>
#include <optional>

using namespace quadrille;       // NOLINT: functions of C have no namespace
using namespace quadrille::flat; // NOLINT

static_assert(sizeof(quadrille_item_pair) == sizeof(item_pair) && alignof(quadrille_item_pair) == alignof(item_pair));

quadrille_status quadrille_create_contacts(quadrille_contacts** contacts) {
    return guarded([&] {
        demand(contacts != nullptr, "wanted a place for the contacts, found null");
        *contacts = nullptr;
        return give(std::make_unique<flat::contacts>(), contacts);
    });
}
quadrille_status quadrille_destroy_contacts(quadrille_contacts* contacts) {
    return guarded([&] {
        take_back(contacts);
        return QUADRILLE_OK;
    });
}
quadrille_status quadrille_update_contacts(quadrille_contacts* contacts, const quadrille_tree* tree,
                                           const quadrille_questions* asked) {
    return guarded([&] {
        std::optional<reading> other;
        const held<quadrille_contacts, access::changing> own(contacts);
        own->update(*reading(tree), questions_of(asked, other));
        return QUADRILLE_OK;
    });
}
quadrille_status quadrille_get_contacts(const quadrille_contacts* contacts, quadrille_contact_list which,
                                        const quadrille_item_pair** pairs, size_t* count) {
    return guarded([&] {
        demand(pairs != nullptr && count != nullptr, "wanted room for the list and its length, found null");
        const auto list = static_cast<contact_list>(number_in(which, QUADRILLE_ENDED, "quadrille_contact_list"));
        const auto all = held<const quadrille_contacts, access::reading>(contacts)->list(list);
        *pairs = reinterpret_cast<const quadrille_item_pair*>(array_of(all));
        *count = all.size();
        return QUADRILLE_OK;
    });
}
