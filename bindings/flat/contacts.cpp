// Contacts of flat trees: adapts flat trees to the interface that contacts.hpp of the library expects.
// SPDX-License-Identifier: MIT
#include "bindings/flat/contacts.hpp"

#include <cstddef>
#include <utility>

namespace quadrille::flat {

namespace {

/// A flat tree in the form that contacts take.
struct asked_tree {
    const tree& of;
    const questions& asked;
    answers& found;

    std::uint32_t index_limit() const noexcept { return of.index_limit(); }
    item item_at(std::uint32_t index) const noexcept { return of.item_at(index); }
    void pairs(std::vector<index_pair>& into, const pair_filter&, counters*) const {
        of.ask(asked, found);
        into.reserve(found.a.size());
        for (std::size_t each = 0; each < found.a.size(); ++each) {
            into.push_back({found.a[each], found.b[each]});
        }
    }
    void join(const asked_tree&, std::vector<index_pair>& into, const pair_filter& wanted, counters* counts) const {
        pairs(into, wanted, counts);
    }
};

/// Answered questions in the form of a tree whose items are areas.
struct answered_questions {
    const answers& found;

    struct hit {
        quadrille::item which;
        quadrille::item item() const noexcept { return which; }
    };
    template <class Visitor>
    outcome query(std::size_t number, const Visitor& visit, const filter&, counters*) const {
        const std::uint64_t first = number == 0 ? 0 : found.ends[number - 1];
        for (std::size_t at = static_cast<std::size_t>(first); at < found.ends[number]; ++at) {
            visit(hit{{found.a[at], found.a_generations[at]}});
        }
        return outcome::complete;
    }
};

void put_pairs(std::span<const visit> from, std::vector<item_pair>& into) {
    into.clear();
    into.reserve(from.size());
    for (const visit& one : from) {
        into.push_back({{one.area, 0}, one.which});
    }
}

/// Returns the contacts of one kind; the first update chooses the kind.
template <class Kind, class Any>
Kind& kind_in(Any& any, std::string_view verb) {
    if (any.index() == 0) {
        any.template emplace<Kind>();
    }
    if (auto* const own = std::get_if<Kind>(&any)) {
        return *own;
    }
    refuse(verb, "the verb that these contacts have been updated with", "another one");
}

} // namespace

void contacts::update(const tree& of, const questions& asked) {
    questions all = asked;
    all.what = wanted::all;
    all.with_items = true;
    if (asked.verb == "pairs") {
        kind_in<quadrille::contacts>(kind_, asked.verb).update(asked_tree{of, all, found_});
    } else if (asked.verb == "join") {
        if (asked.other == nullptr) {
            refuse(asked.verb, "another tree", "none");
        }
        kind_in<contacts_between>(kind_, asked.verb)
            .update(asked_tree{of, all, found_}, asked_tree{*asked.other, all, found_});
    } else if (asked.verb == "query" || asked.verb == "query_within" || asked.verb == "intersecting") {
        visit_pairs& own = kind_in<visit_pairs>(kind_, asked.verb);
        of.ask(all, found_);
        while (numbers_.size() < found_.ends.size()) {
            numbers_.push_back(numbers_.size());
        }
        own.of.update(answered_questions{found_}, std::span(numbers_).first(found_.ends.size()));
        put_pairs(own.of.now(), own.lists[0]);
        put_pairs(own.of.entered(), own.lists[1]);
        put_pairs(own.of.stayed(), own.lists[2]);
        put_pairs(own.of.left(), own.lists[3]);
    } else {
        refuse(asked.verb, "pairs, join, query, query_within or intersecting");
    }
}

std::span<const item_pair> contacts::list(contact_list which) const noexcept {
    const auto of_pairs = [which](const auto& own) {
        switch (which) {
        case contact_list::began: return own.began();
        case contact_list::persisted: return own.persisted();
        case contact_list::ended: return own.ended();
        case contact_list::now: break;
        }
        return own.now();
    };
    if (const auto* const own = std::get_if<quadrille::contacts>(&kind_)) {
        return of_pairs(*own);
    }
    if (const auto* const own = std::get_if<contacts_between>(&kind_)) {
        return of_pairs(*own);
    }
    if (const auto* const own = std::get_if<visit_pairs>(&kind_)) {
        return own->lists[static_cast<std::size_t>(which)];
    }
    return {};
}

} // namespace quadrille::flat
