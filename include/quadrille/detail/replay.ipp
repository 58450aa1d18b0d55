// The body of replay.hpp: reading the arguments of each operation, running it, and comparing what it answers.
// SPDX-License-Identifier: MIT

namespace quadrille {

namespace detail {

/// Reads the arguments of an operation, runs it, and compares its results.
template <class Shape, class Source, class Observe>
class replay_call {
    using tree = quadtree<void, Shape>;
    using scalar = typename Shape::scalar;
    using verb = recorded_verb;

public:
    replay_call(tree& into, Source& source, Observe& observe) noexcept : tree_(into), in_(source), observe_(observe) {}

    replay_report run() {
        const bool has_begun = in_.begin(kind_of_tree<void, Shape>());
        if (has_begun) {
            while (in_.have_more() && next()) {
                ++report_.operations;
                if (!now_.is_equal && report_.different++ == 0) {
                    report_.first = now_;
                }
                if constexpr (std::is_same_v<std::invoke_result_t<Observe&, const replayed&, const tree&>, flow>) {
                    if (observe_(std::as_const(now_), std::as_const(tree_)) == flow::stop) {
                        report_.was_stopped = true;
                        break;
                    }
                } else {
                    observe_(std::as_const(now_), std::as_const(tree_));
                }
            }
        }
        report_.stream = in_.report();
        report_.left_out = has_begun && !report_.stream ? in_.count_rest() : 0;
        report_.hash = hash_.in_order;
        return report_;
    }

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
        if constexpr (requires { observe_.before(now_.verb, std::as_const(tree_)); }) {
            if (now_.verb >= verb::state && now_.verb <= last_recorded_verb) {
                observe_.before(now_.verb, std::as_const(tree_));
            }
        }
        switch (now_.verb) {
        case verb::state: return state();
        case verb::tick: return true;
        case verb::insert: return insert();
        case verb::insert_many: return insert_many();
        case verb::erase: return erase();
        case verb::erase_many: return erase_many();
        case verb::move: return move();
        case verb::move_many: return move_many();
        case verb::set_layers: return set_layers();
        case verb::clear: timed([&] { tree_.clear(); }); return true;
        case verb::reserve: return reserve();
        case verb::assign: return assign();
        case verb::sync: return sync();
        default: return question();
        }
    }

    template <class Run>
    void timed(Run&& run) {
        const auto began = std::chrono::steady_clock::now();
        run();
        const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - began;
        now_.nanoseconds = static_cast<std::uint64_t>(time.count());
    }
    void differ(std::uint64_t recorded, std::uint64_t found) {
        if (now_.is_equal) {
            now_.is_equal = false;
            now_.recorded = recorded;
            now_.found = found;
        }
    }

    // ---- Changes -----------------------------------------------------------------------------------------------------

    bool state() {
        const auto source = [&](std::span<std::byte> into) {
            return in_.bytes(into.data(), into.size()) ? into.size() : 0;
        };
        load_report report;
        timed([&] { report = load(tree_, source); });
        if (!report) {
            return in_.reject(report);
        }
        now_.items = tree_.size();
        hash_.add(tree_.size());
        return true;
    }

    bool layers(in_layers& found) {
        std::uint32_t bits = 0;
        const bool is_there = in_.word(bits);
        found.bits = bits - 1U;
        return is_there;
    }
    bool name(item& which) {
        std::uint64_t found = 0;
        if (!in_.whole(found)) {
            return false;
        }
        which =
            found == 0 || found > tree_.index_limit() ? item{} : tree_.item_at(static_cast<std::uint32_t>(found - 1));
        if (found > 0) {
            now_.form = "item";
            now_.note(double(found - 1));
        }
        return static_cast<bool>(which) || found == 0 || in_.reject("an item that the tree does not have");
    }
    bool names(std::uint64_t count) {
        items_.clear();
        for (item each; count > 0; --count) {
            if (!name(each)) {
                return false;
            }
            items_.push_back(each);
        }
        return true;
    }
    bool names() {
        std::uint64_t count = 0;
        return in_.whole(count) && names(count);
    }
    bool shape_of(item which, Shape& one) {
        if (!in_.shape(one, which ? insides::core(tree_).shape_at(which.index) : last_)) {
            return false;
        }
        last_ = one;
        return true;
    }
    /// Shapes that are given anew.
    bool shapes() {
        std::uint64_t count = 0;
        shapes_.clear();
        if (!in_.whole(count)) {
            return false;
        }
        for (Shape one; count > 0; --count) {
            if (!shape_of({}, one)) {
                return false;
            }
            shapes_.push_back(one);
        }
        return true;
    }

