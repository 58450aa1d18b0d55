// A random history of a tree and the oracle: a list of commands, executed one by one, and shrunk when it fails.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_LIFE_HPP
#define QUADRILLE_TESTS_LIFE_HPP

#include "support/reach.hpp"
#include "support/shapes.hpp"
#include "support/twin.hpp"
#include "support/user_memory.hpp"

#include <array>
#include <cstdint>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace quadrille::testing {

/// Every verb, those that make a world first and often.
enum class verb : std::uint8_t {
    insert,
    insert_many,
    insert_together,
    erase,
    erase_many,
    erase_together,
    move,
    move_many,
    nudge,
    clear,
    reserve,
    assign,
    sync_nudged,
    sync_thrown,
    sync_by_function,
    sync_wrong_size,
    erase_if,
    set_layers,
    layer_many,
    wander,
    copy,
    save,
    query,
    query_layers,
    query_within,
    intersecting,
    pairs,
    pairs_of,
    filtered_pairs,
    a_kind,
    nearest_of_many,
    nearest,
    cast,
    find,
    cells,
    cell_at
};

inline constexpr std::array verb_names = {"insert",
                                          "insert_many",
                                          "insert_together",
                                          "erase",
                                          "erase_many",
                                          "erase_together",
                                          "move",
                                          "move_many",
                                          "nudge",
                                          "clear",
                                          "reserve",
                                          "assign",
                                          "sync_nudged",
                                          "sync_thrown",
                                          "sync_by_function",
                                          "sync_wrong_size",
                                          "erase_if",
                                          "set_layers",
                                          "layer_many",
                                          "wander",
                                          "copy",
                                          "save",
                                          "query",
                                          "query_layers",
                                          "query_within",
                                          "intersecting",
                                          "pairs",
                                          "pairs_of",
                                          "filtered_pairs",
                                          "a_kind",
                                          "nearest_of_many",
                                          "nearest",
                                          "cast",
                                          "find",
                                          "cells",
                                          "cell_at"};
inline constexpr auto verbs = static_cast<std::uint32_t>(verb_names.size());

/// One command. All its random choices follow from `chance`.
struct command {
    verb what;
    std::uint32_t chance;
};

inline std::ostream& operator<<(std::ostream& out, const command& todo) {
    return out << verb_names[static_cast<std::size_t>(todo.what)] << '(' << todo.chance << ')';
}

/// The options of a world and the style of its boxes.
struct circumstances {
    options config;
    style manner;
    bool has_own_memory = false;
};

inline std::ostream& operator<<(std::ostream& out, const circumstances& those) {
    return out << "leaf_capacity " << those.config.leaf_capacity << ", max_depth " << those.config.max_depth
               << ", min_cell_side " << those.config.min_cell_side << ", max_items " << those.config.max_items
               << ", max_generations " << those.config.max_generations << ", style " << int(those.manner) << ", period "
               << those.config.period.width() << " x " << those.config.period.height()
               << (those.has_own_memory ? ", memory of its own" : "");
}

/// The default options in half of the cases, otherwise unusual ones.
inline circumstances draw_circumstances(random_source& source) {
    circumstances drawn{{}, style(source.below(styles))};
    drawn.config.max_items = 300;
    if (source.below(2) == 0) {
        constexpr std::array<std::uint32_t, 8> capacities = {1, 2, 3, 4, 8, 16, 31, 100};
        constexpr std::array<int, 8> depths = {32, 32, 32, 31, 8, 3, 1, 0};
        drawn.config.leaf_capacity = capacities[source.below(8)];
        drawn.config.max_depth = depths[source.below(8)];
        drawn.config.min_cell_side = source.below(4) == 0 ? source.unit() * 4 : 0;
        drawn.config.max_items = source.below(4) == 0 ? source.below(100) : 300;
        drawn.config.max_generations = source.below(4) == 0 ? 1 + source.below(4) : 0;
        drawn.has_own_memory = source.below(2) == 0;
    }
    if (source.below(5) == 0) {
        drawn.config.period = draw_period(source);
        drawn.config.origin = {source.below(2) == 0 ? 0 : source.between(-50, 50), 0};
    }
    return drawn;
}

