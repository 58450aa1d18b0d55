// Finds the question that is meant by the name of its verb, makes as many as are asked, and collects their answers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_ASKING_HPP
#define QUADRILLE_BINDINGS_FLAT_ASKING_HPP

#include "bindings/flat/question_fields.hpp"
#include "bindings/flat/tree.hpp"

#include <quadrille/parallel.hpp>
#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::flat {

/// The threads of a tree, or the caller's alone.
struct crew {
    parallel::thread_pool* threads = nullptr;

    void run(std::uint32_t count, const parallel::task& each) const noexcept {
        if (threads != nullptr) {
            threads->run(count, each);
        } else {
            parallel::inline_runner::run(count, each);
        }
    }
};

/// The typed tree behind one that is flat; null if it has another shape.
template <class Shape>
const quadtree<void, Shape>* typed(const tree& from) noexcept;

/// A verb of two trees has the name of that of one.
constexpr std::string_view verb_of(std::string_view name) noexcept { return name.substr(0, name.find(" of two")); }

template <class Question>
concept about_two_trees = requires(Question& asked) { asked.other; };
template <class Question, class Shape>
concept about_pairs = requires(const Question& asked, const detail::core<Shape>& in) { asked.partners(in); };

/// The same question about another tree of a shape: join<const quadtree<void, Other>> of join<Tree>.
template <class Kind, class Other>
struct about_other;
template <template <class> class Kind, class Tree, class Other>
struct about_other<Kind<Tree>, Other> {
    using type = Kind<const Other>;
};

template <class Shape>
class asker {
    using tree_type = quadtree<void, Shape>;
    using scalar = typename Shape::scalar;

public:
    asker(const tree_type& tree, const questions& asked, const crew& with) : tree_(tree), asked_(asked), with_(with) {}

    void collect(answers& found) const {
        found = {};
        with_question([&](const auto& question) { collect_of(question, found); });
    }
    outcome visit(const visitor& visit) const {
        outcome end = outcome::complete;
        with_question([&](const auto& question) { end = visit_of(question, visit); });
        return end;
    }

private:
    static constexpr std::size_t pairs_between_looks = std::size_t{1} << 16U;
    static constexpr std::size_t most_at_once = std::size_t{1} << 16U; ///< questions

    // ---- Which question ----------------------------------------------------------------------------------------------

    /// Calls `use` with a question of the verb and form that are asked for.
    template <class Use>
    void with_question(const Use& use) const {
        const bool is_known = [&]<class... Kind>(std::type_identity<question::kinds<Kind...>>) {
            return (try_kind<Kind>(use) || ...);
        }(std::type_identity<question::every_kind<tree_type>>{});
        if (!is_known) {
            throw bad_request("wanted a verb that there is, found " + std::string(asked_.verb) +
                              (asked_.other != nullptr ? " of two trees" : ""));
        }
    }
    template <class Kind, class Use>
    bool try_kind(const Use& use) const {
        if (verb_of(Kind::name) != asked_.verb || about_two_trees<Kind> != (asked_.other != nullptr)) {
            return false;
        }
        if constexpr (about_two_trees<Kind>) {
            with_other<Kind>(use);
        } else if constexpr (requires(Kind& one) { one.with(box<scalar>{}); }) {
            with_form(Kind{}, use);
        } else {
            demand(asked_.form == form_of_place(Kind{}) && !asked_.is_related, "no form");
            use(Kind{});
        }
        return true;
    }
    /// The form of questions that have one alone: what is a point is a point.
    template <class Kind>
    form form_of_place(const Kind& kind) const {
        return needs_of(kind).places ? form::point : form::box;
    }

