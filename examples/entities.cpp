// Entities: a sparse set of components, indexed by item; and the contacts that begin, persist and end.
// SPDX-License-Identifier: MIT
// Prints: tick 0: 1 began, 0 persisted, 0 ended, the ship has health 9
// Prints: tick 1: 0 began, 1 persisted, 0 ended, the ship has health 8
// Prints: tick 2: 0 began, 0 persisted, 1 ended, the ship has health 8
#include <quadrille/contacts.hpp>
#include <quadrille/quadtree.hpp>

#include <cstdio>
#include <vector>

// [components
/// A sparse set. An item's index is dense: the tree is the registry that creates the entities.
template <class Component>
class components {
public:
    void add(quadrille::item entity, Component what) {
        places_.resize(entity.index < places_.size() ? places_.size() : entity.index + 1);
        places_[entity.index] = owners_.size();
        owners_.push_back(entity);
        all_.push_back(what);
    }
    Component* of(quadrille::item entity) { // a later entity with the same index has another generation
        const std::size_t place = entity.index < places_.size() ? places_[entity.index] : 0;
        return place < owners_.size() && owners_[place] == entity ? &all_[place] : nullptr;
    }

private:
    std::vector<std::size_t> places_; ///< by index; where there is no component, any place
    std::vector<quadrille::item> owners_;
    std::vector<Component> all_;
};
// components]

int main() {
    // [systems
    quadrille::quadtree<> world; // no values: the components are elsewhere
    components<int> healths;
    quadrille::contacts contacts;

    const quadrille::item ship = world.insert({{0, 0}, {2, 1}});
    const quadrille::item rock = world.insert({{2, 0}, {3, 1}});
    healths.add(ship, 10); // a rock has none

    for (int tick = 0; tick < 3; ++tick) {
        tick < 2 || world.erase(rock);
        contacts.update(world);
        for (const auto& [a, b] : contacts.now()) {
            for (int* const health : {healths.of(a), healths.of(b)}) {
                health == nullptr || --*health;
            }
        }
        std::printf("tick %d: %zu began, %zu persisted, %zu ended, the ship has health %d\n", tick,
                    contacts.began().size(), contacts.persisted().size(), contacts.ended().size(), *healths.of(ship));
    }
    // systems]
    return *healths.of(ship) == 8 && healths.of(rock) == nullptr ? 0 : 1;
}