/// Mostly inserts and moves, sometimes a change of everything.
inline command draw_command(random_source& source) {
    const std::uint32_t die = source.below(100);
    const auto chance = static_cast<std::uint32_t>(source.word());
    constexpr std::array rare = {verb::clear,  verb::reserve,    verb::assign, verb::sync_wrong_size,
                                 verb::wander, verb::erase_many, verb::copy,   verb::save};
    if (die < rare.size()) {
        return {rare[die], chance};
    }
    constexpr std::array frequent = {
        verb::insert,       verb::insert,         verb::insert_many,      verb::insert_many,     verb::erase,
        verb::erase,        verb::move,           verb::move_many,        verb::nudge,           verb::nudge,
        verb::sync_nudged,  verb::sync_thrown,    verb::sync_by_function, verb::erase_if,        verb::query,
        verb::query,        verb::query,          verb::intersecting,     verb::pairs,           verb::pairs_of,
        verb::cells,        verb::cell_at,        verb::set_layers,       verb::layer_many,      verb::query_layers,
        verb::query_layers, verb::filtered_pairs, verb::nearest,          verb::nearest,         verb::cast,
        verb::cast,         verb::find,           verb::query_within,     verb::insert_together, verb::erase_together,
        verb::a_kind,       verb::nearest_of_many};
    return {frequent[source.below(static_cast<std::uint32_t>(frequent.size()))], chance};
}

/// Executes commands in a tree and its twin.
template <class Shape, class Twin = twin<Shape>>
class life {
public:
    using scalar = typename Shape::scalar;

    explicit life(const circumstances& those) : manner_(those.manner), both_(those.config) {}

    const std::string& trouble() const noexcept { return both_.trouble(); }
    Twin& both() noexcept { return both_; }

