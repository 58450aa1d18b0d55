// Wrong calls of newcomers. They do not compile, and the compiler's first error says what to write instead.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_TREE_WRONG_USES_HPP
#define QUADRILLE_DETAIL_TREE_WRONG_USES_HPP

#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/batch/batch.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/detail/questions/nearest.hpp>
#include <quadrille/detail/tree/item_target.hpp>
#include <quadrille/detail/tree/value_range.hpp>
#include <quadrille/relations.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::detail {

// The result types of these functions and of their callers are deduced. So compilers instantiate the functions before
// they check how the result is used, and the message is the first error.

template <class...>
inline constexpr bool is_rejected = false;

template <class Area, class Answer>
constexpr auto reject_area(Answer answer) {
    static_assert(is_rejected<Area>,
                  "an area is a box {{min.x, min.y}, {max.x, max.y}}, or a quadrille::circle, point, segment or "
                  "polygon, of the tree's own scalar, or a class of your own with bounds(), may_intersect(cell) "
                  "and intersects(shape)");
    return answer;
}
template <class Area, class Scalar, class Answer>
constexpr auto reject_other_area(Answer answer) {
    if constexpr (requires { requires !std::same_as<typename Area::scalar, Scalar>; }) {
        static_assert(!std::same_as<Scalar, double>, "the scalar differs: the areas of this tree are of double");
        static_assert(!std::same_as<Scalar, float>, "the scalar differs: the areas of this tree are of float");
        return answer;
    } else {
        return reject_area<Area>(answer);
    }
}
template <class Area, class Scalar, class Answer>
constexpr auto reject_area_within(Answer answer) {
    if constexpr (is_relation<Area>) {
        static_assert(is_rejected<Area>, "query_within asks what is near a box, circle, point, segment or polygon; "
                                         "inside(area) and containing(area) are asked by query, any and count");
        return answer;
    } else {
        return reject_other_area<Area, Scalar>(answer);
    }
}
template <class Shape, class Answer>
constexpr auto reject_shape(Answer answer) {
    static_assert(!is_box<Shape>, "a tree stores shapes of its own kind and scalar alone, and this one boxes: "
                                  "{{min.x, min.y}, {max.x, max.y}}");
    static_assert(!is_point<Shape>,
                  "a tree stores shapes of its own kind and scalar alone, and this one points: {x, y}");
    static_assert(!is_circle<Shape>, "a tree stores shapes of its own kind and scalar alone, and this one circles: "
                                     "{{center.x, center.y}, radius}");
    return answer;
}
/// Whether two shapes differ only in their scalar.
template <class One, class Other>
inline constexpr bool differ_in_scalar =
    ((is_box<One> && is_box<Other>) || (is_point<One> && is_point<Other>) || (is_circle<One> && is_circle<Other>)) &&
    !std::same_as<typename One::scalar, typename Other::scalar>;
