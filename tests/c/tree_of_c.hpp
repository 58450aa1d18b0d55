// A tree of the interface for C, for tests that are C++.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_C_TREE_OF_C_HPP
#define QUADRILLE_TESTS_C_TREE_OF_C_HPP

#include <quadrille.h>
#include <quadrille/geometry.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace quadrille::test {

/// The enumerator of a number that C may pass, and that C++ does not convert.
template <class Enum>
Enum number_as(int number) {
    return static_cast<Enum>(number);
}

/// Questions of a verb about places of a form.
inline quadrille_questions questions_about(const char* verb, quadrille_form form, const void* places,
                                           std::size_t count = 1) {
    quadrille_questions asked = QUADRILLE_QUESTIONS(verb);
    asked.form = form;
    asked.places = places;
    asked.count = count;
    return asked;
}

/// Frees what it has got.
struct got_answers : quadrille_answers {
    got_answers() : quadrille_answers{} {}
    got_answers(got_answers&& other) noexcept
        : quadrille_answers(std::exchange(static_cast<quadrille_answers&>(other), {})) {}
    got_answers(const got_answers&) = delete;
    got_answers& operator=(const got_answers&) = delete;
    ~got_answers() { quadrille_free_answers(this); }

    std::size_t begin_of(std::size_t question) const {
        return question == 0 ? 0 : static_cast<std::size_t>(ends[question - 1]);
    }
    std::size_t end_of(std::size_t question) const { return static_cast<std::size_t>(ends[question]); }
};

template <class Shape>
class tree_of_c {
public:
    explicit tree_of_c(const quadrille_options* wanted = nullptr) {
        EXPECT_EQ(
            quadrille_create(is_point<Shape>    ? QUADRILLE_POINTS
                             : is_circle<Shape> ? QUADRILLE_CIRCLES
                                                : QUADRILLE_BOXES,
                             std::is_same_v<typename Shape::scalar, float> ? QUADRILLE_FLOAT32 : QUADRILLE_FLOAT64,
                             wanted, &tree_),
            QUADRILLE_OK)
            << quadrille_message();
    }
    tree_of_c(const tree_of_c&) = delete;
    tree_of_c& operator=(const tree_of_c&) = delete;
    ~tree_of_c() { EXPECT_EQ(quadrille_destroy(tree_), QUADRILLE_OK); }

    operator quadrille_tree*() const { return tree_; } // NOLINT: stands for it

    void assign(std::span<const Shape> shapes) {
        EXPECT_EQ(quadrille_assign(tree_, shapes.data(), shapes.size(), nullptr), QUADRILLE_OK) << quadrille_message();
    }
    got_answers ask(const quadrille_questions& asked) const {
        got_answers found;
        EXPECT_EQ(quadrille_ask(tree_, &asked, &found), QUADRILLE_OK) << asked.verb << ": " << quadrille_message();
        return found;
    }

private:
    quadrille_tree* tree_ = nullptr;
};

} // namespace quadrille::test

#endif