    template <class Kind, class Use>
    void with_other(const Use& use) const {
        demand(asked_.form == form::box && !asked_.is_related, "no form");
        const bool is_one =
            [&]<class... Other>(std::type_identity<std::tuple<Other...>>) {
                return (try_other<Kind, Other>(use) || ...);
            }(std::type_identity<std::tuple<Shape, point<float>, point<double>, circle<float>, circle<double>,
                                            box<float>, box<double>>>{});
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
        const auto number = static_cast<std::uint8_t>(asked_.form) + (asked_.is_related ? 5 : 0);
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

    // ---- Its arguments -----------------------------------------------------------------------------------------------

    template <class Question>
    static question_needs needs_of(Question asked) {
        question_needs needs;
        asked.fields(needs);
        return needs;
    }
    void demand(bool is_there, const char* what) const {
        if (!is_there) {
            throw bad_request(std::string(asked_.verb) + ": wanted " + what);
        }
    }

    /// How many questions there are.
    template <class Question>
    std::size_t check(const Question& asked) const {
        const question_needs needs = needs_of(asked);
        constexpr bool has_distance = requires(Question& one) { one.wanted.distance = 0.0; };
        constexpr bool has_filter = requires(Question& one) { one.wanted.layers = 1U; };
        constexpr bool has_partners = requires(Question& one) { one.wanted.partners = 1U; };
        constexpr bool has_except = requires(Question& one) { one.wanted.except = item{}; };
        const bool is_many = needs.places || needs.items;
        const bool takes_list = is_many || needs.all_items;
        const bool is_empty = takes_list && asked_.count == 0;
        demand(needs.places ? is_empty || asked_.places != nullptr || asked_.form == form::polygon
                            : asked_.places == nullptr,
               needs.places ? "places" : "no places");
        demand((needs.places && asked_.form == form::polygon) ? is_empty || asked_.vertex_ends != nullptr
                                                              : asked_.vertex_ends == nullptr,
               "ends of vertices with polygons, and with these alone");
        demand(needs.ways ? is_empty || asked_.ways != nullptr : asked_.ways == nullptr,
               needs.ways ? "ways" : "no ways");
        const bool needs_items = needs.items || needs.all_items;
        demand(needs_items ? is_empty || asked_.items != nullptr : asked_.items == nullptr,
               needs_items ? "items" : "no items");
        demand(takes_list || asked_.count == 1, "one question");
        demand(has_distance || needs.distance || asked_.distance == nullptr, "no distance");
        demand(has_filter || asked_.layers == all_layers, "no layers");
        demand(has_partners || asked_.partners == all_layers, "no partners");
        demand(has_except || !asked_.except, "no item that is left out");
        demand(needs.k || detail::asks_nearest<Question> || asked_.k == 1, "no k");
        if (asked_.form == form::polygon && needs.places) {
            std::size_t before = 0;
            for (std::size_t number = 0; number < asked_.count; ++number) {
                demand(asked_.vertex_ends[number] >= before, "ends of vertices that ascend");
                before = asked_.vertex_ends[number];
            }
            demand(before == 0 || asked_.places != nullptr, "places");
        }
        return is_many ? asked_.count : 1;
    }

    /// A handle of another tree, or a stale one, as the null item: in checked builds the library would assert it.
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
    std::size_t width() const noexcept { return asked_.form == form::polygon ? 0 : numbers_in(asked_.form); }

    // ---- Its answers -------------------------------------------------------------------------------------------------

    void demand_no_interruption() const {
        if (asked_.goes_on != nullptr && !asked_.goes_on()) {
            throw interrupted();
        }
    }
    bool wraps() const noexcept { return bool(tree_.period()); }

    void add(answers& found, const item& a, const shift& from_there) const {
        found.a.push_back(a.index);
        if (asked_.with_items) {
            found.a_generations.push_back(a.generation);
        }
        if (wraps()) {
            found.shifts.push_back(from_there);
        }
    }
    template <class Hit>
    void add(answers& found, const Hit& one) const {
        add(found, one.item(), one.shift());
        if constexpr (requires { one.fraction(); }) {
            found.measures.push_back(double(one.fraction()));
        } else if constexpr (requires { one.distance2(); }) {
            found.measures.push_back(one.distance2());
        }
    }
    template <class A, class B>
    void add_pair(answers& found, const A& a, const B& b) const {
        add(found, a.item(), b.shift());
        found.b.push_back(b.index());
        if (asked_.with_items) {
            found.b_generations.push_back(b.item().generation);
        }
    }
    static void end_rows(answers& found, std::size_t questions) { found.ends.resize(questions, found.a.size()); }

    template <class Question>
    void collect_of(const Question& question, answers& found) const {
        const std::size_t count = check(question);
        if constexpr (about_pairs<Question, Shape>) {
            collect_pairs(own_items(made(question, 0)), found);
        } else {
            for (std::size_t first = 0; first < count; first += most_at_once) {
                demand_no_interruption();
                const std::size_t some = std::min(most_at_once, count - first);
                switch (asked_.what) {
                case wanted::all: collect_some(question, first, some, found); break;
                case wanted::first: collect_first(question, first, some, found); break;
                default: collect_counts(question, first, some, found); break;
                }
            }
        }
    }
    template <class Question, class Make>
    auto list_of(std::size_t first, std::size_t some, const Make& make) const {
        std::vector<Question> list;
        list.reserve(some);
        for (std::size_t number = first; number < first + some; ++number) {
            list.push_back(make(number));
        }
        return list;
    }
    template <class Question>
    auto list_of(const Question& question, std::size_t first, std::size_t some) const {
        return list_of<Question>(first, some, [&](std::size_t number) { return made(question, number); });
    }

    template <class Question>
    void collect_some(const Question& question, std::size_t first, std::size_t some, answers& found) const {
        const std::vector<Question> list = list_of(question, first, some);
        batch_workspace workspace;
        if constexpr (detail::asks_nearest<Question>) {
            collect_nearest(list, workspace, first, found);
        } else {
            constexpr bool is_measured = requires(Question& one) { one.moving(); };
            if (!is_measured && !wraps() && !asked_.with_items) {
                answer_rows<std::uint32_t> rows;
                parallel::ask(with_, tree_, list, workspace, rows, asked_.work);
                for (std::size_t number = 0; number < some; ++number) {
                    found.ends.push_back(found.a.size() + rows.offsets[number + 1]);
                }
                if (first == 0) {
                    found.a = std::move(rows.answers);
                } else {
                    found.a.insert(found.a.end(), rows.answers.begin(), rows.answers.end());
                }
                return;
            }
            parallel::ask(with_, tree_, list, workspace, parallel::in_order([&](std::size_t number, const auto& one) {
                              end_rows(found, first + number);
                              add(found, one);
                          }),
                          asked_.work);
            end_rows(found, first + some);
        }
    }
    template <class Question>
    void collect_nearest(const std::vector<Question>& list, batch_workspace& workspace, std::size_t first,
                         answers& found) const {
        const auto k = static_cast<std::size_t>(std::min<std::uint64_t>(asked_.k, tree_.size()));
        if (wraps()) { // whose shifts hits know
            nearest_workspace nearest;
            for (std::size_t number = 0; number < list.size(); ++number) {
                std::size_t rest = k;
                if (rest > 0) {
                    for (const auto one : tree_.ask(list[number], nearest, asked_.work)) {
                        add(found, one);
                        if (--rest == 0) {
                            break;
                        }
                    }
                }
                end_rows(found, first + number + 1);
            }
            return;
        }
        std::vector<neighbor> results(list.size() * k);
        parallel::ask(with_, tree_, list, workspace, results, asked_.work);
        for (std::size_t number = 0; number < list.size(); ++number) {
            for (std::size_t at = number * k; at < (number + 1) * k && results[at].which; ++at) {
                add(found, results[at].which, {});
                found.measures.push_back(results[at].distance2);
            }
            end_rows(found, first + number + 1);
        }
    }
    template <class Question>
    void collect_first(const Question& question, std::size_t first, std::size_t some, answers& found) const {
        if constexpr (requires(Question& one) { one.moving(); }) {
            if (wraps()) { // whose shifts hits know
                for (std::size_t number = first; number < first + some; ++number) {
                    collect_first_shifted(made(question, number), found);
                    end_rows(found, number + 1);
                }
                return;
            }
            using closest = question::closest<Question>;
            const auto list =
                list_of<closest>(first, some, [&](std::size_t number) { return closest{made(question, number)}; });
            std::vector<typename closest::result> results(some);
            batch_workspace workspace;
            parallel::ask(with_, tree_, list, workspace, std::span<typename closest::result>(results), asked_.work);
            for (std::size_t number = 0; number < some; ++number) {
                if (results[number]) {
                    add(found, results[number]->which, {});
                    found.measures.push_back(double(results[number]->fraction));
                }
                end_rows(found, first + number + 1);
            }
        } else {
            demand(false, "all, a count, or whether there is any: it has no path");
        }
    }
    /// Of hits in the order of their fractions the first of least index.
    template <class Question>
    void collect_first_shifted(const Question& question, answers& found) const {
        std::optional<answer> best;
        tree_.ask(
            question,
            [&](const auto& one) {
                if (!best || one.fraction() < best->measure ||
                    (one.fraction() == best->measure && one.index() < best->a.index)) {
                    best = answer{0, one.item(), {}, double(one.fraction()), one.shift()};
                }
                return one.fraction();
            },
            asked_.work);
        if (best) {
            add(found, best->a, best->from_there);
            found.measures.push_back(best->measure);
        }
    }
    template <class Question>
    void collect_counts(const Question& question, std::size_t first, std::size_t some, answers& found) const {
        if constexpr (detail::asks_nearest<Question>) {
            demand(false, "all: of what is nearest there are as many as are wanted");
        } else if (asked_.what == wanted::count) {
            using counted = question::count<Question>;
            const auto list =
                list_of<counted>(first, some, [&](std::size_t number) { return counted{made(question, number)}; });
            found.counts.resize(first + some);
            batch_workspace workspace;
            parallel::ask(with_, tree_, list, workspace, std::span<std::uint32_t>(found.counts).subspan(first),
                          asked_.work);
        } else {
            using any = question::any<Question>;
            const auto list =
                list_of<any>(first, some, [&](std::size_t number) { return any{made(question, number)}; });
            const auto results = std::make_unique<bool[]>(some);
            batch_workspace workspace;
            parallel::ask(with_, tree_, list, workspace, std::span<bool>(results.get(), some), asked_.work);
            found.counts.insert(found.counts.end(), results.get(), results.get() + some);
        }
    }

    /// Handles that are none of this tree's are null, as in `own`. The items must outlive the question.
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
    template <class Owned>
    void collect_pairs(const Owned& asked, answers& found) const {
        using question_type = std::remove_cvref_t<decltype(asked.question)>;
        switch (asked_.what) {
        case wanted::count:
            found.counts.push_back(tree_.ask(question::count<question_type>{asked.question}, asked_.work));
            return;
        case wanted::any:
            found.counts.push_back(tree_.ask(question::any<question_type>{asked.question}, asked_.work) ? 1 : 0);
            return;
        case wanted::first: demand(false, "all, a count, or whether there is any: it has no path"); return;
        case wanted::all: break;
        }
        const auto take = [&](const auto& a, const auto& b, auto... distance2) {
            if (found.a.size() % pairs_between_looks == 0) {
                demand_no_interruption();
            }
            add_pair(found, a, b);
            (found.measures.push_back(distance2), ...);
        };
        if constexpr (std::is_same_v<question_type, question::pairs>) {
            parallel::pairs(with_, tree_, parallel::in_order(take), asked.question.wanted, asked_.work);
        } else if constexpr (about_two_trees<question_type> && !requires { asked.question.k; }) {
            parallel::join(with_, tree_, asked.question.other, parallel::in_order(take), asked.question.wanted,
                           asked_.work);
        } else {
            tree_.ask(asked.question, take, asked_.work);
        }
        end_rows(found, 1);
    }

    // ---- One by one --------------------------------------------------------------------------------------------------

    template <class Question>
    outcome visit_of(const Question& question, const visitor& visit) const {
        const std::size_t count = check(question);
        demand(asked_.what == wanted::all, "all: a visitor sees the answers");
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t number = 0; number < count; ++number) {
            outcome end = outcome::complete;
            if constexpr (about_pairs<Question, Shape>) {
                const auto asked = own_items(made(question, number));
                end = tree_.ask(
                    asked.question,
                    [&](const auto& a, const auto& b, auto... distance2) {
                        return visit({number, a.item(), b.item(), last_of(none, distance2...), b.shift()});
                    },
                    asked_.work);
            } else if constexpr (detail::asks_nearest<Question>) {
                end = visit_nearest(made(question, number), number, visit);
            } else {
                end = tree_.ask(
                    made(question, number),
                    [&](const auto& one) { return visit({number, one.item(), {}, measure_of(one), one.shift()}); },
                    asked_.work);
            }
            if (end != outcome::complete) {
                return end;
            }
        }
        return outcome::complete;
    }
    template <class Question>
    outcome visit_nearest(const Question& question, std::size_t number, const visitor& visit) const {
        nearest_workspace workspace;
        std::uint64_t rest = asked_.k;
        auto found = tree_.ask(question, workspace, asked_.work);
        for (const auto one : found) {
            if (rest-- == 0) {
                return outcome::complete;
            }
            if (visit({number, one.item(), {}, one.distance2(), one.shift()}) == flow::stop) {
                return outcome::stopped;
            }
        }
        return found.outcome();
    }
    static double last_of(double none) noexcept { return none; }
    static double last_of(double, double measure) noexcept { return measure; }
    template <class Hit>
    static double measure_of(const Hit& one) noexcept {
        if constexpr (requires { one.fraction(); }) {
            return double(one.fraction());
        } else {
            return std::numeric_limits<double>::quiet_NaN();
        }
    }

    const tree_type& tree_;
    const questions& asked_;
    const crew& with_;
};

} // namespace quadrille::flat

#endif