template <class Shape, class Other, class Answer>
constexpr auto reject_other_shape(Answer answer) {
    if constexpr (differ_in_scalar<Shape, Other>) {
        static_assert(!std::same_as<typename Shape::scalar, double>,
                      "the scalar differs: this tree's shapes are of double");
        static_assert(!std::same_as<typename Shape::scalar, float>,
                      "the scalar differs: this tree's shapes are of float");
        return answer;
    } else {
        return reject_shape<Shape>(answer);
    }
}
template <class Shape, class Shapes, class Answer>
constexpr auto reject_other_shapes(Answer answer) {
    if constexpr (requires { requires storable<typename Shapes::value_type>; }) {
        return reject_other_shape<Shape, typename Shapes::value_type>(answer);
    } else {
        return reject_shape<Shape>(answer);
    }
}
template <class Value, class Answer>
constexpr auto reject_values(Answer answer) {
    static_assert(std::is_void_v<Value>, "values are a contiguous range (a vector, span, array or braces) of what the "
                                         "tree's values can be constructed from");
    static_assert(!std::is_void_v<Value>, "this tree has no values: give it the shapes alone");
    return answer;
}
template <class Value, class Answer>
constexpr auto reject_value(Answer answer) {
    static_assert(std::is_void_v<Value>, "the tree's value cannot be constructed from this one");
    static_assert(!std::is_void_v<Value>, "this tree has no values: give it the shape alone");
    return answer;
}
template <class Given, class Answer = outcome>
constexpr auto reject_numbers(Answer answer = {}) {
    static_assert(is_rejected<Given>,
                  "a box is {{min.x, min.y}, {max.x, max.y}}, and a point or circle is named by its type: "
                  "quadrille::point<float>{x, y}");
    return answer;
}
template <class Given, class Answer = outcome>
constexpr auto reject_point(Answer answer = {}) {
    static_assert(is_rejected<Given>, "a point is {x, y}, in braces");
    return answer;
}
template <class Given>
constexpr auto reject_ray() {
    static_assert(is_rejected<Given>,
                  "a ray is {{origin.x, origin.y}, {translation.x, translation.y}}: two points in braces");
    return outcome::complete;
}
template <class Given>
constexpr auto reject_nearest() {
    static_assert(is_rejected<Given>,
                  "nearest takes a point, a number and a std::vector<quadrille::neighbor>, or a point and "
                  "an array or span of quadrille::neighbor: nearest({x, y}, k, found)");
    return std::size_t{0};
}
template <class Out>
constexpr auto reject_exception() {
    static_assert(is_rejected<Out>, "pairs have no single item to leave out: pairs(visitor, {.layers = …}), or "
                                    "intersecting(item, visitor) and query(area, visitor, {.except = item})");
    return outcome::complete;
}
template <class Given, class Answer>
constexpr auto reject_const(Answer answer) {
    static_assert(is_rejected<Given>, "this tree is const, and what changes it is called on one that is not");
    return answer;
}
template <class Shape>
constexpr auto reject_without_item() {
    static_assert(is_rejected<Shape>,
                  "which item moves is before its shape: move(item, shape), with what insert returned");
    return false;
}
template <class Given>
constexpr auto reject_distance() {
    static_assert(is_rejected<Given>, "a distance of pairs is in braces: {.distance = 5}");
    return outcome::complete;
}
template <class Other>
constexpr auto reject_partner() {
    static_assert(is_rejected<Other>, "closest_pairs is asked of two trees of one shape and scalar: of others take "
                                      "join(other, visitor, {.distance = 5}), or nearest for each item");
    return outcome::complete;
}
template <class Given>
constexpr auto reject_within() {
    static_assert(is_rejected<Given>, "the distance is before the visitor: query_within(area, distance, visitor)");
    return outcome::complete;
}
template <class Given, class Answer = outcome>
constexpr auto reject_item(Answer answer = {}) {
    static_assert(is_rejected<Given>,
                  "this is not an item: use the quadrille::item that insert returned, or hit.item()");
    return answer;
}
template <class Given, class Answer>
constexpr auto reject_order(Answer answer) {
    static_assert(is_rejected<Given>, "the shape is before the value: insert(shape, value)");
    return answer;
}
template <class Given, class Answer>
constexpr auto reject_without_items(Answer answer) {
    static_assert(is_rejected<Given>, "the handles need a place: insert(shapes, values, items), where items is a "
                                      "std::vector<quadrille::item>");
    return answer;
}
template <class Given, class Answer>
constexpr auto reject_without_value(Answer answer) {
    static_assert(is_rejected<Given>, "this tree has values: insert(shape, value), insert(shapes, values, items), or "
                                      "assign(shapes, values)");
    return answer;
}
template <class Given, class Answer>
constexpr auto reject_layers(Answer answer) {
    static_assert(is_rejected<Given>, "layers are given to insert as in_layers{4}: insert(shape, value, in_layers{4}), "
                                      "and to items of the tree by set_layers(item, 4)");
    return answer;
}
template <class Given>
constexpr auto reject_more_items() {
    static_assert(is_rejected<Given>, "erase takes one item, or a span of them: erase(items)");
    return false;
}
template <class Given>
constexpr void reject_bounds() {
    static_assert(is_rejected<Given>, "a tree has no bounds: quadtree<Value> tree; its options are named: "
                                      "quadtree<Value> tree({.leaf_capacity = 16})");
}

/// The type of an `except` in a filter, which pairs do not accept. It has no default, so a filter must set it to match.
struct exception_of_pairs {
    template <std::convertible_to<item> Item>
    exception_of_pairs(const Item& which); // NOLINT(google-explicit-constructor): never called
};
struct excepting_filter {
    std::uint32_t layers = all_layers;
    exception_of_pairs except;
};

