// Chooses the type of a question by the name of its verb, and makes the requested questions.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_QUESTION_MAKER_HPP
#define QUADRILLE_BINDINGS_FLAT_QUESTION_MAKER_HPP

#include "bindings/flat/convexity.hpp"
#include "bindings/flat/question_fields.hpp"
#include "bindings/flat/shape_list.hpp"
#include "bindings/flat/tree.hpp"

#include <quadrille/quadtree.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::flat {

/// Returns the typed tree of a flat tree; null if it has another shape.
template <class Shape>
const quadtree<void, Shape>* typed(const tree& from) noexcept;

/// The verb of a kind of questions: that of two trees has the same name as that of one tree.
template <class Kind>
inline constexpr std::string_view verb_of =
    std::string_view(Kind::name).substr(0, std::string_view(Kind::name).find(" of two"));

template <class Question>
concept about_two_trees = requires(Question& asked) { asked.other; };
template <class Question, class Shape>
concept about_pairs = requires(const Question& asked, const detail::core<Shape>& in) { asked.partners(in); };

/// The same question about another tree of a shape: join<const quadtree<void, Other>> for join<Tree>.
template <class Kind, class Other>
struct about_other;
template <template <class> class Kind, class Tree, class Other>
struct about_other<Kind<Tree>, Other> {
    using type = Kind<const Other>;
};

/// The questions about a tree. Impossible ones are a `bad_request`.
template <class Shape>
class question_maker {
    using tree_type = quadtree<void, Shape>;
    using scalar = typename Shape::scalar;

public:
    question_maker(const tree_type& tree, const questions& asked) : tree_(tree), asked_(asked) {}

    /// Calls `use` with a question of the requested verb and form.
    template <class Use>
    void with_question(const Use& use) const {
        const bool is_known = [&]<class... Kind>(std::type_identity<question::kinds<Kind...>>) {
            return (try_kind<Kind>(use) || ...);
        }(std::type_identity<question::every_kind<tree_type>>{});
        if (!is_known) {
            refuse({}, asked_.other != nullptr ? "a verb of two trees" : "a verb that there is", asked_.verb);
        }
    }

    /// Returns the number of questions.
    template <class Question>
    std::size_t check(const Question& asked) const {
        const std::size_t count = flat::check(asked_, reads_of(asked));
        if (asked_.form == form::polygon) {
            demand_convex();
        }
        return count;
    }

    /// Returns the null item for a stale handle, or one of another tree: in checked builds the library would assert.
    item own(const item& which) const noexcept { return tree_.item_at(which.index) == which ? which : item{}; }

    template <class Question>
    Question made(Question asked, std::size_t number) const {
        asked.fields(question_filler<scalar>(asked_, number, width()));
        if constexpr (requires { asked.which; }) {
            asked.which = own(asked.which);
        }
        if constexpr (requires { asked.wanted.layers = 1U; }) {
            asked.wanted.layers = asked_.layers;
        }
        if constexpr (requires { asked.wanted.partners = 1U; }) {
            asked.wanted.partners = asked_.partners;
        }
        if constexpr (requires { asked.wanted.except = item{}; }) {
            asked.wanted.except = own(asked_.except);
        }
        if constexpr (requires { asked.wanted.distance = 0.0; }) {
            asked.wanted.distance = asked_.distance != nullptr ? *asked_.distance : asked.wanted.distance;
        }
        return asked;
    }

    /// Replaces handles of other trees by null, as `own` does. The items must outlive the question.
    template <class Question>
    auto own_items(Question asked) const {
        struct owned {
            std::vector<item> items;
            Question question;
        };
        owned one{{}, asked};
        if constexpr (requires { asked.items; }) {
            one.items.reserve(asked.items.size());
            for (const item& which : asked.items) {
                one.items.push_back(own(which));
            }
            one.question.items = one.items;
        }
        return one;
    }

    void demand(bool is_there, const char* what) const {
        if (!is_there) {
            refuse(asked_.verb, what);
        }
    }
    bool wraps() const noexcept { return bool(tree_.period()); }

private:
    void demand_convex() const {
        const auto* const vertices = static_cast<const point<scalar>*>(asked_.places);
        std::size_t first = 0;
        for (std::size_t row = 0; row < asked_.count; ++row) {
            const std::size_t end = asked_.vertex_ends[row];
            if (!is_convex<scalar>({vertices + first, vertices + end})) {
                refuse(asked_.verb, "convex polygons", "another one in row " + std::to_string(row));
            }
            first = end;
        }
    }

    // ---- Which question ---------------------------------------------------------------------------------------------

    template <class Kind, class Use>
    bool try_kind(const Use& use) const {
        if (verb_of<Kind> != asked_.verb || about_two_trees<Kind> != (asked_.other != nullptr)) {
            return false;
        }
        if constexpr (about_two_trees<Kind>) {
            with_other<Kind>(use);
        } else if constexpr (requires(Kind& one) { one.with(box<scalar>{}); }) {
            with_form(Kind{}, use);
        } else {
            demand(asked_.form == form_of_place(Kind{}) && asked_.related == related::intersecting, "no form");
            use(Kind{});
        }
        return true;
    }
    /// Returns the form of questions that have only one; for a point it is `point`.
    template <class Kind>
    form form_of_place(const Kind& kind) const {
        return reads_of(kind).arrays.places ? form::point : form::box;
    }

    template <class Kind, class Use>
    void with_other(const Use& use) const {
        demand(asked_.form == form::box && asked_.related == related::intersecting, "no form");
        const bool is_one = [&]<class... Other>(std::type_identity<std::tuple<Other...>>) {
            return (try_other<Kind, Other>(use) || ...);
        }(std::type_identity<built_shapes>{});
        demand(is_one, "another tree of the same shape and scalar");
    }
    template <class Kind, class Other, class Use>
    bool try_other(const Use& use) const {
        using other_tree = quadtree<void, Other>;
        using question_type = typename about_other<Kind, other_tree>::type;
        if constexpr (std::is_same_v<Other, Shape> || requires { typename question_type::other_shape; }) {
            if (const auto* const other = typed<Other>(*asked_.other); other != nullptr) {
                demand(other->period() == tree_.period() && other->origin() == tree_.origin(),
                       "two trees of worlds with the same period and origin");
                use(question_type{*other});
                return true;
            }
        }
        return false;
    }

    template <class Kind, class Use>
    void with_form(const Kind& kind, const Use& use) const {
        const auto number = static_cast<std::uint8_t>(asked_.form) + (asked_.related == related::intersecting ? 0 : 5);
        const bool is_one = [&]<class... Form>(std::type_identity<std::tuple<Form...>>) {
            return (try_form<Form>(kind, number, use) || ...);
        }(std::type_identity<detail::area_forms<std::tuple, scalar>>{});
        demand(is_one, "a form and relation that it can be about");
    }
    template <class Form, class Kind, class Use>
    static bool try_form(const Kind& kind, int number, const Use& use) {
        if constexpr (requires { kind.with(Form{}); }) {
            if (detail::form_of<Form>::recorded == number) {
                use(kind.with(Form{}));
                return true;
            }
        }
        return false;
    }

    std::size_t width() const noexcept { return asked_.form == form::polygon ? 0 : numbers_in(asked_.form); }

    const tree_type& tree_;
    const questions& asked_;
};

} // namespace quadrille::flat

#endif