    void live(const command& todo) {
        random_source source(todo.chance);
        // The scans of most questions know worlds without a seam; every question's own truth knows both.
        const bool is_asked = verb::query <= todo.what && todo.what < verb::find && todo.what != verb::nearest_of_many;
        switch (is_asked && both_.wraps() ? verb::a_kind : todo.what) {
        case verb::insert:
            both_.insert(shape(source));
            if (source.below(4) == 0) {
                both_.insert_thrown(shape(source));
            }
            break;
        case verb::insert_many:
            for (std::uint32_t rest = source.below(60); rest > 0; --rest) {
                both_.insert(draw<Shape>(source, manner_));
            }
            break;
        case verb::insert_together: {
            const std::uint32_t count = source.below(source.below(4) == 0 ? 200 : 30);
            const std::vector<Shape> those = shapes(source, count, source.below(8) == 0);
            both_.insert_together(those, layers(source), source.below(2) == 0, source.below(2) == 0,
                                  source.below(8) == 0);
            break;
        }
        case verb::erase: both_.erase(someone(source)); break;
        case verb::erase_many:
            for (std::uint32_t rest = both_.size(); rest > 0; --rest) {
                both_.erase(someone(source));
            }
            break;
        case verb::erase_together: both_.erase_together(some(source, source.below(4) == 0 ? 100 : 20)); break;
        case verb::move: both_.move(someone(source), shape(source)); break;
        case verb::move_many: {
            const std::vector<item> movers = some(source, 20);
            both_.move_many(movers, shapes(source, static_cast<std::uint32_t>(movers.size()), source.below(8) == 0));
            break;
        }
        case verb::nudge: {
            const item which = someone(source);
            const bool known = which.index < both_.limit();
            both_.move(which, known ? nudged(source, both_.truth().shapes[which.index]) : Shape{});
            break;
        }
        case verb::clear: both_.clear(); break;
        case verb::reserve: both_.reserve(source.below(600)); break;
        case verb::assign: both_.assign(shapes(source, source.below(310), source.below(8) == 0)); break;
        case verb::sync_nudged: both_.sync(all_nudged(source), false); break;
        case verb::sync_thrown: both_.sync(shapes(source, both_.limit(), source.below(4) == 0), false); break;
        case verb::sync_by_function: both_.sync(all_nudged(source), true); break;
        case verb::sync_wrong_size: both_.sync(shapes(source, both_.limit() + 1, false), false); break;
        case verb::erase_if: {
            const std::uint32_t modulus = 2 + source.below(9);
            both_.erase_if(modulus, source.below(modulus));
            break;
        }
        case verb::set_layers: both_.set_layers(someone(source), layers(source)); break;
        case verb::layer_many: {
            const std::uint32_t common = layers(source);
            for (std::uint32_t rest = source.below(60); rest > 0; --rest) {
                both_.set_layers(someone(source), source.below(8) == 0 ? layers(source) : common);
            }
            break;
        }
        case verb::wander: both_.wander(); break;
        case verb::copy: both_.copy(source.below(2) == 0); break;
        case verb::save: both_.save(source.below(2) == 0); break;
        case verb::query: both_.ask(draw_area<scalar>(source, manner_)); break;
        case verb::query_layers: both_.ask_layers(draw_area<scalar>(source, manner_), layers(source)); break;
        case verb::query_within: {
            const double distance = source.below(6) == 0 ? 0 : source.unit() * 5;
            both_.ask_within(draw_area<scalar>(source, manner_), distance);
            break;
        }
        case verb::intersecting:
            both_.limit() > 0 ? both_.ask_intersecting(source.below(both_.limit())) : void();
            break;
        case verb::pairs: both_.ask_pairs(); break;
        case verb::pairs_of: {
            const double distance = source.below(2) == 0 ? 0 : source.between(-1, 5);
            const bool is_all = source.below(2) == 0;
            const pair_filter wanted = {is_all ? all_layers : layers(source), is_all ? all_layers : layers(source),
                                        distance};
            both_.ask_pairs_of(some(source, 30), wanted);
            break;
        }
        case verb::a_kind: {
            chances own{*this, source};
            both_.ask_a_kind(own, source.below(question_kinds), 1 + source.below(12));
            break;
        }
        case verb::nearest_of_many: {
            std::vector<point<scalar>> places;
            for (std::uint32_t rest = source.below(50); rest > 0; --rest) {
                places.push_back(draw_place<scalar>(source, manner_));
            }
            both_.ask_nearest_of_many(places, source.below(6), {.layers = layers(source)});
            break;
        }
        case verb::filtered_pairs: {
            const double distance = source.below(4) == 0 ? 0 : source.between(-1, 5);
            both_.ask_filtered_pairs({layers(source), layers(source), distance});
            break;
        }
        case verb::nearest: {
            const double distance = source.below(2) == 0 ? infinite<double> : source.between(-1, 12);
            both_.ask_nearest(draw_place<scalar>(source, manner_), distance, layers(source), source.below(60));
            break;
        }
        case verb::cast: {
            const auto moving = draw<box<scalar>>(source, manner_);
            both_.ask_casts(draw_ray<scalar>(source, manner_), moving, layers(source));
            break;
        }
        case verb::find: both_.ask_find(draw<Shape>(source, manner_), source.below(300)); break;
        case verb::cells: both_.look_at_cells(); break;
        case verb::cell_at: both_.look_at_cell(draw_area<scalar>(source, manner_).min); break;
        }
        both_.look();
    }

private:
    /// What the fields of questions are drawn from.
    struct chances {
        const life& of;
        random_source& source;

        box<scalar> area() { return draw_area<scalar>(source, of.manner_); }
        circle<scalar> disc() { return {place(), static_cast<scalar>(source.between(-1, 8))}; }
        point<scalar> place() { return draw_place<scalar>(source, of.manner_); }
        double distance() { return source.below(2) == 0 ? 0 : source.between(-1, 5); }
        item someone() { return of.someone(source); }
        std::uint32_t layers() { return life::layers(source); }
    };

