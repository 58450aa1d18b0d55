// A world over many machines: each rank of MPI owns a part of the plane. Opt-in: link to the target quadrille::ranks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANKS_HPP
#define QUADRILLE_RANKS_HPP

#include <quadrille/detail/ranks/asked.hpp>
#include <quadrille/detail/ranks/link.hpp>
#include <quadrille/detail/ranks/outlines.hpp>
#include <quadrille/parts.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/rank_report.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::ranks {

namespace detail {

template <class, class>
class checkpoint;

} // namespace detail

/// The value of the trees of a world: the id is `hit.value().id`, the user's value `hit.value().value`.
template <class Value>
struct thing {
    std::uint64_t id = 0;    ///< the same on every rank at all times; never used again
    std::int32_t owner = -1; ///< the rank that owns the thing; for a copy, a rank other than the one that holds it
    Value value;
};
template <>
struct thing<void> {
    std::uint64_t id = 0;
    std::int32_t owner = -1;
};

/// One answer: a thing on any rank.
template <class Shape>
struct found {
    std::uint64_t id = 0;
    Shape shape = {};         ///< as its owner stores it
    double measure = 0;       ///< its squared distance (`nearest`), or the fraction of the path at which it is hit
    std::int32_t rank = -1;   ///< its owner
    item which = {};          ///< its handle there
    quadrille::shift shift{}; ///< the periods by which it is shifted to the place of the answer

    friend bool operator==(const found&, const found&) = default;
};

/// Two things, and their squared distance.
struct close_things {
    std::uint64_t a = 0; ///< the lower one
    std::uint64_t b = 0;
    double distance2 = 0;

    friend bool operator==(const close_things&, const close_things&) = default;
};

/// Options of a world, equal on all ranks.
struct world_options {
    quadrille::options tree = {}; ///< of each rank's trees; their `memory` may differ from rank to rank
    /// The plane is divided again if the heaviest rank has more than this many times the mean; 0 or a NaN: never
    /// automatically.
    double balance_above = 1.2;
    /// The weight of a thing: 1, or 1 plus the number of its partners at the last `pairs`.
    bool weigh_pairs = false;
};

/// Things in a plane over the ranks of a communicator. Each rank owns the things in its part of the plane
/// (`plane_parts`) in a tree of its own. It holds copies of things of other ranks that reach into its part: its halo,
/// which is as wide as questions for pairs have needed. The answers are those of one tree of all things.
///
///     ranks::world<velocity> world(MPI_COMM_WORLD);
///     world.assign(shapes, velocities); // vectors: of each rank its own; they go to their owners
///     for (;;) {
///         world.sync([&](auto hit) { return moved(hit.shape(), hit.value().value); });
///         world.pairs([&](auto a, auto b) { collide(a, b); });
///     }
///
/// - *Every member that returns a `report` is collective*: all ranks call the same members in the same order, with
///   equal distances, counts and layers, one type of area and one other world. Each rank gives its own things and
///   questions, or none. All ranks first agree on the call. If one cannot make it (an invalid shape, no memory, a
///   function that throws), or if they call different members, nothing happens and all get the same report. No rank
///   waits for ever, unless another rank makes no call at all. (MPI decides which ranks learn of an error of MPI.)
/// - Visitors of `pairs` and `join` are called after the common work of the ranks: an exception of a visitor is passed
///   on by its rank alone.
/// - A world whose ranks gave different options rejects every call; so does one that was moved from.
/// - The `id` of a thing identifies it on all ranks at all times. Ids are dense: those of `assign` are 0, 1, …, in the
///   order of ranks and of the things of each rank; those of `insert` follow. They have 64 bits.
/// - `own()` is a quadtree; its answers are about the things of this rank, and its questions are not collective. Its
///   handles are valid until the next change of the world, as things move between ranks.
/// - A thing that moves into another part goes to its new owner with its value and layers (`packing`), in one exchange
///   with the copies. If values refer to memory of this rank, write that memory, too.
/// - Values are copied from the given spans, and moved afterwards.
/// - Memory: during a change, arriving things need memory before departed ones are freed; `assign` needs memory for the
///   old world and the new one. `max_items` limits each tree of a rank; arriving things before others have left,
///   copies, and the things that a rank gives to `assign` count, too.
/// - Threads: a world starts none; the thread that calls a member calls MPI. Several threads may query `own()`.
/// - A world must be destroyed before `MPI_Finalize`, on all ranks.
template <class Value = void, storable Shape = box<float>>
class world {
public:
    using value_type = Value;
    using shape_type = Shape;
    using scalar = typename Shape::scalar;
    using tree_type = quadtree<thing<Value>, Shape>;

