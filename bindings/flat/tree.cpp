// Makes flat trees, and tells the verbs that there are.
// SPDX-License-Identifier: MIT
#include "bindings/flat/tree.hpp"

#include <quadrille/quadtree.hpp>
#include <quadrille/questions.hpp>

#include <algorithm>
#include <type_traits>

namespace quadrille::flat {

template <class Shape>
std::unique_ptr<tree> make_typed(const options& wanted);

std::unique_ptr<tree> tree::make(shape_kind shape, scalar_kind scalar, const options& wanted) {
    const auto is = [&](shape_kind of_shape, scalar_kind of_scalar) {
        return shape == of_shape && scalar == of_scalar;
    };
#ifdef QUADRILLE_FLAT_POINT_FLOAT
    if (is(shape_kind::point, scalar_kind::float32)) {
        return make_typed<point<float>>(wanted);
    }
#endif
#ifdef QUADRILLE_FLAT_POINT_DOUBLE
    if (is(shape_kind::point, scalar_kind::float64)) {
        return make_typed<point<double>>(wanted);
    }
#endif
#ifdef QUADRILLE_FLAT_CIRCLE_FLOAT
    if (is(shape_kind::circle, scalar_kind::float32)) {
        return make_typed<circle<float>>(wanted);
    }
#endif
#ifdef QUADRILLE_FLAT_CIRCLE_DOUBLE
    if (is(shape_kind::circle, scalar_kind::float64)) {
        return make_typed<circle<double>>(wanted);
    }
#endif
#ifdef QUADRILLE_FLAT_BOX_FLOAT
    if (is(shape_kind::box, scalar_kind::float32)) {
        return make_typed<box<float>>(wanted);
    }
#endif
#ifdef QUADRILLE_FLAT_BOX_DOUBLE
    if (is(shape_kind::box, scalar_kind::float64)) {
        return make_typed<box<double>>(wanted);
    }
#endif
    throw bad_request(
        "wanted a shape and scalar that the library was built for (QUADRILLE_C_SHAPES), found another one");
}

std::vector<std::string> verbs() {
    std::vector<std::string> all;
    [&]<class... Kind>(std::type_identity<question::kinds<Kind...>>) {
        const auto add = [&](std::string name) {
            if (std::find(all.begin(), all.end(), name) == all.end()) {
                all.push_back(std::move(name));
            }
        };
        (add(std::string(Kind::name).substr(0, std::string_view(Kind::name).find(" of two"))), ...);
    }(std::type_identity<question::every_kind<quadtree<void, box<float>>>>{});
    return all;
}

} // namespace quadrille::flat