    /// What was recorded of a change: whether it can be run again.
    bool result(bool& is_again) {
        std::uint8_t reason = 0;
        if (!in_.byte(reason)) {
            return false;
        }
        recorded_error_ = static_cast<error>(reason & 0xFU);
        recorded_method_ = static_cast<update_method>(reason >> 4U);
        is_again = recorded_error_ != error::no_memory && recorded_error_ != error::wrong_size &&
                   recorded_error_ != error::tree_changed;
        now_.is_run = is_again;
        now_.error = recorded_error_;
        return recorded_error_ <= error::tree_changed || in_.reject("an error of no such kind");
    }
    void compare(bool is_done) {
        now_.error = is_done ? error::none : tree_.error();
        compare_error();
    }
    void compare_error() {
        hash_.add(static_cast<std::uint64_t>(now_.error));
        if (now_.error != recorded_error_) {
            differ(static_cast<std::uint64_t>(recorded_error_), static_cast<std::uint64_t>(now_.error));
        }
    }
    /// Runs a change of one item again, if it was not rejected for something that is not in the recording.
    template <class Change>
    bool run_one(Change&& change) {
        bool is_again = false;
        if (!result(is_again)) {
            return false;
        }
        now_.items = 1;
        if (is_again) {
            bool is_done = false;
            timed([&] { is_done = change(); });
            compare(is_done);
        }
        return true;
    }
    /// The same for a change of several items.
    template <class Change>
    bool run_many(Change&& change) {
        bool is_again = false;
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        if (!result(is_again) || !in_.word(first) || !in_.word(second)) {
            return false;
        }
        if (is_again) {
            change_report report;
            timed([&] { report = change(); });
            now_.error = report.error;
            now_.method = report.method;
            now_.reinserted = report.reinserted;
            compare_error();
            hash_.add(report ? report.displaced : report.rejected);
            if (const std::uint32_t found = report ? report.displaced : report.rejected; found != first) {
                differ(first, found);
            }
            if (const std::uint32_t found = report ? report.reinserted : report.first_rejected; found != second) {
                differ(second, found);
            }
        }
        return true;
    }

    bool insert() {
        Shape shape;
        in_layers in;
        bool is_again = false;
        if (!shape_of({}, shape) || !layers(in) || !result(is_again)) {
            return false;
        }
        std::uint64_t index = 0;
        std::uint64_t handle = 0;
        if (recorded_error_ == error::none && (!in_.whole(index) || !in_.whole(handle))) {
            return false;
        }
        now_.items = 1;
        if (is_again) {
            item made;
            timed([&] { made = tree_.insert(shape, in); });
            compare(static_cast<bool>(made));
            hash_.add(unmarked(made));
            if (now_.is_equal && made && unmarked(made) != handle) {
                differ(index, made.index);
            }
        }
        return true;
    }
    bool insert_many() {
        in_layers in;
        answer_hash handles;
        if (!shapes() || !layers(in) || !in_.answers(handles)) {
            return false;
        }
        now_.items = shapes_.size();
        items_.clear();
        const bool is_there = run_many([&] { return tree_.insert(shapes_, items_, in); });
        if (is_there && now_.is_run) {
            compare(handles, [&](answer_hash& found) {
                for (const item& each : items_) {
                    found.add(unmarked(each));
                }
            });
        }
        return is_there;
    }
    bool erase() {
        item which;
        return name(which) && run_one([&] { return tree_.erase(which); });
    }
    bool erase_many() {
        if (!names()) {
            return false;
        }
        now_.items = items_.size();
        return run_many([&] { return tree_.erase(items_); });
    }
    bool move() {
        item which;
        Shape shape;
        return name(which) && shape_of(which, shape) && run_one([&] { return tree_.move(which, shape); });
    }
    bool move_many() {
        std::uint64_t count = 0;
        if (!in_.whole(count) || !names()) {
            return false;
        }
        shapes_.clear();
        for (std::size_t at = 0; at < items_.size() && items_.size() == count; ++at) {
            if (Shape one; shape_of(items_[at], one)) {
                shapes_.push_back(one);
            } else {
                return false;
            }
        }
        now_.items = items_.size();
        return run_many([&] { return tree_.move(items_, shapes_); });
    }
    bool set_layers() {
        item which;
        std::uint32_t bits = 0;
        return name(which) && in_.word(bits) && run_one([&] { return tree_.set_layers(which, bits); });
    }
    bool reserve() {
        std::uint32_t count = 0;
        bool is_again = false;
        if (!in_.word(count) || !result(is_again)) {
            return false;
        }
        now_.items = count;
        now_.is_run = is_again && count <= max_reserved;
        if (now_.is_run) {
            bool is_done = false;
            timed([&] { is_done = tree_.reserve(count); });
            compare(is_done);
        }
        return true;
    }
    bool assign() {
        if (!shapes()) {
            return false;
        }
        now_.items = shapes_.size();
        return run_many([&] { return tree_.assign(shapes_); });
    }
    bool sync() {
        std::uint64_t count = 0;
        if (!in_.whole(count)) {
            return false;
        }
        now_.items = count;
        shapes_.clear();
        if (count == tree_.index_limit()) {
            shapes_.resize(tree_.index_limit());
            for (std::uint32_t index = 0; index < tree_.index_limit(); ++index) {
                if (const item which = tree_.item_at(index); which && !shape_of(which, shapes_[index])) {
                    return false;
                }
            }
        }
        return run_many([&] { return tree_.sync(std::span<const Shape>(shapes_)); });
    }