    /// Makes an empty world; collective. `status` says whether that succeeded.
    explicit world(MPI_Comm communicator, const world_options& how = {});
    /// Returns how the last collective member ended on this rank.
    const report& status() const noexcept { return status_; }

    /// Returns the number of this rank in the communicator.
    int rank() const noexcept { return link_.rank(); }
    /// Returns the number of ranks that share the world.
    int size() const noexcept { return link_.size(); }
    /// Returns the number of things on all ranks.
    std::uint64_t total() const noexcept { return total_; }
    /// Returns the id of the next new thing.
    std::uint64_t next_id() const noexcept { return next_id_; }
    /// Returns the things that this rank owns.
    const tree_type& own() const noexcept { return own_; }
    /// Returns the value of one of them; null for a null or stale item. Values may be changed at any time; the next
    /// `sync` updates copies on other ranks.
    template <class V = Value>
        requires(!std::is_void_v<V>)
    V* value(item which) noexcept {
        thing<Value>* const one = own_.value(which);
        return one == nullptr ? nullptr : &one->value;
    }
    /// Returns the copies that this rank holds: things of others, as they were at the last change, or at the last
    /// question for pairs that needed a wider halo.
    const tree_type& halo() const noexcept { return halo_; }
    /// Returns the parts of the plane: the part of a rank has its number.
    const plane_parts& parts() const noexcept { return parts_; }
    /// Returns what this rank has sent so far.
    const traffic& sent() const noexcept { return link_.sent(); }
    detail::link& link() noexcept { return link_; } // for what is built on worlds, as `pairs_for` is
    /// Returns the number of this world: the same on all ranks, and different from those of their other worlds.
    std::uint64_t number() const noexcept { return number_; }
    /// Returns the options of the world.
    const world_options& chosen_options() const noexcept { return how_; }
    /// Returns the weight of this rank, for `balance_above`.
    std::uint64_t load() const noexcept { return how_.weigh_pairs ? own_.size() + partners_ : own_.size(); }

    // ---- Change -----------------------------------------------------------------------------------------------------

    /// Replaces all things by these, from all ranks. O(n log n), including the division of the plane.
    report assign(std::span<const Shape> shapes)
        requires std::is_void_v<Value>
    {
        return assign_things(shapes, [](std::size_t) { return thing<Value>{}; });
    }
    template <class V = Value>
        requires(!std::is_void_v<V>)
    report assign(std::span<const Shape> shapes, std::span<const std::type_identity_t<V>> values) {
        return assign_things(shapes, [&](std::size_t at) { return thing<Value>{0, -1, values[at]}; }, values.size());
    }

    /// Adds things anywhere, from all ranks. Their ids are `first_id`, `first_id + 1`, …
    report insert(std::span<const Shape> shapes, std::uint64_t* first_id = nullptr)
        requires std::is_void_v<Value>
    {
        return insert_things(shapes, [](std::size_t) { return thing<Value>{}; }, shapes.size(), first_id);
    }
    template <class V = Value>
        requires(!std::is_void_v<V>)
    report insert(std::span<const Shape> shapes, std::span<const std::type_identity_t<V>> values,
                  std::uint64_t* first_id = nullptr) {
        return insert_things(
            shapes, [&](std::size_t at) { return thing<Value>{0, -1, values[at]}; }, values.size(), first_id);
    }

    /// Erases the things with these ids, whichever rank owns them. Rejected (`error::no_item`) if a thing does not
    /// exist, or an id is given twice. O(n) on each rank, with the ids of all.
    report erase(std::span<const std::uint64_t> ids);

    /// Replaces the shape of every thing: `shapes[i]` is that of the own thing with index i, as in `quadtree::sync`.
    /// Then things in another part move there. The halo is updated, as wide as questions since the last `sync` have
    /// needed. The plane is divided again if it is out of balance.
    report sync(std::span<const Shape> shapes);
    /// Does the same with the results of `shape_of(hit) -> Shape`, called once for each own thing.
    template <class ShapeOf>
        requires(!std::convertible_to<ShapeOf, std::span<const Shape>>)
    report sync(ShapeOf&& shape_of);

    /// Replaces the layers of an own thing. Not collective; other ranks use them from the next question for pairs on.
    /// Do not call it during a question to `own()`, for example in a visitor.
    bool set_layers(item which, std::uint32_t layers) noexcept {
        has_other_layers_ = true;
        return own_.set_layers(which, layers);
    }

    /// Divides the plane again, so that all ranks have about the same weight: `weight_of(hit)` is the weight of a
    /// thing, by default as the options say.
    report balance();
    template <class WeightOf>
    report balance(WeightOf&& weight_of);

    // ---- Pairs ------------------------------------------------------------------------------------------------------

