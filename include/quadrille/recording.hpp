// Recording: writes the calls to a tree to a compact stream, which `replay` and `quadrille replay` run again. Opt-in.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RECORDING_HPP
#define QUADRILLE_RECORDING_HPP

#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/detail/recordings/changes.hpp>
#include <quadrille/detail/recordings/recorded_changes.hpp>
#include <quadrille/detail/recordings/recorded_questions.hpp>
#include <quadrille/detail/recordings/recorder.hpp>
#include <quadrille/detail/recordings/records.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/recorded.hpp>
#include <quadrille/save.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille {

/// Has the verbs of a tree. It makes each call to the tree, and writes the call and a hash of its answers to a sink.
/// The sink is a function that takes spans of bytes, or a vector, as for `save`. The stream begins with the whole tree
/// and its options. It is little-endian, with a version and checksums. It contains shapes and handles, but no values.
/// replay.hpp reads it.
///
/// - Verbs, arguments, answers and errors are the same as in the tree. Verbs that inspect items exist, too, but are not
///   recorded. You may change the tree itself, without the recording (`copy_from`, `load`, a parallel verb): the whole
///   tree is then recorded before the next verb. If the constructor of a value makes such a change, the whole tree is
///   recorded instead of that insert or assign. Queries of the tree itself are not recorded: ranges, questions in
///   batches or of another tree, `each`, `any` of pairs, `count` of `query_within`, areas and predicates of your own,
///   queries of `contacts` and of `visibility`.
/// - Bytes reach the sink in frames of up to 16,400 bytes: when a frame is full, and at the end of each tick, that is
///   at `tick()` and before a `sync` or `assign`. If the program crashes, a replay can run everything that the sink
///   received.
/// - If the sink returns false or throws, only the recording ends: the verbs continue, and `recording_error()` gives
///   the reason. The sink's exceptions do not reach the caller. The sink must not use the tree or the recording.
/// - A recorded question takes some 30 bytes, a moved box of floats 5 to 10, a resting box 1. In addition to the tree's
///   allocations, `sync` of a function, and casts with visitors that return fractions, allocate as vectors do.
/// - Threads: one at a time may use the recording, also for questions.
/// - The tree must outlive the recording. Memory that was reserved before the recording is not recorded, and a replay
///   reserves no memory for more than 2²⁰ items. In these cases the answers of the replay may have another order.
template <class Value, class Shape, class Sink>
class recording : public queries<recording<Value, Shape, Sink>, Shape> {
    using quadtree_type = quadtree<Value, Shape>;
    using scalar = typename Shape::scalar;
    using verb = recorded_verb;
    using writer = detail::record_writer;

public:
    /// Writes the tree as it is.
    recording(quadtree<Value, Shape>& of, Sink to) noexcept(std::is_nothrow_move_constructible_v<Sink>)
        : tree_(of), out_(std::forward<Sink>(to), detail::kind_of_tree<void, Shape>()) {
        put_state();
        out_.flush();
    }
    recording(const recording&) = delete;
    recording& operator=(const recording&) = delete;
    /// As `finish`.
    ~recording() { finish(); }

    /// The tree itself, for all calls that are not recorded.
    quadtree<Value, Shape>& tree() noexcept { return tree_; }
    const quadtree<Value, Shape>& tree() const noexcept { return tree_; }

    /// Ends a tick: the sink receives everything recorded so far. The replay reports the slowest tick.
    void tick() noexcept {
        catch_up();
        out_.put(verb::tick, [](writer&) {});
        out_.flush();
    }
    /// Completes and ends the recording. Later verbs still run on the tree, but are not recorded.
    void finish() noexcept {
        if (recording_error() == save_error::none && !out_.is_finished()) {
            catch_up();
            out_.finish();
        }
    }

    /// The reason why the recording ended early, or `none`.
    [[nodiscard]] save_error recording_error() const noexcept { return out_.error(); }
    /// The number of bytes that the sink has taken.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return out_.bytes(); }
    /// The number of operations written.
    [[nodiscard]] std::uint64_t operations() const noexcept { return out_.operations(); }

    // ---- Change -----------------------------------------------------------------------------------------------------