    // ---- Questions ---------------------------------------------------------------------------------------------------

    using any_form = std::variant<box<scalar>, circle<scalar>, point<scalar>, segment<scalar>, polygon<scalar>>;

    /// Reads the fields of a question: the form beside it, all others into it.
    struct field_reader {
        replay_call& of;
        any_form& area;
        bool is_there = true;
        bool has_form = false;

        template <class Area>
        void form(Area&) {
            has_form = true;
            is_there = is_there && of.read_form(area);
        }
        void plain(double& number) { is_there = is_there && of.in_.number(number); }
        void plain(point<scalar>& where) { is_there = is_there && of.place(where); }
        void plain(item& which) { is_there = is_there && of.name(which); }
        void plain(std::span<const item>& items) {
            is_there = is_there && of.names();
            items = of.items_;
        }
    };

    bool place(point<scalar>& where) {
        const bool is_there = in_.number(where.x) && in_.number(where.y);
        now_.note(double(where.x));
        now_.note(double(where.y));
        return is_there;
    }
    template <class Form>
    bool read_storable(const char* name, any_form& into) {
        now_.form = name;
        scalar numbers[numbers_in<Form>];
        for (scalar& each : numbers) {
            if (!in_.number(each)) {
                return false;
            }
            now_.note(double(each));
        }
        into = put_together<Form>(numbers);
        return true;
    }
    bool read_form(any_form& into) {
        std::uint8_t which = 0;
        if (!in_.byte(which)) {
            return false;
        }
        switch (static_cast<recorded_form>(which)) {
        case recorded_form::box: return read_storable<box<scalar>>("box", into);
        case recorded_form::circle: return read_storable<circle<scalar>>("circle", into);
        case recorded_form::point: return read_storable<point<scalar>>("point", into);
        case recorded_form::segment: {
            now_.form = "segment";
            segment<scalar> area;
            const bool is_there = place(area.a) && place(area.b);
            into = area;
            return is_there;
        }
        case recorded_form::polygon: {
            now_.form = "polygon";
            std::uint64_t count = 0;
            vertices_.clear();
            if (!in_.whole(count)) {
                return false;
            }
            for (point<scalar> one; count > 0; --count) {
                if (!place(one)) {
                    return false;
                }
                vertices_.push_back(one);
            }
            into = polygon<scalar>{vertices_};
            return true;
        }
        }
        return in_.reject("an area of no such form");
    }

    /// Compares answers with those that were recorded; `add_all(hash)` adds what was found.
    template <class AddAll>
    void compare(const answer_hash& recorded, AddAll&& add_all) {
        answer_hash found;
        add_all(found);
        compare_hashes(recorded, found);
    }
    void compare_hashes(const answer_hash& recorded, answer_hash found) {
        found.complete();
        now_.items = std::max<std::uint64_t>(now_.items, found.count);
        hash_.add(found.count);
        hash_.add(found.in_order);
        if (found != recorded) {
            now_.is_in_other_order = found.count == recorded.count && found.in_any_order == recorded.in_any_order;
            differ(recorded.count, found.count);
        }
    }