    /// Visits every pair, as `quadtree::pairs` does, each on one rank alone: `visitor(a, b)` gets hits of own things
    /// and of copies, with their ids, values, owners, and stored shapes; `b.shift()` is relative to the place where a
    /// is stored. The visitor must not call the world. `flow::stop` ends the visits of this rank.
    template <class Visitor>
    report pairs(Visitor&& visitor, const pair_filter& wanted = {}, counters* counts = nullptr) {
        return pairs_for(detail::call("pairs"), visitor, wanted, counts);
    }
    /// Does the same as a part of another verb, which all ranks must have called.
    template <class Visitor>
    report
    pairs_for(const detail::call& verb, Visitor&& visitor, const pair_filter& wanted = {}, counters* counts = nullptr);

    /// Visits every pair of a thing of this world and one of `other`, as `quadtree::join` does, each on one rank alone.
    /// Both must have the same ranks and the same period.
    template <class OtherValue, class OtherShape, class Visitor>
    report join(world<OtherValue, OtherShape>& other, Visitor&& visitor, const pair_filter& wanted = {},
                counters* counts = nullptr);

    /// Finds the k closest pairs of all ranks, on every rank, by ascending squared distance, then by ids.
    report closest_pairs(std::size_t k, std::vector<close_things>& closest, const closest_pair_filter& wanted = {});

    // ---- Questions: each rank gives its own, and gets their answers -------------------------------------------------

    /// Answers questions for items (questions.hpp): `query`, `query_within`, `raycast`, `cast`. The answers to question
    /// q are `rows[q]`, ascending by measure, then by id, for any number of ranks. Areas must have a form of the
    /// library. An item that a filter excludes must be owned by the rank that asks.
    template <quadrille::detail::list_question Question>
    report ask(std::span<const Question> questions, answer_rows<found<Shape>>& rows);
    /// Answers each question with its result: a number for `count`, whether there is any for `any`, the first hit for
    /// `closest`.
    template <quadrille::detail::result_question Question>
    report ask(std::span<const Question> questions, std::vector<ranks::result_of<Question, Shape>>& results);
    /// Finds the `k` nearest to each place or area.
    template <class Area>
    report ask(std::span<const question::nearest<Area>> questions, std::size_t k, answer_rows<found<Shape>>& rows);

    /// Finds for each area what `question::query` finds.
    template <class Area>
    report query(const std::vector<Area>& areas, answer_rows<found<Shape>>& rows, const filter& wanted = {}) {
        return ask_about(areas, rows, [&](const Area& area) { return question::query<Area>{area, wanted}; });
    }
    /// Finds for each area what `question::query_within` finds.
    template <class Area>
    report query_within(const std::vector<Area>& areas, double distance, answer_rows<found<Shape>>& rows,
                        const filter& wanted = {}) {
        return ask_about(areas, rows,
                         [&](const Area& area) { return question::query_within<Area>{area, distance, wanted}; });
    }
    /// Counts the items that intersect each area.
    template <class Area>
    report count(const std::vector<Area>& areas, std::vector<std::uint64_t>& results, const filter& wanted = {}) {
        return ask_about(areas, results,
                         [&](const Area& area) { return question::count<question::query<Area>>{{area, wanted}}; });
    }
    /// Finds for each ray what `question::raycast` finds.
    report raycast(const std::vector<ray<scalar>>& rays, answer_rows<found<Shape>>& rows, const filter& wanted = {}) {
        return ask_about(rays, rows, [&](const auto& along) { return question::raycast<scalar>{along, wanted}; });
    }
    /// Finds the first thing on each ray; nothing if there is none.
    report closest_hit(const std::vector<ray<scalar>>& rays, std::vector<std::optional<found<Shape>>>& results,
                       const filter& wanted = {}) {
        return ask_about(rays, results, [&](const auto& along) {
            return question::closest<question::raycast<scalar>>{{along, wanted}};
        });
    }
    /// Finds the `k` nearest to each place.
    template <class Area>
    report nearest(const std::vector<Area>& places, std::size_t k, answer_rows<found<Shape>>& rows,
                   const nearest_filter& wanted = {}) {
        std::vector<question::nearest<Area>> questions;
        const report made = link_.attempt([&] {
            for (const Area& where : places) {
                questions.push_back({where, wanted});
            }
            return report{};
        });
        return ask_nearest(made, std::span<const question::nearest<Area>>(questions), k, rows);
    }

    /// Computes in `sums[q]` the sum of `of(hit)` for all things that intersect `areas[q]`: `sum += term`, rank by
    /// rank, beginning with `Sum{}`. `Sum` must be trivially copyable; the owners of the things call `of`.
    template <class Area, class Sum, class Of>
    report aggregate(const std::vector<Area>& areas, std::vector<Sum>& sums, const Of& of, const filter& wanted = {});

private:
    template <class, storable>
    friend class world;
    template <class, class>
    friend class detail::checkpoint;