    /// Most are good, one in sixteen is not.
    Shape shape(random_source& source) const {
        static const std::vector<Shape> bad = bad_shapes<Shape>();
        return source.below(16) == 0 ? bad[source.below(static_cast<std::uint32_t>(bad.size()))]
                                     : draw<Shape>(source, manner_);
    }

    /// Mostly one of a few, so that many cells do not have it; sometimes none, or all.
    static std::uint32_t layers(random_source& source) {
        const std::uint32_t die = source.below(12);
        return die == 0 ? 0 : die < 3 ? all_layers : 1U << source.below(3);
    }

    std::vector<Shape> shapes(random_source& source, std::uint32_t count, bool with_bad_ones) const {
        std::vector<Shape> drawn(count);
        for (Shape& each : drawn) {
            each = with_bad_ones ? shape(source) : draw<Shape>(source, manner_);
        }
        return drawn;
    }

    /// A live item, a stale one, or null.
    item someone(random_source& source) const {
        const std::uint32_t die = source.below(16);
        if (die == 0 && !both_.stale().empty()) {
            return both_.stale()[source.below(static_cast<std::uint32_t>(both_.stale().size()))];
        }
        if (die == 1 || both_.limit() == 0) {
            return {};
        }
        return both_.item_of(source.below(both_.limit()));
    }

    /// A few of them; in one of two cases all alive.
    std::vector<item> some(random_source& source, std::uint32_t most) const {
        std::vector<item> those;
        const bool all_alive = source.below(2) == 0;
        for (std::uint32_t rest = source.below(most); rest > 0; --rest) {
            const item one = someone(source);
            if (!all_alive ||
                (one && one.index < both_.limit() && both_.is_alive(one.index) && both_.item_of(one.index) == one)) {
                those.push_back(one);
            }
        }
        return those;
    }

    /// Moved by less than its side, or by the smallest step there is.
    Shape nudged(random_source& source, Shape old) const {
        const std::vector<scalar*> numbers = numbers_of(old);
        if (source.below(4) == 0) {
            for (std::size_t place = numbers.size() / 2; place < numbers.size(); ++place) {
                *numbers[place] = next_above(*numbers[place]);
            }
        } else {
            const scalar by = static_cast<scalar>(source.between(-0.5, 0.5));
            for (std::size_t place = 0; place < numbers.size(); ++place) {
                *numbers[place] += place % 2 == 0 ? by : -by;
            }
        }
        return is_storable(old) ? old : draw<Shape>(source, manner_);
    }

    std::vector<Shape> all_nudged(random_source& source) const {
        std::vector<Shape> all = both_.truth().shapes;
        const std::uint32_t share = 1 + source.below(8);
        for (Shape& each : all) {
            each = source.below(share) == 0 ? nudged(source, each) : each;
        }
        return all;
    }

    style manner_;
    Twin both_;
};

/// Where a history failed: after how many commands, and why; without a reason it did not.
struct ending {
    std::size_t commands = 0;
    std::string trouble;
};

template <class Shape>
ending lived(circumstances those, const std::vector<command>& commands) {
    user_memory memory;
    if (those.has_own_memory) {
        those.config.memory = memory.source();
    }
    life<Shape> one(those);
    for (std::size_t done = 0; done < commands.size(); ++done) {
        one.live(commands[done]);
        if (!one.trouble().empty()) {
            return {done + 1, one.trouble()};
        }
    }
    return {commands.size(), {}};
}

/// Shrinks a failing history: removes ever smaller parts while it still fails.
template <class Shape>
std::vector<command> shrunk(const circumstances& those, std::vector<command> commands) {
    commands.resize(lived<Shape>(those, commands).commands);
    for (std::size_t stretch = commands.size() / 2; stretch > 0; stretch /= 2) {
        for (std::size_t begin = 0; begin + stretch <= commands.size();) {
            std::vector<command> fewer = commands;
            const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(begin);
            fewer.erase(from, from + static_cast<std::ptrdiff_t>(stretch));
            if (lived<Shape>(those, fewer).trouble.empty()) {
                begin += stretch;
            } else {
                commands = std::move(fewer);
            }
        }
    }
    return commands;
}

} // namespace quadrille::testing

#endif