    item insert(const Shape& shape, in_layers layers = {})
        requires std::is_void_v<Value>
    {
        catch_up();
        return noted(detail::change::insert<Shape>{shape, layers}, tree_.insert(shape, layers));
    }
    template <class Given = Value>
        requires(!std::is_void_v<Value> && std::constructible_from<Value, Given &&>)
    item insert(const Shape& shape, Given&& value, in_layers layers = {}) {
        catch_up();
        const detail::change::insert<Shape> made{shape, layers};
        return noted(made, tree_.insert(made.shape, std::forward<Given>(value), layers));
    }
    change_report insert(std::span<const Shape> shapes, detail::item_target items, in_layers layers = {})
        requires std::is_void_v<Value>
    {
        catch_up();
        return noted_insert(shapes, items, layers, tree_.insert(shapes, items, layers));
    }
    template <class Values = std::initializer_list<Value>>
        requires detail::values_for<Values, Value>
    change_report
    insert(std::span<const Shape> shapes, Values&& values, detail::item_target items, in_layers layers = {}) {
        catch_up();
        return noted_insert(shapes, items, layers, tree_.insert(shapes, std::forward<Values>(values), items, layers));
    }

    bool erase(item which) noexcept { return make(detail::change::erase{which}); }
    template <class Items>
        requires std::convertible_to<const Items&, std::span<const item>>
    change_report erase(const Items& items) noexcept {
        return make(detail::change::erase_many{items});
    }
    template <std::same_as<item> Item>
    change_report erase(std::initializer_list<Item> items) noexcept {
        return erase(std::span<const item>(items.begin(), items.size()));
    }
    /// Recorded as one `erase` for each item.
    template <class Predicate>
    std::uint32_t erase_if(Predicate&& predicate);

    bool move(item which, const Shape& shape) noexcept { return make(detail::change::move<Shape>{which, shape}); }
    change_report move(std::span<const item> items, std::span<const Shape> shapes) noexcept {
        return make(detail::change::move_many<Shape>{items, shapes});
    }
    bool set_layers(item which, std::uint32_t layers) noexcept {
        return make(detail::change::set_layers{which, layers});
    }
    void clear() noexcept { make(detail::change::clear{}); }
    bool reserve(std::uint32_t items) noexcept { return make(detail::change::reserve{items}); }

    change_report assign(std::span<const Shape> shapes) noexcept
        requires std::is_void_v<Value>
    {
        begin_tick();
        return noted_assign(shapes, tree_.assign(shapes));
    }
    template <class Values = std::initializer_list<Value>>
        requires detail::values_for<Values, Value>
    change_report assign(std::span<const Shape> shapes, Values&& values) {
        begin_tick();
        return noted_assign(shapes, tree_.assign(shapes, std::forward<Values>(values)));
    }
    change_report sync(std::span<const Shape> shapes) noexcept {
        begin_tick();
        return make(detail::change::sync<Shape>{shapes});
    }
    template <class ShapeOf>
        requires(!std::convertible_to<ShapeOf, std::span<const Shape>>)
    change_report sync(ShapeOf&& shape_of);

    /// The error of the tree.
    [[nodiscard]] quadrille::error error() const noexcept { return tree_.error(); }

    // ---- Inspect ----------------------------------------------------------------------------------------------------

    [[nodiscard]] std::uint32_t size() const noexcept { return tree_.size(); }
    [[nodiscard]] bool empty() const noexcept { return tree_.empty(); }
    [[nodiscard]] std::uint32_t index_limit() const noexcept { return tree_.index_limit(); }
    [[nodiscard]] box<scalar> bounds() const noexcept { return tree_.bounds(); }
    [[nodiscard]] bool contains(item which) const noexcept { return tree_.contains(which); }
    [[nodiscard]] std::optional<Shape> shape(item which) const noexcept { return tree_.shape(which); }
    [[nodiscard]] std::uint32_t layers(item which) const noexcept { return tree_.layers(which); }
    template <class V = Value>
        requires(!std::is_void_v<V>)
    [[nodiscard]] V* value(item which) const noexcept {
        return tree_.value(which);
    }
    [[nodiscard]] item find(const Shape& shape) const { return tree_.find(shape); }
    template <class Sought>
        requires detail::comparable_values<Value, Sought>
    [[nodiscard]] item find(const Shape& shape, const Sought& value) const {
        return tree_.find(shape, value);
    }
    [[nodiscard]] item item_at(std::uint32_t index) const noexcept { return tree_.item_at(index); }