    using parcels = detail::parcels;
    /// Records between ranks: things that move, and things that are lent.
    enum class passage : std::uint8_t { moves, is_lent };

    template <class Make>
    report assign_things(std::span<const Shape> shapes, const Make& make, std::size_t values = no_values);
    template <class Fill>
    report replace_all(const Fill& fill, std::uint64_t total, std::uint64_t next_id);
    template <class Make>
    report insert_things(std::span<const Shape> shapes, const Make& make, std::size_t values, std::uint64_t* first_id);
    template <class Make>
    report add_here(std::span<const Shape> shapes, const Make& make, std::uint64_t first, std::vector<item>& added);
    report reject_absent(std::span<const std::uint64_t> ids, const std::vector<std::uint64_t>& all,
                         const std::vector<item>& mine);
    report told(const change_report& of) const noexcept;
    report kept(const report& of) {
        status_ = of;
        return link_.end(of);
    }

    template <class WeightOf>
    report part_anew(plane_parts& parts, const WeightOf& weight_of);
    report note_balance();
    template <class WeightOf>
    report balance_by(const WeightOf& weight_of);
    double weight_by_options(std::uint32_t index) const noexcept {
        return how_.weigh_pairs && index < partners_of_.size() ? 1.0 + partners_of_[index] : 1.0;
    }
    bool is_out_of_balance(std::uint64_t heaviest, std::uint64_t all) const noexcept;

    report settle(const plane_parts& parts, double width);
    void put_in_order() noexcept;
    report send_off(const plane_parts& parts, double width, parcels& out, std::vector<item>& leaving);
    report see_pairs(const detail::call& verb, double distance);
    void note_shape(std::uint32_t index, const Shape& shape, bool is_shared);
    bool is_shared(std::uint32_t index) const noexcept { return shared_[index] != 0; }
    bool tells(const box<double>& one, const box<double>& other) const noexcept {
        return parts_.teller(one, other, halo_width_) == std::uint32_t(link_.rank());
    }
    template <class Use>
    outcome each_pair(const pair_filter& wanted, const Use& use, counters* counts) const;

    report refresh_outlines();
    template <class Given, class Out, class Make>
    report ask_about(const std::vector<Given>& given, Out& out, const Make& make);
    template <class Question>
    report ask_rows(const report& made, std::span<const Question> questions, answer_rows<found<Shape>>& rows);
    template <class Question>
    report ask_results(const report& made, std::span<const Question> questions,
                       std::vector<ranks::result_of<Question, Shape>>& results);
    template <class Area>
    report ask_nearest(const report& made, std::span<const question::nearest<Area>> questions, std::size_t k,
                       answer_rows<found<Shape>>& rows);
    template <class Record, class Question, class Route, class Reply, class Take>
    report relay(std::span<const Question> questions, const Route& route, const Reply& reply, const Take& take);
    template <class Question, class Hit>
    double measure_of(const Question& asked, const Hit& hit) const noexcept;
    template <class Hit>
    found<Shape> found_at(const Hit& hit, double measure) const noexcept {
        return {hit.value().id, hit.shape(), measure, link_.rank(), hit.item(), hit.shift()};
    }

    static constexpr std::size_t no_values = static_cast<std::size_t>(-1);

    world_options how_;
    detail::link link_;
    report status_;
    plane_parts parts_;
    tree_type own_;
    tree_type halo_;
    std::uint64_t number_ = 0; ///< the same on all ranks, and different from their other worlds
    double halo_width_ = -1;   ///< the distance up to which all pairs can be reported; negative: there is no halo
    double wanted_width_ = -1; ///< of questions since the last `sync`
    bool has_other_layers_ = false;
    bool has_outlines_ = false;
    std::vector<std::uint8_t> shared_;       ///< by own index: whether other ranks hold it, too
    std::vector<Shape> shapes_;              ///< by own index: as given, to undo a `sync`
    std::vector<Shape> shapes_before_;       ///< those of the last `sync`, to reuse their memory
    std::vector<std::uint32_t> partners_of_; ///< by own index, at the last `pairs`
    std::uint64_t partners_ = 0;             ///< the sum of `partners_of_`
    std::uint64_t total_ = 0;
    std::uint64_t next_id_ = 0;
    double after_balance_ = 0; ///< the heaviest rank divided by the mean, after the last division of the plane
    detail::outlines<scalar> outlines_;
};

} // namespace quadrille::ranks

#include <quadrille/detail/ranks/asking.ipp>
#include <quadrille/detail/ranks/change.ipp>
#include <quadrille/detail/ranks/pairs.ipp>

#endif
