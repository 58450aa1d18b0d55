// Contacts and visits: what begins, lasts and ends from tick to tick equals the difference of two full scans.
// SPDX-License-Identifier: MIT
#include "pairs/differences.hpp"
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/contacts.hpp>

#include <array>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(contacts_of);
QUADRILLE_EVERY_SHAPE_SUITE(contacts_of_every_shape);

/// A history of inserts, erases and moves, in which indices are reused, followed by contacts and visits.
template <class Shape>
class followed_life {
public:
    using scalar = typename Shape::scalar;

    followed_life(style how, std::uint64_t seed) : source_(seed), how_(how) {
        for (int number = 0; number < 5; ++number) {
            areas_.push_back(draw_area<scalar>(source_, how_));
        }
    }

    void tick() {
        for (std::uint32_t change = source_.below(12); change-- > 0;) {
            const item some = tree_.item_at(source_.below(tree_.index_limit() + 1));
            switch (source_.below(4)) {
            case 0:
                tree_.erase(some);
                tree_.insert(draw<Shape>(source_, how_)); // it may well get the index that is free now
                break;
            case 1:
                if (tree_.size() > 30) {
                    tree_.erase(some);
                }
                break;
            case 2:
                if (tree_.size() < 80) {
                    tree_.insert(draw<Shape>(source_, how_));
                }
                break;
            default: tree_.move(some, draw<Shape>(source_, how_)); break;
            }
        }
        switch (source_.below(60)) {
        case 0: tree_.clear(); break;
        case 1: tree_.sync([&](auto) { return draw<Shape>(source_, how_); }); break;
        case 2: tree_.assign(snapshot_of(tree_).shapes); break;
        default: break;
        }
        if (source_.below(5) == 0) {
            areas_[source_.below(4)] = draw_area<scalar>(source_, how_);
        }
        areas_.resize(source_.below(40) == 0 ? 4 : 5, draw_area<scalar>(source_, how_));
        follow();
    }

private:
    void follow() {
        contacts_.update(tree_);
        true_contacts_.turn(scanned_pairs(tree_));
        expect_contacts(contacts_, true_contacts_);
        for (const item_pair& pair : contacts_.now()) {
            ASSERT_TRUE(contacts_.are_in_contact(pair.b, pair.a));
        }

        visits_.update(tree_, areas_);
        true_visits_.turn(scanned_visits(tree_, areas_));
        ASSERT_EQ(listed(visits_.entered()), true_visits_.began());
        ASSERT_EQ(listed(visits_.stayed()), true_visits_.persisted());
        ASSERT_EQ(listed(visits_.left()), true_visits_.ended());
        ASSERT_EQ(visits_.now().size(), true_visits_.now.size());
    }

    random_source source_;
    style how_;
    bare_tree<Shape> tree_{{.leaf_capacity = 4}};
    std::vector<box<scalar>> areas_;
    contacts contacts_;
    visits visits_;
    differences<item_pair> true_contacts_;
    differences<visit> true_visits_;
};

// promise: contacts
// promise: contacts: `are_in_contact` is right in either order.
// promise: contacts: The contacts of items that are erased, cleared or replaced end.
// promise: contacts: Contacts ascend, whatever the tree's own order.
// promise: contacts: Visits list who enters, stays in and leaves each area.
// promise: contacts: Contacts of circles are the differences of two full scans.
TYPED_TEST(contacts_of_every_shape, random_lives_are_the_difference_of_two_scans) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        followed_life<TypeParam> life(style(how), 40 + how);
        for (int tick = effort(150, 3000); tick-- > 0;) {
            life.tick();
            if (this->HasFatalFailure()) {
                FAIL() << "style " << how << ", " << tick << " ticks before the end";
            }
        }
    }
}

// promise: contacts: The tree may be swapped or moved between updates.
TYPED_TEST(contacts_of, a_tree_that_is_moved_and_swapped_last) {
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(std::array{box_of<TypeParam>(0, 0, 1, 1), box_of<TypeParam>(1, 1, 2, 2)}));
    contacts intersecting;
    intersecting.update(tree);
    const std::vector first = listed(intersecting.began());
    ASSERT_EQ(first.size(), 1U);
    bare_tree<TypeParam> other(std::move(tree));
    intersecting.update(other);
    EXPECT_EQ(listed(intersecting.persisted()), first);
    bare_tree<TypeParam> third;
    third.swap(other);
    intersecting.update(third);
    EXPECT_EQ(listed(intersecting.persisted()), first);
    EXPECT_TRUE(intersecting.began().empty() && intersecting.ended().empty());
}

// promise: contacts: A filter's layers and distance count.
TYPED_TEST(contacts_of, some_layers_are_those_alone) {
    bare_tree<TypeParam> tree;
    const item foe = tree.insert(dot<TypeParam>(0, 0));
    const item shot = tree.insert(dot<TypeParam>(0, 0));
    const item other_shot = tree.insert(dot<TypeParam>(0, 0));
    tree.set_layers(foe, 1);
    tree.set_layers(shot, 2);
    tree.set_layers(other_shot, 2);
    contacts hits;
    hits.update(tree, {.layers = 2, .partners = 1});
    EXPECT_EQ(listed(hits.began()), (std::vector{item_pair{foe, shot}, item_pair{foe, other_shot}}));
    tree.set_layers(shot, 4);
    hits.update(tree, {.layers = 2, .partners = 1});
    EXPECT_EQ(listed(hits.ended()), (std::vector{item_pair{foe, shot}}));

    visits here;
    here.update(tree, std::array{dot<TypeParam>(0, 0)}, {.layers = 4});
    EXPECT_EQ(listed(here.entered()), (std::vector{visit{0, shot}}));
}

// promise: contacts: A filter's layers and distance count.
TYPED_TEST(contacts_of, a_distance_are_the_pairs_that_come_so_near) {
    bare_tree<TypeParam> tree;
    const item ship = tree.insert(dot<TypeParam>(0, 0));
    const item buoy = tree.insert(dot<TypeParam>(5, 0));
    contacts meetings;
    counters visited;
    meetings.update(tree, {.distance = 3}, &visited);
    EXPECT_TRUE(meetings.now().empty());
    EXPECT_GT(visited.lanes, 0U);
    ASSERT_TRUE(tree.move(ship, dot<TypeParam>(2, 0)));
    meetings.update(tree, {.distance = 3});
    EXPECT_EQ(listed(meetings.began()), (std::vector{item_pair{ship, buoy}}));
    meetings.update(tree);
    EXPECT_EQ(listed(meetings.ended()), (std::vector{item_pair{ship, buoy}})) << "they do not intersect";
}

// promise: contacts: Areas of visits are of any type that `query` takes.
TYPED_TEST(contacts_of, areas_of_other_shapes_are_found_too) {
    bare_tree<TypeParam> tree;
    const item corner = tree.insert(dot<TypeParam>(3, 3));
    const item middle = tree.insert(dot<TypeParam>(0, 0));
    visits round;
    round.update(tree, std::array{circle<TypeParam>{{0, 0}, 4}});
    EXPECT_EQ(listed(round.entered()), (std::vector{visit{0, middle}})) << "the corner of its box is not in the circle";
    round.update(tree, std::array{circle<TypeParam>{{0, 0}, 5}});
    EXPECT_EQ(listed(round.entered()), (std::vector{visit{0, corner}}));
}

} // namespace
} // namespace quadrille::testing
