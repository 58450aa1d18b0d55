// The body of replay.hpp: reads the arguments of each operation, runs it, and compares its results.
// SPDX-License-Identifier: MIT

namespace quadrille {

namespace detail {

/// Runs operations one by one, each from its description, and compares the results. Its type depends only on the tree,
/// so that one compiled copy serves all sources and observers.
template <class Shape>
class replay_call {
    using tree = quadtree<void, Shape>;
    using scalar = typename Shape::scalar;
    using verb = recorded_verb;

public:
    /// Functions called before and after each operation.
    using begin_function = function_ref<void(recorded_verb, const tree&)>;
    using end_function = function_ref<flow(const replayed&, const tree&)>;

    template <class Source>
    replay_call(tree& into, Source& source, begin_function begins, end_function ends) noexcept
        : tree_(into), in_(source), fields_(into, in_), begins_(begins), ends_(ends) {}

    replay_report run();

private:
    bool next() {
        now_ = {.number = report_.operations + 1, .at = in_.at()};
        std::uint8_t which = 0;
        if (!in_.byte(which)) {
            return false;
        }
        now_.verb = static_cast<verb>(which);
        if (now_.number == 1 && now_.verb != verb::state) {
            return in_.reject("a first operation other than the whole tree");
        }
        if (now_.verb >= verb::state && now_.verb <= last_recorded_verb) {
            begins_(now_.verb, tree_);
        }
        switch (now_.verb) {
        case verb::state: return state();
        case verb::tick: return true;
        default: return run_described();
        }
    }
    /// Runs an operation that has a description.
    bool run_described() {
        bool is_known = false;
        bool is_there = false;
        const auto is_it = [&](verb number) {
            const bool is_first = number == now_.verb && !is_known;
            is_known = is_known || is_first;
            return is_first;
        };
        fields_.begin(now_);
        const auto attempt_change = [&]<class Change>(const Change& kind) {
            if (is_it(Change::recorded)) {
                is_there = make_again(kind);
            }
        };
        const auto attempt_question = [&]<class Question>(const Question& kind) {
            if (is_it(recorded_as<Question>)) {
                is_there = ask_again(kind);
            }
        };
        std::apply([&](const auto&... kinds) { (attempt_change(kinds), ...); }, change::all<Shape>{});
        each_recorded_question<tree>(attempt_question);
        return is_known ? is_there : in_.reject("an operation of no such kind");
    }

    template <class Run>
    void timed(Run&& run) {
        const auto began = std::chrono::steady_clock::now();
        run();
        const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - began;
        now_.nanoseconds = static_cast<std::uint64_t>(time.count());
    }

    bool state() {
        const auto source = [&](std::span<std::byte> into) {
            return in_.bytes(into.data(), into.size()) ? into.size() : 0;
        };
        load_report report;
        timed([&] { report = load(tree_, source); });
        if (!report) {
            return in_.reject(report);
        }
        differences_.found(tree_.size());
        return true;
    }

    // ---- Changes ----------------------------------------------------------------------------------------------------

    template <class Change>
    bool make_again(Change todo) {
        todo.fields(fields_);
        now_.items = todo.items();
        if (!fields_.is_there()) {
            return false;
        }
        if constexpr (requires { todo.made; }) {
            made_.clear();
            const bool is_there = make([&] { return todo.run(tree_, made_); });
            if (is_there && now_.is_run) {
                answer_hash found;
                for (const item& each : made_) {
                    found.add(unmarked(each));
                }
                differences_.of_answers(fields_.handles(), found);
            }
            return is_there;
        } else if constexpr (std::same_as<Change, change::reserve>) {
            return make([&] { return todo.run(tree_); }, todo.room <= max_reserved);
        } else {
            return make([&] { return todo.run(tree_); });
        }
    }
    /// Reads the recorded result of a change, makes the change if it can be repeated, and compares. A change that
    /// memory, a length or user code rejected cannot be repeated.
    template <class Change>
    bool make(Change&& change, bool is_possible = true) {
        using result = std::invoke_result_t<Change&>;
        if constexpr (std::is_void_v<result>) {
            timed(change);
            return true;
        } else {
            recorded_result recorded;
            if (!recorded.template read<result>(in_)) {
                return false;
            }
            now_.error = recorded.error;
            now_.is_run = is_possible && recorded.error != error::no_memory && recorded.error != error::wrong_size &&
                          recorded.error != error::tree_changed;
            if (now_.is_run) {
                result found{};
                timed([&] { found = change(); });
                differences_.of_result(recorded, found, tree_.error());
            }
            return true;
        }
    }

