// A random history of a tree and the oracle: a list of commands, executed one by one, and shrunk when it fails.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_LIFE_HPP
#define QUADRILLE_TESTS_LIFE_HPP

#include "lives/twin.hpp"
#include "memory/user_memory.hpp"
#include "support/reach.hpp"
#include "support/shapes.hpp"

#include <array>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace quadrille::testing {

/// One command: a verb of a `life` by its number. All its random choices follow from `chance`.
struct command {
    std::uint32_t what;
    std::uint32_t chance;
};

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

/// Executes commands in a tree and its twin.
template <class Shape, class Twin = twin<Shape>>
class life {
public:
    using scalar = typename Shape::scalar;

    /// What a command does, and how often it is drawn.
    struct verb {
        const char* name;
        std::uint32_t weight;
        void (*run)(life& in, random_source& source);
    };

    explicit life(const circumstances& those) : manner_(those.manner), both_(those.config) {}

    const std::string& trouble() const noexcept { return both_.trouble(); }
    Twin& both() noexcept { return both_; }

    /// Mostly inserts and moves, sometimes a change of everything.
    static command draw_command(random_source& source) {
        std::uint32_t sum = 0;
        for (const verb& each : verbs()) {
            sum += each.weight;
        }
        std::uint32_t die = source.below(sum);
        std::uint32_t what = 0;
        for (; die >= verbs()[what].weight; ++what) {
            die -= verbs()[what].weight;
        }
        return {what, static_cast<std::uint32_t>(source.word())};
    }

    void live(const command& todo) {
        random_source source(todo.chance);
        verbs()[todo.what].run(*this, source);
        both_.look();
    }

    static std::span<const verb> verbs() {
        static constexpr verb all[] = {
            {"insert", 5,
             [](life& in, random_source& source) {
                 in.both_.insert(in.shape(source));
                 if (source.below(4) == 0) {
                     in.both_.insert_thrown(in.shape(source));
                 }
             }},
            {"insert_many", 5,
             [](life& in, random_source& source) {
                 for (std::uint32_t rest = source.below(60); rest > 0; --rest) {
                     in.both_.insert(draw<Shape>(source, in.manner_));
                 }
             }},
            {"insert_together", 3,
             [](life& in, random_source& source) {
                 const std::uint32_t count = source.below(source.below(4) == 0 ? 200 : 30);
                 const std::vector<Shape> those = in.shapes(source, count, source.below(8) == 0);
                 in.both_.insert_together(those, layers(source), source.below(2) == 0, source.below(2) == 0,
                                          source.below(8) == 0);
             }},
            {"erase", 5, [](life& in, random_source& source) { in.both_.erase(in.someone(source)); }},
            {"erase_many", 1,
             [](life& in, random_source& source) {
                 for (std::uint32_t rest = in.both_.size(); rest > 0; --rest) {
                     in.both_.erase(in.someone(source));
                 }
             }},
            {"erase_together", 3,
             [](life& in, random_source& source) {
                 in.both_.erase_together(in.some(source, source.below(4) == 0 ? 100 : 20));
             }},
            {"move", 3, [](life& in, random_source& source) { in.both_.move(in.someone(source), in.shape(source)); }},
            {"move_many", 3,
             [](life& in, random_source& source) {
                 const std::vector<item> movers = in.some(source, 20);
                 const auto count = static_cast<std::uint32_t>(movers.size());
                 in.both_.move_many(movers, in.shapes(source, count, source.below(8) == 0));
             }},
            {"nudge", 5,
             [](life& in, random_source& source) {
                 const item which = in.someone(source);
                 const bool is_known = which.index < in.both_.limit();
                 in.both_.move(which, is_known ? in.nudged(source, in.both_.shape_of(which.index)) : Shape{});
             }},
            {"clear", 1, [](life& in, random_source&) { in.both_.clear(); }},
            {"reserve", 1, [](life& in, random_source& source) { in.both_.reserve(source.below(600)); }},
            {"assign", 1,
             [](life& in, random_source& source) {
                 in.both_.assign(in.shapes(source, source.below(310), source.below(8) == 0));
             }},
            {"sync_nudged", 3, [](life& in, random_source& source) { in.both_.sync(in.all_nudged(source), false); }},
            {"sync_thrown", 3,
             [](life& in, random_source& source) {
                 in.both_.sync(in.shapes(source, in.both_.limit(), source.below(4) == 0), false);
             }},
            {"sync_by_function", 3,
             [](life& in, random_source& source) { in.both_.sync(in.all_nudged(source), true); }},
            {"sync_wrong_size", 1,
             [](life& in, random_source& source) {
                 in.both_.sync(in.shapes(source, in.both_.limit() + 1, false), false);
             }},
            {"erase_if", 3,
             [](life& in, random_source& source) {
                 const std::uint32_t modulus = 2 + source.below(9);
                 in.both_.erase_if(modulus, source.below(modulus));
             }},
            {"set_layers", 3,
             [](life& in, random_source& source) { in.both_.set_layers(in.someone(source), layers(source)); }},
            {"layer_many", 3,
             [](life& in, random_source& source) {
                 const std::uint32_t common = layers(source);
                 for (std::uint32_t rest = source.below(60); rest > 0; --rest) {
                     in.both_.set_layers(in.someone(source), source.below(8) == 0 ? layers(source) : common);
                 }
             }},
            {"wander", 1, [](life& in, random_source&) { in.both_.wander(); }},
            {"copy", 1, [](life& in, random_source& source) { in.both_.copy(source.below(2) == 0); }},
            {"save", 1, [](life& in, random_source& source) { in.both_.save(source.below(2) == 0); }},
            {"a_kind", 15,
             [](life& in, random_source& source) {
                 chances own{in, source};
                 in.both_.ask_a_kind(own, source.below(question_kinds), 1 + source.below(12));
             }},
            {"nearest", 3,
             [](life& in, random_source& source) {
                 chances own{in, source};
                 in.both_.ask_nearest(own, source.below(60));
             }},
            {"find", 3,
             [](life& in, random_source& source) {
                 in.both_.ask_find(draw<Shape>(source, in.manner_), source.below(300));
             }},
            {"cell_at", 3,
             [](life& in, random_source& source) { in.both_.look_at_cell(draw_area<scalar>(source, in.manner_).min); }},
        };
        return all;
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
            if (!all_alive || both_.knows(one)) {
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
        std::vector<Shape> all = both_.shapes();
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