template <class Type>
concept number = std::is_arithmetic_v<std::remove_cvref_t<Type>>;
template <class Type>
concept like_bounds = number<Type> || storable<Type>;
template <class Type>
concept not_items = !std::convertible_to<const Type&, item> && !std::convertible_to<const Type&, std::span<const item>>;

/// Whether these arguments may follow the place in a call of `nearest`.
template <class...>
inline constexpr bool follows_place = false;
template <class Results, class... Rest>
inline constexpr bool follows_place<Results, Rest...> =
    std::convertible_to<Results, std::span<neighbor>> || std::same_as<std::remove_cvref_t<Results>, nearest_workspace>;
template <std::convertible_to<std::size_t> Most, class Found, class... Rest>
inline constexpr bool follows_place<Most, Found, Rest...> =
    std::convertible_to<Found, std::vector<neighbor>&> || std::convertible_to<Found, std::span<neighbor>> ||
    std::convertible_to<Found, batch_workspace&>; // of no places: {}

/// Adds wrong calls to the queries of `Base`.
template <class Shape, class Base>
class wrong_queries : public Base {
    using scalar = typename Shape::scalar;
    /// With brace elision `{3, 4}` would be a box that ends at 0.
    using loose_numbers = std::initializer_list<scalar>;

public:
    using Base::closest_hit;
    using Base::count;
    using Base::nearest;
    using Base::query;
    using Base::raycast;

    template <sink Out>
    auto query(loose_numbers, Out&&, const filter& = {}, counters* = nullptr) {
        return reject_numbers<scalar>();
    }
    template <sink Out>
    auto query(loose_numbers, Out&&, const filter& = {}, counters* = nullptr) const {
        return reject_numbers<scalar>();
    }
    auto query(loose_numbers, const filter& = {}, counters* = nullptr) { return reject_numbers<scalar>(); }
    auto query(loose_numbers, const filter& = {}, counters* = nullptr) const { return reject_numbers<scalar>(); }
    auto any(loose_numbers, const filter& = {}, counters* = nullptr) const { return reject_numbers<scalar>(false); }
    auto count(loose_numbers, const filter& = {}, counters* = nullptr) const { return reject_numbers<scalar>(0U); }
    template <sink Out>
    auto query_within(loose_numbers, double, Out&&, const filter& = {}, counters* = nullptr) {
        return reject_numbers<scalar>();
    }
    template <sink Out>
    auto query_within(loose_numbers, double, Out&&, const filter& = {}, counters* = nullptr) const {
        return reject_numbers<scalar>();
    }
    auto query_within(loose_numbers, double, const filter& = {}, counters* = nullptr) {
        return reject_numbers<scalar>();
    }
    auto query_within(loose_numbers, double, const filter& = {}, counters* = nullptr) const {
        return reject_numbers<scalar>();
    }
    template <sink Out>
    auto cast(loose_numbers, const point<scalar>&, Out&&, const filter& = {}, counters* = nullptr) {
        return reject_numbers<scalar>();
    }
    template <sink Out>
    auto cast(loose_numbers, const point<scalar>&, Out&&, const filter& = {}, counters* = nullptr) const {
        return reject_numbers<scalar>();
    }
    auto cast(loose_numbers, const point<scalar>&, const filter& = {}, counters* = nullptr) {
        return reject_numbers<scalar>();
    }
    auto cast(loose_numbers, const point<scalar>&, const filter& = {}, counters* = nullptr) const {
        return reject_numbers<scalar>();
    }
    auto closest_cast(loose_numbers, const point<scalar>&, const filter& = {}, counters* = nullptr) const {
        return reject_numbers<scalar>();
    }

    // Arguments that are not an area of this tree.
    template <class Area, class... Rest>
        requires(!area_for<Area, Shape>)
    auto query(const Area&, const Rest&...) const {
        return reject_other_area<Area, scalar>(outcome::complete);
    }
    template <class Area, class... Rest>
        requires(!area_for<Area, Shape>)
    auto any(const Area&, const Rest&...) const {
        return reject_other_area<Area, scalar>(false);
    }
    template <class Area, class... Rest>
        requires(!area_for<Area, Shape> && !areas_for<Area, Shape>)
    auto count(const Area&, const Rest&...) const {
        return reject_other_area<Area, scalar>(0U);
    }
    template <class Area, class... Rest>
        requires(!plain_area<Area, scalar>)
    auto query_within(const Area&, const Rest&...) const {
        return reject_area_within<Area, scalar>(outcome::complete);
    }
    template <class Visitor, class... Rest>
        requires(!std::convertible_to<Visitor, double>)
    auto query_within(const box<scalar>&, Visitor&&, const Rest&...) const {
        return reject_within<scalar>();
    }