    // ---- Questions --------------------------------------------------------------------------------------------------

    // The verbs of queries.hpp, and `ask` for their questions.

    /// Runs the question, then writes it with its answers. Queries and changes that a visitor makes meanwhile are
    /// written before it.
    template <detail::list_question Question, detail::sink Out>
    outcome ask(const Question& question, Out&& out, counters* counts = nullptr) const;
    template <detail::result_question Question>
    [[nodiscard]] typename Question::result ask(const Question& question, counters* counts = nullptr) const;
    template <detail::nearest_question Question>
    std::size_t ask(const Question& question, std::span<neighbor> results, counters* counts = nullptr) const noexcept;
    template <detail::nearest_question Question>
    std::size_t
    ask(const Question& question, std::size_t k, std::vector<neighbor>& found, counters* counts = nullptr) const;
    template <detail::list_question Question>
    void ask(const Question&, // ranges are not recorded: ask tree()
             counters* = nullptr) const = delete;
    template <class Questions, class... Rest>
        requires(!detail::described<Questions>)
    void ask(const Questions&, const Rest&...) const = delete; // batches are not recorded: ask tree()

private:
    friend queries<recording, Shape>;

    detail::moment now() const noexcept { return detail::insides::core(tree_).head().now(); }

    // ---- Changes ----------------------------------------------------------------------------------------------------

    /// Records changes that were made without the recording.
    void catch_up() const noexcept {
        // A tree that has never had an item has no engine to count its changes. But it has options, which a swap
        // exchanges.
        if (now() != seen_ || detail::insides::core(tree_).chosen_options() != seen_options_) {
            put_state();
        }
    }
    /// The sink receives everything recorded so far before a verb that changes all items.
    void begin_tick() noexcept {
        out_.flush();
        catch_up();
    }
    void put_state() const noexcept;
    detail::item_names<Shape> names() const noexcept { return {detail::insides::core(tree_)}; }

    /// Whether the tree is in the state after this change, or after changes recorded meanwhile: code that constructs a
    /// value may have changed it without the recording. Then the whole tree is recorded instead.
    bool is_alone(bool is_done) noexcept;
    /// Writes a change that has been made.
    template <class Change, class Result>
    Result noted(Change made, Result result) noexcept;
    /// Records the shapes of new items from the tree: the constructor of a value may have changed the array after the
    /// tree had read it.
    change_report noted_insert(std::span<const Shape> shapes, detail::item_target items, in_layers layers,
                               const change_report& report) noexcept;
    change_report noted_assign(std::span<const Shape> shapes, const change_report& report) noexcept;
    /// Makes a change in which no user code runs. Its arguments are written before it, since they refer to items that
    /// it changes.
    template <class Change>
    auto make(Change todo) noexcept;

    // ---- Questions --------------------------------------------------------------------------------------------------

    template <class Question>
    static constexpr void check_recorded() {
        static_assert(detail::recorded_as<Question> != recorded_verb{},
                      "this question is not recorded: ask it of the recording's tree()");
    }
    pair_workspace* own_workspace() const noexcept { return detail::insides::workspace(tree_); }

    /// Writes a question after its run, and by `put_answers` its answers.
    template <class Question, class PutAnswers>
    void put_question(const Question& question, unsigned flags, PutAnswers&& put_answers) const noexcept;
    template <class Question>
    void put_nearest(const Question& question, std::size_t k, std::span<const neighbor> results) const noexcept;
    /// As `ask`, for visitors that may return fractions. Fractions that differ from the fraction of their hit are
    /// written, too.
    template <class Question, class Out>
    outcome ask_path(const Question& question, Out& out, counters* counts) const;

    // A question changes nothing in the tree, but is recorded.
    quadtree<Value, Shape>& tree_;
    mutable detail::recorder<Sink> out_;
    mutable detail::moment seen_;
    mutable options seen_options_;
    Shape last_ = {};
};

template <class Value, class Shape, byte_sink Sink>
recording(quadtree<Value, Shape>&, Sink&&) -> recording<Value, Shape, Sink>;

} // namespace quadrille

#include <quadrille/detail/recordings/recording.ipp>

#endif