    /// Asks a question whose visitor gets each answer; one that was stopped is stopped after as many.
    template <detail::list_question Question>
    bool ask(const Question& asked) {
        answer_hash recorded;
        if ((flags_ & asked::had_limits) != 0) {
            return ask_path(asked);
        }
        if (!in_.answers(recorded)) {
            return false;
        }
        answer_hash found;
        const bool was_stopped = (flags_ & asked::was_stopped) != 0;
        timed([&] {
            tree_.ask(asked, [&](const auto&... answers) {
                found.add_hits(answers...);
                return was_stopped && found.count >= recorded.count ? flow::stop : flow::next;
            });
        });
        compare_hashes(recorded, found);
        return true;
    }
    /// A visitor that returned fractions returns them again.
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
            compare_hashes(recorded, found);
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
            now_.items = found;
            hash_.add(found);
            if (found != recorded) {
                differ(recorded, found);
            }
        } else {
            answer_hash recorded;
            if (!in_.answers(recorded)) {
                return false;
            }
            timed([&] { found = tree_.ask(asked); });
            compare(recorded, [&](answer_hash& hash) {
                if (found) {
                    hash.add(answer_number(*found));
                }
            });
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
        compare(recorded, [&](answer_hash& found) {
            for (const neighbor& each : std::span(neighbors_).first(count)) {
                found.add(answer_number(each));
            }
        });
        return true;
    }

    /// Reads the filter and the fields of a question, and asks it: `subject` is that, or what it is about.
    template <class Subject, class Ask>
    bool read_and_ask(Subject subject, const Ask& ask) {
        recorded_filter wanted(subject.wanted);
        if (!in_.byte(flags_) || ((flags_ & asked::layers) != 0 && !in_.word(wanted.layers)) ||
            ((flags_ & asked::partners) != 0 && !in_.word(wanted.partners)) ||
            ((flags_ & asked::distance) != 0 && !in_.number(wanted.distance)) ||
            ((flags_ & asked::except) != 0 && !name(wanted.except))) {
            return false;
        }
        wanted.set(subject.wanted);
        if constexpr (requires { Subject::form_name; }) {
            now_.form = Subject::form_name;
        }
        any_form area;
        field_reader reader{*this, area};
        subject.fields(reader);
        if (!reader.is_there) {
            return false;
        }
        if (!reader.has_form) {
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
            area);
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
    bool question() {
        bool is_known = false;
        bool is_there = false;
        const auto attempt = [&]<class Question>(const Question& kind) {
            if (!is_known && recorded_as<Question> == now_.verb) {
                is_known = true;
                is_there = ask_again(kind);
            }
        };
        std::apply([&](const auto&... kinds) { (attempt(kinds), ...); }, recorded_questions<scalar>{});
        return is_known ? is_there : in_.reject("an operation of no such kind");
    }

    /// Bytes of a recording do not say that memory is there: more than this is not reserved.
    static constexpr std::uint32_t max_reserved = 1U << 20U;

    struct limit {
        std::uint64_t answer = 0;
        scalar fraction = 0;
    };

    tree& tree_;
    record_reader<Source> in_;
    Observe& observe_;
    replay_report report_;
    replayed now_;
    answer_hash hash_;
    Shape last_ = {};
    error recorded_error_ = error::none;
    update_method recorded_method_ = update_method::none;
    std::uint8_t flags_ = 0;
    std::vector<Shape> shapes_;
    std::vector<item> items_;
    std::vector<point<scalar>> vertices_;
    std::vector<neighbor> neighbors_;
    std::vector<limit> limits_;
};

} // namespace detail

template <class Shape, byte_source Source, class Observe>
replay_report replay(quadtree<void, Shape>& tree, Source&& source, Observe&& observe) {
    if constexpr (std::convertible_to<Source&, std::span<const std::byte>>) {
        std::span<const std::byte> rest = source;
        const auto give = [&](std::span<std::byte> wanted) {
            const std::size_t count = std::min<std::size_t>(wanted.size(), rest.size());
            std::copy_n(rest.begin(), count, wanted.begin());
            rest = rest.subspan(count);
            return count;
        };
        auto report =
            detail::replay_call<Shape, decltype(give), std::remove_reference_t<Observe>>(tree, give, observe).run();
        if (report.stream && !report.was_stopped && !rest.empty()) {
            const std::span<const std::byte> all = source;
            report.stream = {.error = load_error::too_long, .at = all.size() - rest.size()};
        }
        return report;
    } else {
        using given = std::remove_reference_t<Source>;
        return detail::replay_call<Shape, given, std::remove_reference_t<Observe>>(tree, source, observe).run();
    }
}

} // namespace quadrille