    // ---- Questions --------------------------------------------------------------------------------------------------

    /// Asks a question and passes each answer to a visitor. A question that was stopped is stopped after the same
    /// number of answers.
    template <detail::list_question Question>
    bool ask(const Question& asked) {
        answer_hash recorded;
        if ((flags_ & asked::had_limits) != 0) {
            return ask_path(asked);
        }
        if (!in_.answers(recorded)) {
            return false;
        }
        const Question again = with_telling_k(asked, recorded);
        if (now_.is_run = most_kept(again) <= max_reserved; !now_.is_run) {
            return true;
        }
        answer_hash found;
        const bool was_stopped = (flags_ & asked::was_stopped) != 0;
        timed([&] {
            tree_.ask(again, [&](const auto&... answers) {
                found.add_hits(answers...);
                return was_stopped && found.count >= recorded.count ? flow::stop : flow::next;
            });
        });
        differences_.of_answers(recorded, found);
        return true;
    }
    /// The same for a visitor that returned fractions: it returns them again.
    template <class Question>
    bool ask_path(const Question& asked) {
        if constexpr (path_source<typename Question::template source<Shape>>) {
            std::uint64_t count = 0;
            limits_.clear();
            if (!in_.whole(count)) {
                return false;
            }
            for (limit one; count > 0; --count) {
                if (!in_.whole(one.answer) || !in_.number(one.fraction)) {
                    return false;
                }
                limits_.push_back(one);
            }
            answer_hash recorded;
            if (!in_.answers(recorded)) {
                return false;
            }
            answer_hash found;
            auto next = limits_.begin();
            timed([&] {
                tree_.ask(asked, [&](const auto& met) -> scalar {
                    found.add(answer_number(met));
                    if (next != limits_.end() && next->answer == found.count - 1) {
                        return (next++)->fraction;
                    }
                    return met.fraction();
                });
            });
            differences_.of_answers(recorded, found);
            return true;
        } else {
            return in_.reject("fractions of a question that is no cast");
        }
    }
    template <detail::result_question Question>
    bool ask(const Question& asked) {
        typename Question::result found = asked.none;
        if constexpr (std::convertible_to<typename Question::result, std::uint64_t>) {
            std::uint64_t recorded = 0;
            if (!in_.whole(recorded)) {
                return false;
            }
            timed([&] { found = tree_.ask(asked); });
            differences_.of_number(recorded, found);
        } else {
            answer_hash recorded;
            if (!in_.answers(recorded)) {
                return false;
            }
            timed([&] { found = tree_.ask(asked); });
            answer_hash hash;
            if (found) {
                hash.add(answer_number(*found));
            }
            differences_.of_answers(recorded, hash);
        }
        return true;
    }
    template <detail::nearest_question Question>
    bool ask(const Question& asked) {
        std::uint64_t most = 0;
        answer_hash recorded;
        if (!in_.whole(most) || !in_.answers(recorded)) {
            return false;
        }
        now_.note(double(most));
        neighbors_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(most, tree_.size())));
        std::size_t count = 0;
        timed([&] { count = tree_.ask(asked, std::span(neighbors_)); });
        answer_hash found;
        for (const neighbor& each : std::span(neighbors_).first(count)) {
            found.add(answer_number(each));
        }
        differences_.of_answers(recorded, found);
        return true;
    }

