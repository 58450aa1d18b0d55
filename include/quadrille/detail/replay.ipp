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
        case verb::query:
        case verb::any:
        case verb::count:
        case verb::query_within:
        case verb::intersecting:
        case verb::pairs:
        case verb::pairs_of:
        case verb::nearest:
        case verb::raycast:
        case verb::closest_hit:
        case verb::cast:
        case verb::closest_cast: return question();
        }
        return in_.reject("an operation of no such kind");
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

    bool place(point<scalar>& where) {
        const bool is_there = in_.number(where.x) && in_.number(where.y);
        now_.note(double(where.x));
        now_.note(double(where.y));
        return is_there;
    }
    template <class Form>
    bool form(Form& one) {
        scalar numbers[numbers_in<Form>];
        for (scalar& each : numbers) {
            if (!in_.number(each)) {
                return false;
            }
            now_.note(double(each));
        }
        one = put_together<Form>(numbers);
        return true;
    }
    /// Reads an area, and calls `use(area)`, which reads what follows.
    template <class Use>
    bool with_area(Use&& use) {
        std::uint8_t which = 0;
        if (!in_.byte(which)) {
            return false;
        }
        switch (static_cast<recorded_form>(which)) {
        case recorded_form::box: now_.form = "box"; return with_form<box<scalar>>(use);
        case recorded_form::circle: now_.form = "circle"; return with_form<circle<scalar>>(use);
        case recorded_form::point: now_.form = "point"; return with_form<point<scalar>>(use);
        case recorded_form::segment: {
            now_.form = "segment";
            segment<scalar> area;
            return place(area.a) && place(area.b) && use(area);
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
            return use(polygon<scalar>{vertices_});
        }
        }
        return in_.reject("an area of no such form");
    }
    template <class Form, class Use>
    bool with_form(Use& use) {
        Form area;
        return form(area) && use(area);
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

    /// Runs a question whose visitor gets each answer; one that was stopped is stopped after as many.
    template <class Run>
    bool visit(Run&& run) {
        answer_hash recorded;
        if (!in_.answers(recorded)) {
            return false;
        }
        answer_hash found;
        const bool was_stopped = (flags_ & asked::was_stopped) != 0;
        timed([&] {
            run([&](const auto&... answers) {
                found.add_hits(answers...);
                return was_stopped && found.count >= recorded.count ? flow::stop : flow::next;
            });
        });
        compare_hashes(recorded, found);
        return true;
    }
    template <class Run>
    bool ask_number(Run&& run) {
        std::uint64_t recorded = 0;
        std::uint64_t found = 0;
        if (!in_.whole(recorded)) {
            return false;
        }
        timed([&] { found = run(); });
        now_.items = found;
        hash_.add(found);
        if (found != recorded) {
            differ(recorded, found);
        }
        return true;
    }
    template <class Run>
    bool ask_closest(Run&& run) {
        answer_hash recorded;
        std::optional<ray_hit<scalar>> met;
        if (!in_.answers(recorded)) {
            return false;
        }
        timed([&] { met = run(); });
        compare(recorded, [&](answer_hash& found) {
            if (met) {
                found.add(answer_number(*met));
            }
        });
        return true;
    }
    /// A visitor that returned fractions returns them again.
    template <class Run>
    bool ask_cast(Run&& run) {
        if ((flags_ & asked::had_limits) == 0) {
            return visit(run);
        }
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
            run([&](const auto& met) -> scalar {
                found.add(answer_number(met));
                if (next != limits_.end() && next->answer == found.count - 1) {
                    return (next++)->fraction;
                }
                return met.fraction();
            });
        });
        compare_hashes(recorded, found);
        return true;
    }

    bool question() {
        layers_ = all_layers;
        partners_ = all_layers;
        distance_ = now_.verb == verb::nearest ? nearest_filter{}.distance : 0;
        if (!in_.byte(flags_) || ((flags_ & asked::layers) != 0 && !in_.word(layers_)) ||
            ((flags_ & asked::partners) != 0 && !in_.word(partners_)) ||
            ((flags_ & asked::distance) != 0 && !in_.number(distance_))) {
            return false;
        }
        const filter wanted{layers_};
        const pair_filter wanted_pairs{layers_, partners_, distance_};
        switch (now_.verb) {
        case verb::query:
            return with_area(
                [&](const auto& area) { return visit([&](auto&& out) { tree_.query(area, out, wanted); }); });
        case verb::any:
            return with_area(
                [&](const auto& area) { return ask_number([&] { return std::uint64_t{tree_.any(area, wanted)}; }); });
        case verb::count:
            return with_area(
                [&](const auto& area) { return ask_number([&] { return std::uint64_t{tree_.count(area, wanted)}; }); });
        case verb::query_within: {
            double distance = 0;
            return in_.number(distance) && with_area([&](const auto& area) {
                       return visit([&](auto&& out) { tree_.query_within(area, distance, out, wanted); });
                   });
        }
        case verb::intersecting: {
            item which;
            return name(which) && visit([&](auto&& out) { tree_.intersecting(which, out, wanted); });
        }
        case verb::pairs: return visit([&](auto&& out) { tree_.pairs(out, wanted_pairs); });
        case verb::pairs_of: return names() && visit([&](auto&& out) { tree_.pairs_of(items_, out, wanted_pairs); });
        case verb::nearest: return nearest();
        case verb::raycast: {
            now_.form = "ray";
            ray<scalar> along;
            return place(along.origin) && place(along.translation) &&
                   ask_cast([&](auto&& out) { tree_.raycast(along, out, wanted); });
        }
        case verb::closest_hit: {
            now_.form = "ray";
            ray<scalar> along;
            return place(along.origin) && place(along.translation) &&
                   ask_closest([&] { return tree_.closest_hit(along, wanted); });
        }
        default:
            return with_area([&](const auto& moving) {
                if constexpr (storable<std::remove_cvref_t<decltype(moving)>>) {
                    point<scalar> by;
                    return place(by) && (now_.verb == verb::cast
                                             ? ask_cast([&](auto&& out) { tree_.cast(moving, by, out, wanted); })
                                             : ask_closest([&] { return tree_.closest_cast(moving, by, wanted); }));
                } else {
                    return in_.reject("a moving shape of no such form");
                }
            });
        }
    }
    bool nearest() {
        point<scalar> where;
        std::uint64_t most = 0;
        answer_hash recorded;
        now_.form = "point";
        if (!place(where) || !in_.whole(most) || !in_.answers(recorded)) {
            return false;
        }
        now_.note(double(most));
        neighbors_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(most, tree_.size())));
        std::size_t count = 0;
        timed([&] { count = tree_.nearest(where, std::span(neighbors_), nearest_filter{layers_, distance_}); });
        compare(recorded, [&](answer_hash& found) {
            for (const neighbor& each : std::span(neighbors_).first(count)) {
                found.add(answer_number(each));
            }
        });
        return true;
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
    std::uint32_t layers_ = all_layers;
    std::uint32_t partners_ = all_layers;
    double distance_ = 0;
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
