// Bodies of recording.hpp: each verb of the tree, and how it is recorded.
// SPDX-License-Identifier: MIT

namespace quadrille {

// ---- Changes --------------------------------------------------------------------------------------------------------

template <class Value, class Shape, class Sink>
template <class Predicate>
std::uint32_t recording<Value, Shape, Sink>::erase_if(Predicate&& predicate) {
    std::uint32_t erased = 0;
    for (std::uint32_t index = 0; index < tree_.index_limit(); ++index) {
        const item which = tree_.item_at(index);
        if (!which) {
            continue;
        }
        const detail::watch_of<quadtree_type> watching(tree_);
        const bool is_doomed = predicate(typename quadtree_type::hit(tree_, index));
        if (watching.sees_misuse()) {
            break;
        }
        erased += is_doomed && erase(which) ? 1U : 0U;
    }
    return erased;
}

template <class Value, class Shape, class Sink>
template <class ShapeOf>
    requires(!std::convertible_to<ShapeOf, std::span<const Shape>>)
change_report recording<Value, Shape, Sink>::sync(ShapeOf&& shape_of) {
    const std::uint32_t limit = tree_.index_limit();
    std::vector<Shape> shapes(limit);
    const detail::watch_of<quadtree_type> watching(tree_);
    for (std::uint32_t index = 0; index < limit; ++index) {
        if (tree_.item_at(index)) {
            shapes[index] = shape_of(typename quadtree_type::hit(tree_, index));
            if (watching.sees_misuse()) {
                detail::insides::changing_core(tree_).reject(quadrille::error::tree_changed);
                return {.error = quadrille::error::tree_changed};
            }
        }
    }
    return sync(std::span<const Shape>(shapes));
}

template <class Value, class Shape, class Sink>
void recording<Value, Shape, Sink>::put_state() const noexcept {
    out_.put(verb::state, [&](writer& to) {
        const auto write = [&to](std::span<const std::byte> some) { to.bytes(some.data(), some.size()); };
        detail::save_bare(tree_, write);
    });
    seen_ = now();
    seen_options_ = detail::insides::core(tree_).chosen_options();
}

template <class Value, class Shape, class Sink>
bool recording<Value, Shape, Sink>::is_alone(bool is_done) noexcept {
    const detail::moment then = now();
    const bool is_same_tree = then.identity == seen_.identity || seen_.identity == 0;
    if (is_same_tree && then.epoch - seen_.epoch <= (is_done ? 1U : 0U)) {
        return true;
    }
    put_state();
    return false;
}

template <class Value, class Shape, class Sink>
template <class Change, class Result>
Result recording<Value, Shape, Sink>::noted(Change made, Result result) noexcept {
    if (is_alone(static_cast<bool>(result))) {
        out_.put(Change::recorded, [&](writer& to) {
            made.fields(detail::change_writer<Shape>(to, names(), last_));
            detail::write_result(to, result, tree_.error());
        });
        seen_ = now();
    }
    return result;
}

template <class Value, class Shape, class Sink>
change_report recording<Value, Shape, Sink>::noted_insert(std::span<const Shape> shapes, detail::item_target items,
                                                          in_layers layers, const change_report& report) noexcept {
    const std::span<const item> fresh = report ? items.last(shapes.size()) : std::span<const item>();
    const auto stored = detail::shapes_by(shapes.size(), [&](std::size_t at) {
        return report ? detail::insides::core(tree_).shape_at(fresh[at].index) : shapes[at];
    });
    return noted(detail::change::insert_many<Shape, decltype(stored)>{stored, layers, fresh}, report);
}

template <class Value, class Shape, class Sink>
change_report
recording<Value, Shape, Sink>::noted_assign(std::span<const Shape> shapes, const change_report& report) noexcept {
    const auto stored = detail::shapes_by(shapes.size(), [&](std::size_t at) {
        return report ? detail::insides::core(tree_).shape_at(static_cast<std::uint32_t>(at)) : shapes[at];
    });
    return noted(detail::change::assign<Shape, decltype(stored)>{stored}, report);
}

template <class Value, class Shape, class Sink>
template <class Change>
auto recording<Value, Shape, Sink>::make(Change todo) noexcept {
    catch_up();
    using result = decltype(todo.run(tree_));
    std::conditional_t<std::is_void_v<result>, bool, result> found{};
    bool is_made = false;
    const auto run = [&] {
        is_made = true;
        if constexpr (std::is_void_v<result>) {
            todo.run(tree_);
        } else {
            found = todo.run(tree_);
        }
    };
    out_.put(Change::recorded, [&](writer& to) {
        todo.fields(detail::change_writer<Shape>(to, names(), last_));
        run();
        if constexpr (!std::is_void_v<result>) {
            detail::write_result(to, found, tree_.error());
        }
    });
    if (!is_made) {
        run();
    }
    seen_ = now();
    return static_cast<result>(found);
}

// ---- Questions ------------------------------------------------------------------------------------------------------

template <class Value, class Shape, class Sink>
template <detail::list_question Question, detail::sink Out>
outcome recording<Value, Shape, Sink>::ask(const Question& question, Out&& out, counters* counts) const {
    check_recorded<Question>();
    using source = typename Question::template source<Shape>;
    if constexpr (detail::path_source<source>) {
        return ask_path(question, out, counts);
    } else {
        catch_up();
        detail::answer_hash found;
        const outcome end = detail::as_visitor(out, [&](auto& visitor) {
            auto noting = [&](const auto& first, const auto&... second) {
                found.add_hits(first, second...);
                return detail::invoke_visitor(visitor, first, second...);
            };
            return tree_.ask(question, noting, counts);
        });
        if (end != outcome::tree_changed) {
            put_question(question, end == outcome::stopped ? detail::asked::was_stopped : 0U,
                         [&](writer& to) { to.answers(found); });
        }
        return end;
    }
}

template <class Value, class Shape, class Sink>
template <class Question, class Out>
outcome recording<Value, Shape, Sink>::ask_path(const Question& question, Out& out, counters* counts) const {
    catch_up();
    detail::path_answers<scalar> found;
    const outcome end = detail::as_visitor(out, [&](auto& visitor) {
        auto noting = [&](const auto& met) { return found.note(visitor, met); };
        return tree_.ask(question, noting, counts);
    });
    if (end != outcome::tree_changed) {
        const unsigned flags = end == outcome::stopped ? detail::asked::was_stopped : 0U;
        put_question(question, flags | found.flags(), [&](writer& to) { found.write(to); });
    }
    return end;
}

template <class Value, class Shape, class Sink>
template <detail::result_question Question>
typename Question::result recording<Value, Shape, Sink>::ask(const Question& question, counters* counts) const {
    check_recorded<Question>();
    catch_up();
    const typename Question::result found = tree_.ask(question, counts);
    put_question(question, 0, [&](writer& to) {
        if constexpr (std::convertible_to<typename Question::result, std::uint64_t>) {
            to.whole(found);
        } else {
            detail::answer_hash hash;
            if (found) {
                hash.add(detail::answer_number(*found));
            }
            to.answers(hash);
        }
    });
    return found;
}

template <class Value, class Shape, class Sink>
template <detail::nearest_question Question>
std::size_t recording<Value, Shape, Sink>::ask(const Question& question, std::span<neighbor> results,
                                               counters* counts) const noexcept {
    check_recorded<Question>();
    catch_up();
    const std::size_t count = tree_.ask(question, results, counts);
    put_nearest(question, results.size(), results.first(count));
    return count;
}

template <class Value, class Shape, class Sink>
template <detail::nearest_question Question>
std::size_t recording<Value, Shape, Sink>::ask(const Question& question, std::size_t k, std::vector<neighbor>& found,
                                               counters* counts) const {
    check_recorded<Question>();
    catch_up();
    const std::size_t count = tree_.ask(question, k, found, counts);
    put_nearest(question, k, std::span(found).last(count));
    return count;
}

template <class Value, class Shape, class Sink>
template <class Question, class PutAnswers>
void recording<Value, Shape, Sink>::put_question(const Question& question, unsigned flags,
                                                 PutAnswers&& put_answers) const noexcept {
    out_.put(detail::recorded_as<Question>, [&](writer& to) {
        detail::write_question(to, question, flags, names());
        put_answers(to);
    });
}

template <class Value, class Shape, class Sink>
template <class Question>
void recording<Value, Shape, Sink>::put_nearest(const Question& question, std::size_t k,
                                                std::span<const neighbor> results) const noexcept {
    put_question(question, 0, [&](writer& to) {
        to.whole(k);
        detail::answer_hash found;
        for (const neighbor& each : results) {
            found.add(detail::answer_number(each));
        }
        to.answers(found);
    });
}

} // namespace quadrille
