// A world over many machines: each rank of MPI owns a part of the plane, and all answer together. Opt-in: link to the CMake target
// quadrille::ranks.
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

/// What the trees of a world have as values: `hit.value().id`. The value that you gave is `hit.value().value`.
template <class Value>
struct thing {
    std::uint64_t id = 0;    ///< the same on every rank and for all time; never used again
    std::int32_t owner = -1; ///< the rank that owns it; that of a copy is another one than that where it is seen
    Value value;
};
template <>
struct thing<void> {
    std::uint64_t id = 0;
    std::int32_t owner = -1;
};

/// One answer: a thing, wherever it is.
template <class Shape>
struct found {
    std::uint64_t id = 0;
    Shape shape = {};         ///< as its owner stores it
    double measure = 0;       ///< its squared distance (`nearest`), or the fraction of the path at which it is hit
    std::int32_t rank = -1;   ///< its owner
    item which = {};          ///< its handle there
    quadrille::shift shift{}; ///< by how many periods it is shifted to where the question meets it

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
    /// The plane is parted anew when the heaviest rank has more than this many times the mean; 0 or a NaN: never by itself.
    double balance_above = 1.2;
    /// What weighs: each thing 1, or 1 and the number of its partners at the last `pairs`.
    bool weigh_pairs = false;
};

/// Things on a plane over the ranks of a communicator. Each rank owns what is in its part of the plane (`plane_parts`), in a tree of its
/// own, and holds copies of what reaches into it from elsewhere: its halo, as wide as questions for pairs have asked for. The answers are
/// those of one tree of all things.
///
///     ranks::world<velocity> world(MPI_COMM_WORLD);
///     world.assign(shapes, velocities); // vectors: of each rank its own; they go to their owners
///     for (;;) {
///         world.sync([&](auto hit) { return moved(hit.shape(), hit.value().value); });
///         world.pairs([&](auto a, auto b) { collide(a, b); });
///     }
///
/// - *Every member that returns a `report` is collective*: all ranks call the same ones in the same order, with equal distances, counts
///   and layers, one type of area and one other world; each gives things and questions of its own, also none. All first agree on what
///   they do. If one cannot (a bad shape, no memory, a function that throws), or if they call different members, nothing happens and all
///   get the same report; nobody waits for ever, unless a rank does not call at all. (Which rank knows of an error of MPI is up to MPI.)
/// - Visitors of `pairs` and `join` are called when all that ranks do together is done: what one of them throws is passed on, there alone.
/// - A world whose ranks gave different options refuses every call; so does one that was moved away.
/// - A thing is known by its `id`, on all ranks for all time. Ids are dense: those of `assign` are 0, 1, …, in the order of ranks and of what each
///   gave; those of `insert` follow. They are 64 bits.
/// - `own()` is a quadtree; all that it answers is about what this rank owns, and is not collective. Its handles are valid until the
///   next change of the world: things come and go.
/// - What crosses into another part goes to its new owner with its value and layers (`packing`), in one exchange with the copies.
///   Where values refer to memory of this rank, write to what they refer, too.
/// - Values are copied from the spans that you give, and moved from then on.
/// - Memory: a change needs room for what arrives before what has left is gone; `assign` for the old world and the new. `max_items` limits
///   each tree of a rank, also by what arrives before what leaves has left, by copies, and by what a rank gives to `assign`.
/// - Threads: none; MPI is called by the thread that calls a member. `own()` may be asked by many.
/// - A world must be destroyed before `MPI_Finalize`, on all ranks.
template <class Value = void, storable Shape = box<float>>
class world {
public:
    using value_type = Value;
    using shape_type = Shape;
    using scalar = typename Shape::scalar;
    using tree_type = quadtree<thing<Value>, Shape>;

    /// An empty world; collective. `status` tells whether it was made.
    explicit world(MPI_Comm communicator, const world_options& how = {});
    /// How the last collective member ended, here.
    const report& status() const noexcept { return status_; }

