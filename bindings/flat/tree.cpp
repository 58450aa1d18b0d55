// Makes flat trees, and lists the verbs.
// SPDX-License-Identifier: MIT
#include "bindings/flat/tree.hpp"

#include "bindings/flat/question_maker.hpp"
#include "bindings/flat/shape_list.hpp"

#include <quadrille/quadtree.hpp>
#include <quadrille/questions.hpp>

#include <algorithm>
#include <tuple>
#include <type_traits>

namespace quadrille::flat {

template <class Shape>
std::unique_ptr<tree> make_typed(const options& wanted);

std::unique_ptr<tree> tree::make(shape_kind shape, scalar_kind scalar, const options& wanted) {
    std::unique_ptr<tree> made;
    [&]<class... Shape>(std::type_identity<std::tuple<Shape...>>) {
        const auto try_shape = [&]<class One>(std::type_identity<One>) {
            const bool is_one = shape == shape_of_type<One> && scalar == scalar_of_type<One>;
            made = is_one ? make_typed<One>(wanted) : nullptr;
            return is_one;
        };
        static_cast<void>((try_shape(std::type_identity<Shape>{}) || ...));
    }(std::type_identity<built_shapes>{});
    if (made == nullptr) {
        refuse({}, "a shape and scalar that the library was built for (QUADRILLE_C_SHAPES)", "another one");
    }
    return made;
}

void tree::set_threads(std::uint32_t threads) {
    if (threads != 1) {
        refuse({}, "a tree that works on one thread", "more threads for it");
    }
}

std::vector<std::string> verbs() {
    std::vector<std::string> all;
    [&]<class... Kind>(std::type_identity<question::kinds<Kind...>>) {
        const auto add = [&](std::string name) {
            if (std::find(all.begin(), all.end(), name) == all.end()) {
                all.push_back(std::move(name));
            }
        };
        (add(std::string(verb_of<Kind>)), ...);
    }(std::type_identity<question::every_kind<quadtree<void, std::tuple_element_t<0, built_shapes>>>>{});
    return all;
}

} // namespace quadrille::flat
