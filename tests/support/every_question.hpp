// Every question that a tree can be asked, drawn by the fields of its description, and compared with a full scan in every form.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_EVERY_QUESTION_HPP
#define QUADRILLE_TESTS_EVERY_QUESTION_HPP

#include "support/answers.hpp"
#include "support/forms.hpp"
#include "support/reach.hpp"
#include "support/worlds.hpp"

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::testing {

/// Calls `use(question)` with one of each question for lists, about each form; the partner tree is the tree itself.
template <class Scalar, class Tree, class Use>
void each_question(Tree& tree, const Use& use) {
    const auto use_with = [&](const auto& question, const auto&... forms) {
        const auto use_one = [&](const auto& form) {
            if constexpr (requires { question.with(form); }) {
                use(question.with(form));
            }
        };
        (use_one(forms), ...);
    };
    const auto use_kind = [&]<class Question>(std::type_identity<Question>) {
        if constexpr (requires(const Question& asked) { asked.other; }) {
            use(Question{tree});
        } else if constexpr (detail::list_question<Question>) {
            use(Question{});
            std::apply([&](const box<Scalar>&, const auto&... forms) { use_with(Question{}, forms...); },
                       detail::area_forms<std::tuple, Scalar>{});
        }
    };
    [&]<class... Question>(std::type_identity<question::kinds<Question...>>) {
        (use_kind(std::type_identity<Question>{}), ...);
    }(std::type_identity<question::every_kind<Tree>>{});
}

/// How many there are.
inline const std::uint32_t question_kinds = [] {
    quadtree<void, box<float>> tree;
    std::uint32_t count = 0;
    each_question<float>(tree, [&](const auto&) { ++count; });
    return count;
}();

/// Chances in a small world.
template <class Shape>
struct chance_in {
    queried_world<Shape>& world;
    using scalar = typename Shape::scalar;

    box<scalar> area() { return draw_area<scalar>(world.source, world.how); }
    circle<scalar> disc() { return {place(), static_cast<scalar>(world.source.between(-1, 8))}; }
    point<scalar> place() { return draw_place<scalar>(world.source, world.how); }
    double distance() { return world.source.below(2) == 0 ? 0 : world.source.between(-1, 5); }
    item someone() { return world.tree.item_at(world.source.below(world.tree.index_limit() + 1)); }
    std::uint32_t layers() { return world.source.below(2) == 0 ? all_layers : world.source.below(8); }
};

/// Draws the fields of questions. `Chance` gives areas, places, distances, items and layers; what questions refer to is kept here.
template <class Scalar, class Chance>
class field_drawer {
public:
    explicit field_drawer(Chance& chance) noexcept : chance_(chance) {}

    void form(box<Scalar>& area) { area = chance_.area(); }
    void form(circle<Scalar>& area) { area = chance_.disc(); }
    void form(point<Scalar>& area) { area = chance_.place(); }
    void form(segment<Scalar>& area) { area = {chance_.place(), chance_.place()}; }
    void form(polygon<Scalar>& area) {
        const std::vector<point<Scalar>>& corners =
            vertices_.emplace_back(std::vector{chance_.place(), chance_.place(), chance_.place()});
        area = {corners};
    }
    template <class Area>
    void form(related<Area>& area) {
        form(area.area);
        area.how = static_cast<relation>(chance_.layers() % 3);
    }
    void plain(double& number) { number = chance_.distance(); }
    /// How many: mostly few, at times all.
    void plain(std::uint64_t& number) {
        const std::uint32_t drawn = chance_.layers();
        number = drawn == all_layers ? ~std::uint64_t{0} : drawn % 64;
    }
    void plain(point<Scalar>& place) { place = chance_.place(); }
    void plain(item& which) { which = chance_.someone(); }
    void plain(std::span<const item>& items) {
        items = items_.emplace_back(std::vector{chance_.someone(), chance_.someone(), chance_.someone()});
    }
    template <class Tree>
    void plain(Tree&) {} // the partner of a join is given

    template <class Question>
    Question drawn(Question question) {
        question.fields(*this);
        if constexpr (requires { question.wanted = {}; }) {
            question.wanted.layers = chance_.layers();
            if constexpr (requires { question.wanted.except; }) {
                question.wanted.except = chance_.someone();
            }
            if constexpr (requires { question.wanted.partners; }) {
                question.wanted.partners = chance_.layers();
            }
            if constexpr (requires { question.wanted.distance; }) {
                question.wanted.distance = chance_.distance();
            }
        }
        return question;
    }

private:
    Chance& chance_;
    std::deque<std::vector<point<Scalar>>> vertices_;
    std::deque<std::vector<item>> items_;
};

/// The pairs that a full scan finds, with their measures, in order.
template <class Tree, class Question>
std::vector<detail::close_answer> scanned_pairs(const Tree& tree, const Question& asked) {
    const auto& core = detail::insides::core(tree);
    const auto& partners = asked.partners(core);
    constexpr bool is_join = requires { asked.other; };
    std::vector<detail::close_answer> found;
    tree.each([&](auto a) {
        for (std::uint32_t b = is_join ? 0 : a.index() + 1; b < partners.head().index_limit; ++b) {
            const bool is_alive = (partners.head().generations[b] & 1U) != 0;
            if (const double measure = is_alive ? asked.measured(core, a.index(), b).measure : -1; measure >= 0) {
                found.push_back({measure, a.index(), b});
            }
        }
    });
    std::sort(found.begin(), found.end());
    return found;
}

/// What a full scan finds: indices, hits with their fractions, or pairs, sorted. Of pairs of one tree a is before b; the partner tree is
/// the tree itself.
template <class Tree, class Question>
auto scanned(const Tree& tree, const Question& asked) {
    using answer = answer_to<Tree, Question>;
    const auto& core = detail::insides::core(tree);
    std::vector<answer> found;
    if constexpr (std::is_same_v<answer, close_pair>) {
        for (const auto& [measure, a, b] : scanned_pairs(tree, asked)) {
            if (found.size() < asked.k) {
                found.push_back({tree.item_at(a), tree.item_at(b), measure});
            }
        }
    } else if constexpr (std::is_same_v<answer, index_pair>) {
        for (const detail::close_answer& pair : scanned_pairs(tree, asked)) {
            found.push_back({pair.a, pair.b});
        }
    } else {
        tree.each([&](auto one) {
            const double measure =
                detail::passes(core, one.index(), asked.wanted) ? asked.measured(core, one.index()).measure : -1;
            if (measure >= 0) {
                if constexpr (std::is_same_v<answer, std::uint32_t>) {
                    found.push_back(one.index());
                } else {
                    found.push_back({one.item(), static_cast<typename Tree::scalar>(measure)});
                }
            }
        });
    }
    return found;
}
inline void sort_answers(std::vector<std::uint32_t>& all) { std::sort(all.begin(), all.end()); }
template <class Scalar>
void sort_answers(std::vector<ray_hit<Scalar>>& all) {
    std::sort(all.begin(), all.end(), [](const auto& one, const auto& other) { return one.which < other.which; });
}
inline void sort_answers(std::vector<index_pair>& all) { std::sort(all.begin(), all.end()); }
inline void sort_answers(std::vector<close_pair>&) {} // they are in order

/// A question finds these, as a vector, and counts them.
template <class Tree, class Question, class Answer>
::testing::AssertionResult finds(Tree& tree, const Question& asked, const std::vector<Answer>& expected) {
    std::vector<Answer> found;
    counters seen;
    tree.ask(asked, found, &seen);
    const std::size_t size = found.size();
    if constexpr (std::is_same_v<Answer, index_pair> && !requires { asked.other; }) {
        oracle::normalize(found);
    } else {
        sort_answers(found);
    }
    if (found != expected) {
        return differ(asked.name, expected.size(), found.size());
    }
    if (!std::is_same_v<Question, question::each> && seen.answers != size) {
        return ::testing::AssertionFailure() << asked.name << " counts " << seen.answers << " of " << size;
    }
    return ::testing::AssertionSuccess();
}

/// And so do the results about it: how many there are, whether there is any, and which is the closest.
template <class Tree, class Question, class Answer>
::testing::AssertionResult finds_and_counts(Tree& tree, const Question& asked, const std::vector<Answer>& expected) {
    if (const auto is_right = finds(tree, asked, expected); !is_right) {
        return is_right;
    }
    if (tree.ask(question::count<Question>{asked}) != expected.size() ||
        tree.ask(question::any<Question>{asked}) != !expected.empty()) {
        return ::testing::AssertionFailure() << asked.name << ": any or count differs from " << expected.size();
    }
    if constexpr (requires { expected.front().fraction; }) {
        const auto first = tree.ask(question::closest<Question>{asked});
        const auto least = std::min_element(expected.begin(), expected.end(), [](const auto& one, const auto& other) {
            return one.fraction < other.fraction;
        });
        if (first.has_value() == expected.empty() || (first && first->fraction != least->fraction)) {
            return ::testing::AssertionFailure() << asked.name << ": another one is closest";
        }
    }
    return ::testing::AssertionSuccess();
}

/// It finds what a full scan does.
template <class Tree, class Question>
::testing::AssertionResult is_found(Tree& tree, const Question& asked) {
    return finds(tree, asked, scanned(tree, asked));
}
template <class Tree, class Question>
::testing::AssertionResult is_found_and_counted(Tree& tree, const Question& asked) {
    return finds_and_counts(tree, asked, scanned(tree, asked));
}

/// The same in all its forms: a vector, a visitor, a range, and the results about it.
template <class Tree, class Question>
::testing::AssertionResult is_answered(Tree& tree, const Question& asked) {
    if (const auto is_right = is_found_and_counted(tree, asked); !is_right) {
        return is_right;
    }
    return forms_agree<answer_to<Tree, Question>>(asked.name, [&](auto&&... out) { return tree.ask(asked, out...); });
}

/// Calls `check(world, chance, drawer)` for one in so many small worlds, whose items are in a few layers each.
template <class Shape, class Check>
void each_questioned_world(std::uint64_t seed, std::uint32_t one_in, const Check& check) {
    each_small_world<Shape>(seed, [&](queried_world<Shape>& world) {
        if (world.source.below(one_in) != 0) {
            return;
        }
        scatter_layers(world);
        chance_in<Shape> chance{world};
        field_drawer<typename Shape::scalar, chance_in<Shape>> drawer(chance);
        check(world, chance, drawer);
    });
}

} // namespace quadrille::testing

#endif