    /// The number of this rank in the communicator.
    int rank() const noexcept { return link_.rank(); }
    /// How many ranks share the world.
    int size() const noexcept { return link_.size(); }
    /// The number of things on all ranks.
    std::uint64_t total() const noexcept { return total_; }
    /// The number that the next new thing will have as its id.
    std::uint64_t next_id() const noexcept { return next_id_; }
    /// The things that this rank owns.
    const tree_type& own() const noexcept { return own_; }
    /// The value of one of them; null for a null or stale item. Values may be changed at any time; copies elsewhere are renewed by the
    /// next `sync`.
    template <class V = Value>
        requires(!std::is_void_v<V>)
    V* value(item which) noexcept {
        thing<Value>* const one = own_.value(which);
        return one == nullptr ? nullptr : &one->value;
    }
    /// The copies that this rank holds: things of others, as they were at the last change, or question for pairs that wanted a wider halo.
    const tree_type& halo() const noexcept { return halo_; }
    /// Who owns what: the part of a rank has its number.
    const plane_parts& parts() const noexcept { return parts_; }
    /// What this rank has sent so far.
    const traffic& sent() const noexcept { return link_.sent(); }
    detail::link& link() noexcept { return link_; } // for what is built on worlds, as `pairs_for` is
    /// The number of this world: the same on all ranks, and of no other world of theirs.
    std::uint64_t number() const noexcept { return number_; }
    /// The options that it was made with.
    const world_options& chosen_options() const noexcept { return how_; }
    /// What is heavy here, as `balance_above` has it.
    std::uint64_t load() const noexcept { return how_.weigh_pairs ? own_.size() + partners_ : own_.size(); }

    // ---- Change ------------------------------------------------------------------------------------------------------

    /// Replaces all things by these, of all ranks. O(n log n) with the parting of the plane.
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

    /// Adds things, of all ranks, anywhere. Their ids are `first_id`, `first_id + 1`, …
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

    /// Erases the things with these ids, whoever owns them; each id once. Rejected (`error::no_item`) if there is no such thing, or one is given twice.
    /// O(n) on each rank, with the ids of all.
    report erase(std::span<const std::uint64_t> ids);

    /// Replaces the shape of every thing: `shapes[i]` is that of the own thing of index i, as in `quadtree::sync`. Things that are in
    /// another part then go there; the halo is renewed, as wide as questions since the last `sync` have wanted; the plane is parted anew if
    /// it is out of balance.
    report sync(std::span<const Shape> shapes);
    /// The same with the results of `shape_of(hit) -> Shape`, once for each own thing.
    template <class ShapeOf>
        requires(!std::convertible_to<ShapeOf, std::span<const Shape>>)
    report sync(ShapeOf&& shape_of);

    /// Replaces the layers of an own thing. Not collective; known to others from the next question for pairs on. Not while `own()` is
    /// asked, such as in a visitor.
    bool set_layers(item which, std::uint32_t layers) noexcept {
        has_other_layers_ = true;
        return own_.set_layers(which, layers);
    }

    /// Parts the plane anew, so that all ranks have about the same weight: `weight_of(hit)` is that of a thing, by default as the
    /// options say.
    report balance();
    template <class WeightOf>
    report balance(WeightOf&& weight_of);

    // ---- Pairs -------------------------------------------------------------------------------------------------------

    /// Visits every pair, as `quadtree::pairs` does, each on one rank alone: `visitor(a, b)`, hits of own things and of copies, with
    /// their ids, values, owners, and shapes as stored; `b.shift()` is from where a is stored. The visitor must not call the world.
    /// `flow::stop` ends the visits of this rank.
    template <class Visitor>
    report pairs(Visitor&& visitor, const pair_filter& wanted = {}, counters* counts = nullptr) {
        return pairs_for(detail::call("pairs"), visitor, wanted, counts);
    }
    /// The same as a part of another verb, which all ranks must have called.
    template <class Visitor>
    report
    pairs_for(const detail::call& verb, Visitor&& visitor, const pair_filter& wanted = {}, counters* counts = nullptr);

    /// Visits every pair of a thing of this world and one of `other`, as `quadtree::join` does, each on one rank alone. Both have the
    /// same ranks and the same period.
    template <class OtherValue, class OtherShape, class Visitor>
    report join(world<OtherValue, OtherShape>& other, Visitor&& visitor, const pair_filter& wanted = {},
                counters* counts = nullptr);

    /// The k closest pairs of all, on every rank, by ascending squared distance, then by ids.
    report closest_pairs(std::size_t k, std::vector<close_things>& closest, const closest_pair_filter& wanted = {});