    template <class Other, class... Rest>
        requires(!std::convertible_to<const Other&, item>)
    auto intersecting(const Other&, const Rest&...) const {
        return reject_item<Other>();
    }
    template <number X, class... Rest>
    auto intersecting(const X (&)[2][2], const Rest&...) const {
        return reject_item<X>();
    }
    template <number Distance>
    auto pairs(Distance) const {
        return reject_distance<Distance>();
    }
    template <sink Out, number Distance>
    auto pairs(Out&&, Distance) const {
        return reject_distance<Distance>();
    }

    template <sink Out>
    auto pairs(Out&&, const excepting_filter&) const {
        return reject_exception<Out>();
    }

    template <class Other, class... Rest>
        requires(!std::same_as<typename Other::shape_type, Shape>)
    auto closest_pairs(const Other&, const Rest&...) const {
        return reject_partner<Other>();
    }

    template <number X, class... Rest>
    auto nearest(X, const Rest&...) const {
        return reject_point<X>(std::size_t{0});
    }
    template <class... Rest>
        requires(!follows_place<Rest...>)
    auto nearest(const point<scalar>&, Rest&&...) const {
        return reject_nearest<scalar>();
    }
    template <number X, class... Rest>
    auto raycast(X, const Rest&...) const {
        return reject_ray<X>();
    }
    template <class... Rest>
    auto raycast(const point<scalar>&, const point<scalar>&, const Rest&...) const {
        return reject_ray<scalar>();
    }
    template <number X, class... Rest>
    auto closest_hit(X, const Rest&...) const {
        return reject_ray<X>();
    }
    template <class... Rest>
    auto closest_hit(const point<scalar>&, const point<scalar>&, const Rest&...) const {
        return reject_ray<scalar>();
    }
};

/// Adds wrong calls to the queries that a tree has from `Base`.
template <class Value, class Shape, class Base>
class wrong_changes : public Base {
    using scalar = typename Shape::scalar;
    using loose_numbers = std::initializer_list<scalar>;
    using shape_span = std::span<const Shape>;

public:
    // No template here has the same parameters as one in the tree: clang 14 would hide that one, regardless of its
    // requirements.
    template <class... Rest>
        requires is_box<Shape>
    auto insert(loose_numbers, Rest&&...) {
        return reject_numbers<scalar>(item{});
    }
    template <class... Rest>
        requires is_box<Shape>
    auto find(loose_numbers, Rest&&...) const {
        return reject_numbers<scalar>(item{});
    }
    auto move(item, loose_numbers)
        requires is_box<Shape>
    {
        return reject_numbers<scalar>(false);
    }
    template <number X, class... Rest>
        requires(!std::same_as<void(Rest...), void(Shape)>)
    auto insert(X, const Rest&...) {
        return reject_shape<Shape>(item{});
    }
    template <number X, class... Rest>
    auto find(X, const Rest&...) const {
        return reject_shape<Shape>(item{});
    }
    template <number X, class... Rest>
    auto move(item, X, const Rest&...) {
        return reject_shape<Shape>(false);
    }
    template <number X, class... Rest>
    auto cell_at(X, const Rest&...) const {
        return reject_point<X>(false);
    }

    // Shapes of another type, also in braces.
    template <storable Other, class... Rest>
        requires(!std::same_as<Other, Shape>)
    auto insert(const Other&, const Rest&...) {
        return reject_other_shape<Shape, Other>(item{});
    }
    template <storable Other>
        requires(!std::same_as<Other, Shape>)
    auto move(item, const Other&) {
        return reject_other_shape<Shape, Other>(false);
    }
    template <class Other, class... Rest>
        requires(!storable<Other> && !number<Other> && !std::convertible_to<const Other&, Shape> &&
                 !std::convertible_to<const Other&, shape_span>)
    auto insert(const Other&, const Rest&...) {
        return reject_other_shapes<Shape, Other>(item{});
    }
    auto move(const Shape&) { return reject_without_item<Shape>(); }

