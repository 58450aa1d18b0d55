// A tree whose items move by every kind of change, and whether it then costs about as much as a fresh one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_MOVING_WORLD_HPP
#define QUADRILLE_TESTS_MOVING_WORLD_HPP

#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "work/work.hpp"

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::testing {

/// The kinds of change by which items get other shapes; the first three keep the items.
enum class change_by : std::uint8_t { sync, move, move_many, erase_and_insert, erase_and_insert_many };
inline constexpr const char* change_names[] = {"sync", "move", "move of many", "erase and insert",
                                               "erase and insert of many"};

using place_list = std::vector<box<double>>;

inline box<double> square_at(double x, double y, double side) { return {{x, y}, {x + side, y + side}}; }

/// A number between these, as likely small as large.
inline double magnitude(random_source& source, double least, double most) {
    return least * std::pow(most / least, source.unit());
}

/// Items and their places, which are as precise for every scalar.
template <class Shape>
class moving_world {
public:
    explicit moving_world(const options& config = {}) : config_(config), tree_(config) {}
    moving_world(const options& config, const place_list& places) : moving_world(config) {
        std::vector<Shape> shapes;
        for (const box<double>& each : places) {
            shapes.push_back(shape_at(each));
        }
        EXPECT_TRUE(tree_.assign(shapes));
        tree_.each([this](auto hit) { items_.push_back(hit.item()); });
        places_ = places;
        most_ = tree_.index_limit();
    }

    quadtree<void, Shape>& tree() noexcept { return tree_; }
    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(items_.size()); }
    item item_of(std::size_t nth) const { return items_[nth]; }
    const box<double>& place(std::size_t nth) const { return places_[nth]; }

    void insert(const box<double>& where) {
        items_.push_back(tree_.insert(shape_at(where)));
        places_.push_back(where);
        most_ = std::max(most_, tree_.index_limit());
    }
    void erase(std::size_t nth) {
        ASSERT_TRUE(tree_.erase(items_[nth]));
        swap(nth, items_.size() - 1);
        items_.pop_back();
        places_.pop_back();
    }
    void swap(std::size_t nth, std::size_t other) {
        std::swap(items_[nth], items_[other]);
        std::swap(places_[nth], places_[other]);
    }

    /// Moves one item.
    void move(std::size_t nth, const box<double>& where) {
        places_[nth] = where;
        ASSERT_TRUE(tree_.move(items_[nth], shape_at(where)));
    }

    /// Gives the first items these places, or only those of them that are elsewhere.
    void change(change_by how, const place_list& places, bool only_movers = false) {
        std::vector<std::size_t> movers;
        std::vector<item> items;
        std::vector<Shape> shapes;
        for (std::size_t nth = 0; nth < places.size(); ++nth) {
            if (!only_movers || !(places_[nth] == places[nth])) {
                movers.push_back(nth);
                items.push_back(items_[nth]);
                shapes.push_back(shape_at(places[nth]));
            }
            places_[nth] = places[nth];
        }
        switch (how) {
        case change_by::sync: rest(1); break;
        case change_by::move:
            for (std::size_t at = 0; at < items.size(); ++at) {
                ASSERT_TRUE(tree_.move(items[at], shapes[at]));
            }
            break;
        case change_by::move_many:
            ASSERT_TRUE(tree_.move(std::span<const item>(items), std::span<const Shape>(shapes)));
            break;
        case change_by::erase_and_insert:
            for (std::size_t at = 0; at < items.size(); ++at) {
                ASSERT_TRUE(tree_.erase(items[at]));
                items[at] = tree_.insert(shapes[at]);
            }
            break;
        case change_by::erase_and_insert_many:
            ASSERT_TRUE(tree_.erase(items));
            ASSERT_TRUE(tree_.insert(shapes, std::span<item>(items)));
            break;
        }
        for (std::size_t at = 0; at < movers.size(); ++at) {
            items_[movers[at]] = items[at];
        }
    }

    /// Leads the first items to these places on straight ways.
    void go(change_by how, const place_list& goals, int ticks) {
        const place_list from(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(goals.size()));
        for (int tick = 1; tick < ticks; ++tick) {
            const auto between = [&](double a, double b) { return a + (b - a) * tick / ticks; };
            place_list now = goals;
            for (std::size_t nth = 0; nth < now.size(); ++nth) {
                now[nth] = {{between(from[nth].min.x, now[nth].min.x), between(from[nth].min.y, now[nth].min.y)},
                            {between(from[nth].max.x, now[nth].max.x), between(from[nth].max.y, now[nth].max.y)}};
            }
            change(how, now);
        }
        change(how, goals);
    }

    /// Ticks in which nothing moves.
    void rest(int ticks = 64) {
        std::vector<Shape> shapes(tree_.index_limit());
        for (std::size_t nth = 0; nth < items_.size(); ++nth) {
            shapes[items_[nth].index] = shape_at(places_[nth]);
        }
        for (; ticks > 0; --ticks) {
            ASSERT_TRUE(tree_.sync(shapes));
        }
    }
    /// As many moves as there are items, of each to where it is.
    void touch() { change(change_by::move, place_list(places_)); }

    ::testing::AssertionResult costs_as_fresh(std::uint32_t queries = 1000, double small = 0.1) const {
        return works_as_fresh(tree_, most_, queries, config_, small);
    }

private:
    static Shape shape_at(const box<double>& where) {
        return made<Shape>(where.min.x, where.min.y, where.max.x, where.max.y);
    }

    options config_;
    quadtree<void, Shape> tree_;
    std::vector<item> items_;
    place_list places_; ///< of each item
    std::uint32_t most_ = 0;
};

} // namespace quadrille::testing

#endif