    /// Reads the filter and the fields of a question, and asks it. `subject` is the question, or the question inside
    /// one with a single result.
    template <class Subject, class Ask>
    bool read_and_ask(Subject subject, const Ask& ask) {
        if (!in_.byte(flags_)) {
            return false;
        }
        read_filter(subject.wanted);
        if constexpr (requires { Subject::form_name; }) {
            now_.form = Subject::form_name;
        }
        subject.fields(fields_);
        if (!fields_.is_there()) {
            return false;
        }
        if (!fields_.has_form()) {
            return ask(subject);
        }
        return std::visit(
            [&](const auto& form) {
                if constexpr (requires { subject.with(form); }) {
                    return ask(subject.with(form));
                } else {
                    return in_.reject("a moving shape of no such form");
                }
            },
            fields_.read_form());
    }
    template <class Filter>
    void read_filter(Filter& wanted) {
        recorded_filter found(wanted);
        if ((flags_ & asked::layers) != 0) {
            fields_.plain(found.layers);
        }
        if ((flags_ & asked::partners) != 0) {
            fields_.plain(found.partners);
        }
        if ((flags_ & asked::distance) != 0) {
            fields_.plain(found.distance);
        }
        if ((flags_ & asked::except) != 0) {
            fields_.plain(found.except);
        }
        found.set(wanted);
    }
    template <class Question>
    bool ask_again(const Question& kind) {
        if constexpr (result_question<Question>) {
            return read_and_ask(kind.of, [&]<class Subject>(const Subject& subject) {
                return ask(typename Question::template about<Subject>{subject});
            });
        } else {
            return read_and_ask(kind, [&](const auto& question) { return ask(question); });
        }
    }

    struct limit {
        std::uint64_t answer = 0;
        scalar fraction = 0;
    };

    tree& tree_;
    record_reader in_;
    field_reader<tree, replayed> fields_;
    begin_function begins_;
    end_function ends_;
    replay_report report_;
    replayed now_;
    differences<replayed> differences_{now_};
    std::uint8_t flags_ = 0;
    std::vector<item> made_;
    std::vector<neighbor> neighbors_;
    std::vector<limit> limits_;
};

template <class Shape>
replay_report replay_call<Shape>::run() {
    const bool has_begun = in_.begin(kind_of_tree<void, Shape>());
    while (has_begun && !report_.was_stopped && in_.have_more() && next()) {
        ++report_.operations;
        if (!now_.is_equal && report_.different++ == 0) {
            report_.first = now_;
        }
        report_.was_stopped = ends_(now_, tree_) == flow::stop;
    }
    report_.stream = in_.report();
    report_.left_out = has_begun && !report_.stream ? in_.count_rest() : 0;
    report_.hash = differences_.hash();
    if (report_.stream && !report_.was_stopped && in_.has_rest()) {
        report_.stream = {.error = load_error::too_long, .at = in_.at()};
    }
    return report_;
}

} // namespace detail

template <class Shape, byte_source Source, class Observe>
replay_report replay(quadtree<void, Shape>& tree, Source&& source, Observe&& observe) {
    using tree_type = quadtree<void, Shape>;
    const auto begins = [&](recorded_verb verb, const tree_type& before) {
        if constexpr (requires { observe.before(verb, before); }) {
            observe.before(verb, before);
        }
    };
    const auto ends = [&](const replayed& one, const tree_type& after) {
        if constexpr (std::same_as<std::invoke_result_t<Observe&, const replayed&, const tree_type&>, flow>) {
            return observe(one, after);
        } else {
            observe(one, after);
            return flow::next;
        }
    };
    return detail::replay_call<Shape>(tree, source, begins, ends).run();
}

} // namespace quadrille