    // ---- Questions: each rank gives its own, and gets their answers ---------------------------------------------------

    /// The answers to question q are `rows[q]`: by their measure, then by id, whatever the ranks. For questions for items
    /// (questions.hpp): `query`, `query_within`, `raycast`, `cast`. Areas have one of the library's own forms. An item that a filter
    /// leaves out is one of the rank that asks.
    template <quadrille::detail::list_question Question>
    report ask(std::span<const Question> questions, answer_rows<found<Shape>>& rows);
    /// The result of each question: a number for `count`, whether there is any for `any`, the first hit for `closest`.
    template <quadrille::detail::result_question Question>
    report ask(std::span<const Question> questions, std::vector<ranks::result_of<Question, Shape>>& results);
    /// The `k` nearest to each place or area.
    template <class Area>
    report ask(std::span<const question::nearest<Area>> questions, std::size_t k, answer_rows<found<Shape>>& rows);

    /// What `question::query` finds, for each area.
    template <class Area>
    report query(const std::vector<Area>& areas, answer_rows<found<Shape>>& rows, const filter& wanted = {}) {
        return ask_about(areas, rows, [&](const Area& area) { return question::query<Area>{area, wanted}; });
    }
    /// What `question::query_within` finds, for each area.
    template <class Area>
    report query_within(const std::vector<Area>& areas, double distance, answer_rows<found<Shape>>& rows,
                        const filter& wanted = {}) {
        return ask_about(areas, rows,
                         [&](const Area& area) { return question::query_within<Area>{area, distance, wanted}; });
    }
    /// How many items intersect each area.
    template <class Area>
    report count(const std::vector<Area>& areas, std::vector<std::uint64_t>& results, const filter& wanted = {}) {
        return ask_about(areas, results,
                         [&](const Area& area) { return question::count<question::query<Area>>{{area, wanted}}; });
    }
    /// What `question::raycast` finds, for each ray.
    report raycast(const std::vector<ray<scalar>>& rays, answer_rows<found<Shape>>& rows, const filter& wanted = {}) {
        return ask_about(rays, rows, [&](const auto& along) { return question::raycast<scalar>{along, wanted}; });
    }
    /// What each ray hits first; nothing where it hits none.
    report closest_hit(const std::vector<ray<scalar>>& rays, std::vector<std::optional<found<Shape>>>& results,
                       const filter& wanted = {}) {
        return ask_about(rays, results, [&](const auto& along) {
            return question::closest<question::raycast<scalar>>{{along, wanted}};
        });
    }
    /// The `k` nearest to each place.
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

    /// `sums[q]` is the sum of `of(hit)` for all things that intersect `areas[q]`: `sum += term`, by ranks, from `Sum{}` on. `Sum` is
    /// trivially copyable; `of` is called by the things' owners.
    template <class Area, class Sum, class Of>
    report aggregate(const std::vector<Area>& areas, std::vector<Sum>& sums, const Of& of, const filter& wanted = {});

private:
    template <class, storable>
    friend class world;
    template <class, class>
    friend class detail::checkpoint;

    using parcels = detail::parcels;
    /// Records between ranks: the things that move, and those that are lent.
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
    std::uint64_t number_ = 0; ///< the same on all ranks, and of no other world of theirs
    double halo_width_ = -1;   ///< up to which distance all pairs are told; below 0 there is no halo
    double wanted_width_ = -1; ///< of questions since the last `sync`
    bool has_other_layers_ = false;
    bool has_outlines_ = false;
    std::vector<std::uint8_t> shared_;       ///< by own index: whether others hold it, too
    std::vector<Shape> shapes_;              ///< by own index: as given, to take a `sync` back
    std::vector<Shape> shapes_before_;       ///< those of the last `sync`, for their memory
    std::vector<std::uint32_t> partners_of_; ///< by own index, at the last `pairs`
    std::uint64_t partners_ = 0;             ///< their sum
    std::uint64_t total_ = 0;
    std::uint64_t next_id_ = 0;
    double after_balance_ = 0; ///< the heaviest of the mean, when the plane was last parted
    detail::outlines<scalar> outlines_;
};

} // namespace quadrille::ranks

#include <quadrille/detail/ranks/asking.ipp>
#include <quadrille/detail/ranks/change.ipp>
#include <quadrille/detail/ranks/pairs.ipp>

#endif