    // Calls of a const tree. Other overloads match a mutable tree better.
    template <class... Rest>
    auto insert(const Shape&, const Rest&...) const {
        return reject_const<Shape>(item{});
    }
    auto move(item, const Shape&) const { return reject_const<Shape>(false); }
    template <class... Rest>
    auto erase(item, const Rest&...) const {
        return reject_const<Shape>(false);
    }
    template <class... Rest>
    auto assign(shape_span, const Rest&...) const {
        return reject_const<Shape>(change_report{});
    }
    template <number X, class... Rest>
        requires(!is_box<Shape>)
    auto insert(const X (&)[2][2], const Rest&...) {
        return reject_shape<Shape>(item{});
    }
    template <number X>
        requires(!is_box<Shape>)
    auto move(item, const X (&)[2][2]) {
        return reject_shape<Shape>(false);
    }
    template <number X, std::size_t Count, class... Rest>
        requires(is_point<Shape> && Count != 2)
    auto insert(const X (&)[Count], const Rest&...) {
        return reject_shape<Shape>(item{});
    }

    // Other values, or none.
    template <class Given, class... Rest>
        requires(!std::constructible_from<Value, Given &&> &&
                 !(std::is_void_v<Value> && std::same_as<std::remove_cvref_t<Given>, in_layers>))
    auto insert(const Shape&, Given&&, const Rest&...) {
        return reject_value<Value>(item{});
    }
    auto insert(const Shape&)
        requires(!std::is_void_v<Value>)
    {
        return reject_without_value<Value>(item{});
    }
    template <class Given, class Layers>
        requires(std::constructible_from<Value, Given &&> && !std::convertible_to<Layers, in_layers>)
    auto insert(const Shape&, Given&&, Layers&&) {
        return reject_layers<Layers>(item{});
    }
    template <class Given>
        requires(!std::convertible_to<Given, Shape> && !std::convertible_to<const Given&, shape_span>)
    auto insert(Given&&, const Shape&) {
        return reject_order<Value>(item{});
    }

    // Arguments that are not items.
    template <not_items Other>
    auto move(const Other&, const Shape&) {
        return reject_item<Other>(false);
    }
    template <not_items Other, class... Rest>
    auto erase(const Other&, const Rest&...) {
        return reject_item<Other>(false);
    }
    template <class... Rest>
        requires(sizeof...(Rest) > 0)
    auto erase(item, const Rest&...) {
        return reject_more_items<void(Rest...)>();
    }
    template <number X>
    auto erase(const X (&)[2][2]) {
        return reject_item<X>(false);
    }

    // Changes of many items.
    template <class Values, class... Rest>
        requires(!values_for<Values, Value>)
    auto insert(shape_span, Values&&, item_target, const Rest&...) {
        return reject_values<Value>(change_report{});
    }
    template <class Values, class... Rest>
        requires(!values_for<Values, Value>)
    auto assign(shape_span, Values&&, const Rest&...) {
        return reject_values<Value>(change_report{});
    }
    template <class Shapes, class Values>
        requires(std::convertible_to<const Shapes&, shape_span> && !std::convertible_to<Values, item_target>)
    auto insert(const Shapes&, Values&&) {
        return reject_without_items<Value>(change_report{});
    }
    auto insert(shape_span, item_target, in_layers = {})
        requires(!std::is_void_v<Value>)
    {
        return reject_without_value<Value>(change_report{});
    }
    template <class... Rest>
        requires(!std::is_void_v<Value> && sizeof...(Rest) == 0)
    auto assign(shape_span, const Rest&...) {
        return reject_without_value<Value>(change_report{});
    }
    template <class Shapes, class... Rest>
        requires(!std::convertible_to<const Shapes&, shape_span>)
    auto assign(const Shapes&, const Rest&...) {
        return reject_other_shapes<Shape, Shapes>(change_report{});
    }
    template <class Values, class Layers>
        requires values_for<Values, Value>
    auto assign(shape_span, Values&&, const Layers&) {
        return reject_layers<Layers>(change_report{});
    }

    template <class Type = Value>
        requires std::is_void_v<Type>
    auto value(item) const {
        return reject_value<Type>(static_cast<const int*>(nullptr));
    }

    void begin() const = delete; // a tree is no range, but tree.each() and tree.query(area) are
    void end() const = delete;   // a tree is no range, but tree.each() and tree.query(area) are
};

} // namespace quadrille::detail

#endif
