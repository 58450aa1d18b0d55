// Contacts and visits: what begins, lasts and ends from tick to tick equals the difference of two full scans.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/differences.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/contacts.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <tuple>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(contacts_of);

/// A history of inserts, erases and moves, in which indices are reused, followed by contacts and visits.
template <class Scalar>
class followed_life {
public:
    followed_life(style how, std::uint64_t seed) : source_(seed), how_(how) {
        for (int number = 0; number < 5; ++number) {
            areas_.push_back(draw_area<Scalar>(source_, how_));
        }
    }

    void tick() {
        for (std::uint32_t change = source_.below(12); change-- > 0;) {
            const item some = tree_.item_at(source_.below(tree_.index_limit() + 1));
            switch (source_.below(4)) {
            case 0:
                tree_.erase(some);
                tree_.insert(draw<Scalar>(source_, how_)); // it may well get the index that is free now
                break;
            case 1:
                if (tree_.size() > 30) {
                    tree_.erase(some);
                }
                break;
            case 2:
                if (tree_.size() < 80) {
                    tree_.insert(draw<Scalar>(source_, how_));
                }
                break;
            default: tree_.move(some, draw<Scalar>(source_, how_)); break;
            }
        }
        if (source_.below(60) == 0) {
            tree_.clear();
        }
        if (source_.below(5) == 0) {
            areas_[source_.below(4)] = draw_area<Scalar>(source_, how_);
        }
        areas_.resize(source_.below(40) == 0 ? 4 : 5, draw_area<Scalar>(source_, how_));
        follow();
    }

private:
    void follow() {
        contacts_.update(tree_);
        true_contacts_.turn(scanned_pairs(tree_));
        ASSERT_EQ(listed(contacts_.began()), true_contacts_.began());
        ASSERT_EQ(listed(contacts_.persisted()), true_contacts_.persisted());
        ASSERT_EQ(listed(contacts_.ended()), true_contacts_.ended());
        ASSERT_TRUE(std::equal(contacts_.now().begin(), contacts_.now().end(), true_contacts_.now.begin(),
                               true_contacts_.now.end()));
        for (const item_pair& pair : contacts_.now()) {
            ASSERT_TRUE(contacts_.are_in_contact(pair.a, pair.b) && contacts_.are_in_contact(pair.b, pair.a));
        }
        for (const item_pair& pair : contacts_.ended()) {
            ASSERT_FALSE(contacts_.are_in_contact(pair.a, pair.b));
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
    bare_tree<Scalar> tree_{{.leaf_capacity = 4}};
    std::vector<box<Scalar>> areas_;
    contacts contacts_;
    visits visits_;
    differences<item_pair> true_contacts_;
    differences<visit> true_visits_;
};

// promise: contacts
// promise: contacts: `are_in_contact` is right in either order.
TYPED_TEST(contacts_of, random_lives_are_the_difference_of_two_scans) {
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

// promise: contacts
TYPED_TEST(contacts_of, scenes_in_motion_are_the_difference_of_two_sweeps) {
    for (const scenes::kind which : scenes::every_kind) {
        scenes::world<TypeParam> world(which, which == scenes::kind::identical ? 60 : 1500, 41);
        bare_tree<TypeParam> tree;
        ASSERT_TRUE(tree.assign(world.boxes()));
        contacts intersecting;
        differences<item_pair> truth;
        for (int tick = 0; tick < 12; ++tick) {
            tick == 7 ? world.teleport() : world.step();
            ASSERT_TRUE(tree.sync(world.boxes()));
            std::set<item_pair, by_key> all;
            oracle::sweep(world.boxes(),
                          [&](index_pair pair) { all.insert({tree.item_at(pair.a), tree.item_at(pair.b)}); });
            truth.turn(std::move(all));
            intersecting.update(tree);
            ASSERT_EQ(listed(intersecting.began()), truth.began()) << scenes::to_string(which);
            ASSERT_EQ(listed(intersecting.persisted()), truth.persisted()) << scenes::to_string(which);
            ASSERT_EQ(listed(intersecting.ended()), truth.ended()) << scenes::to_string(which);
        }
    }
}

// promise: contacts: The contacts of items that are erased, cleared or replaced end.
TYPED_TEST(contacts_of, an_erased_item_end_though_another_has_its_index_and_place) {
    bare_tree<TypeParam> tree;
    const item stone = tree.insert(box_of<TypeParam>(0, 0, 1, 1));
    const item old = tree.insert(box_of<TypeParam>(1, 0, 2, 1));
    contacts intersecting;
    intersecting.update(tree);
    EXPECT_EQ(listed(intersecting.began()), (std::vector{item_pair{stone, old}}));

    ASSERT_TRUE(tree.erase(old));
    const item fresh = tree.insert(box_of<TypeParam>(1, 0, 2, 1));
    ASSERT_EQ(fresh.index, old.index) << "else this test tests nothing";
    intersecting.update(tree);
    EXPECT_EQ(listed(intersecting.ended()), (std::vector{item_pair{stone, old}}));
    EXPECT_EQ(listed(intersecting.began()), (std::vector{item_pair{stone, fresh}}));
    EXPECT_TRUE(intersecting.persisted().empty());
    EXPECT_FALSE(intersecting.are_in_contact(stone, old));
    EXPECT_TRUE(intersecting.are_in_contact(fresh, stone));
}

// promise: contacts: The contacts of items that are erased, cleared or replaced end.
TYPED_TEST(contacts_of, a_tree_that_is_cleared_or_assigned_end) {
    bare_tree<TypeParam> tree;
    const std::array<box<TypeParam>, 2> both = {box_of<TypeParam>(0, 0, 1, 1), box_of<TypeParam>(1, 1, 2, 2)};
    contacts intersecting;
    ASSERT_TRUE(tree.assign(both));
    intersecting.update(tree);
    const std::vector first = listed(intersecting.now());
    ASSERT_EQ(first.size(), 1U);

    ASSERT_TRUE(tree.assign(both));
    intersecting.update(tree);
    EXPECT_EQ(listed(intersecting.ended()), first);
    EXPECT_EQ(intersecting.began().size(), 1U);

    tree.clear();
    intersecting.update(tree);
    EXPECT_EQ(intersecting.ended().size(), 1U);
    EXPECT_TRUE(intersecting.now().empty());
    intersecting.update(tree);
    EXPECT_TRUE(intersecting.ended().empty());
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

// promise: contacts: Contacts ascend, whatever the tree's own order.
TYPED_TEST(contacts_of, a_world_are_the_same_whatever_the_tree) {
    const scenes::world<TypeParam> world(scenes::kind::clustered, 800, 42);
    bare_tree<TypeParam> packed;
    bare_tree<TypeParam> grown({.leaf_capacity = 3});
    bare_tree<TypeParam> one_cell({.max_depth = 0});
    ASSERT_TRUE(packed.assign(world.boxes()));
    for (const auto& shape : world.boxes()) {
        grown.insert(shape);
        one_cell.insert(shape);
    }
    std::array<contacts, 3> all;
    all[0].update(packed);
    all[1].update(grown);
    all[2].update(one_cell);
    const auto same_indices = [](const item_pair& one, const item_pair& other) {
        return one.a.index == other.a.index && one.b.index == other.b.index;
    };
    ASSERT_FALSE(all[0].began().empty());
    for (const contacts& other : {all[1], all[2]}) {
        EXPECT_TRUE(std::equal(all[0].began().begin(), all[0].began().end(), other.began().begin(), other.began().end(),
                               same_indices));
    }
}

// promise: contacts: Visits list who enters, stays in and leaves each area.
TYPED_TEST(contacts_of, a_watched_door_are_who_comes_and_who_goes) {
    bare_tree<TypeParam> tree;
    const item walker = tree.insert(dot<TypeParam>(-5, 0));
    const item guard = tree.insert(dot<TypeParam>(1, 1));
    const std::array<box<TypeParam>, 1> door = {box_of<TypeParam>(0, 0, 2, 2)};
    visits at_the_door;
    at_the_door.update(tree, door);
    EXPECT_EQ(listed(at_the_door.entered()), (std::vector{visit{0, guard}}));
    ASSERT_TRUE(tree.move(walker, dot<TypeParam>(0, 0)));
    at_the_door.update(tree, door);
    EXPECT_EQ(listed(at_the_door.entered()), (std::vector{visit{0, walker}})) << "the edge belongs to the area";
    EXPECT_EQ(listed(at_the_door.stayed()), (std::vector{visit{0, guard}}));
    ASSERT_TRUE(tree.erase(walker));
    at_the_door.update(tree, door);
    EXPECT_EQ(listed(at_the_door.left()), (std::vector{visit{0, walker}}));
    at_the_door.update(tree, std::array<box<TypeParam>, 0>{});
    EXPECT_EQ(listed(at_the_door.left()), (std::vector{visit{0, guard}})) << "an area that is gone has been left";
}

// promise: contacts: Contacts of circles are the differences of two full scans.
TYPED_TEST(contacts_of, circles_in_motion_are_the_difference_of_two_scans) {
    random_source source(46);
    std::vector<circle<TypeParam>> circles(200);
    quadtree<void, circle<TypeParam>> tree({.leaf_capacity = 4});
    contacts intersecting;
    differences<item_pair> truth;
    for (int tick = 0; tick < 40; ++tick) {
        for (auto& each : circles) {
            if (tick == 0 || source.below(10) == 0) {
                each.radius = static_cast<TypeParam>(source.unit());
                each.center = draw<TypeParam>(source, style::spread).min;
            }
        }
        ASSERT_TRUE(tick == 0 ? tree.assign(circles) : tree.sync(circles));
        std::set<item_pair, by_key> all;
        for (std::uint32_t a = 0; a < circles.size(); ++a) {
            for (std::uint32_t b = a + 1; b < circles.size(); ++b) {
                if (intersects(circles[a], circles[b])) {
                    all.insert({tree.item_at(a), tree.item_at(b)});
                }
            }
        }
        truth.turn(std::move(all));
        intersecting.update(tree);
        ASSERT_EQ(listed(intersecting.began()), truth.began());
        ASSERT_EQ(listed(intersecting.persisted()), truth.persisted());
        ASSERT_EQ(listed(intersecting.ended()), truth.ended());
    }
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
TYPED_TEST(contacts_of, areas_of_other_shapes_are_told_too) {
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
