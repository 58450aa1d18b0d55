// Random lives of a world over ranks: after each change every verb answers as one tree of all things does.
// SPDX-License-Identifier: MIT
#include "every_rank.hpp"
#include "support/effort.hpp"
#include "support/every_question.hpp"
#include "support/reach.hpp"
#include "wrap/wrapped.hpp"

#include <quadrille/quadtree.hpp>
#include <quadrille/rank_contacts.hpp>
#include <quadrille/ranks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

/// Two numbers that travel as they are; a pair of the library's does not.
struct told_pair {
    std::uint64_t a;
    std::uint64_t b;

    friend auto operator<=>(const told_pair&, const told_pair&) = default;
};
told_pair in_order(std::uint64_t a, std::uint64_t b) { return a < b ? told_pair{a, b} : told_pair{b, a}; }

template <class Shape>
class rank_life {
public:
    using scalar = typename Shape::scalar;
    using found = ranks::found<Shape>;
    using measured_ids = std::vector<std::pair<double, std::uint64_t>>;

    rank_life(std::uint64_t seed, const ranks::world_options& how)
        : source_(seed), own_source_(seed * 1000 + std::uint64_t(own_rank())), how_(how),
          manner_(style(source_.below(styles))), world_(MPI_COMM_WORLD, how), other_(MPI_COMM_WORLD, how),
          serial_(how.tree), serial_other_(how.tree) {
        EXPECT_TRUE(world_.status());
    }

    void live(int steps) {
        assign();
        check();
        for (int step = 0; step < steps; ++step) {
            switch (source_.below(12)) {
            case 0: assign(); break;
            case 1:
            case 2: insert(); break;
            case 3:
            case 4: erase(); break;
            case 5: EXPECT_TRUE(world_.balance()); break;
            case 6: change_layers(); break;
            case 7: be_rejected(); break;
            default: sync(); break;
            }
            check();
        }
    }

private:
    struct one {
        Shape shape;
        std::uint32_t layers;
        std::uint32_t value;
    };
    struct chance {
        rank_life& life;
        random_source& source;

        box<scalar> area() { return draw_area<scalar>(source, life.manner_); }
        circle<scalar> disc() { return {place(), static_cast<scalar>(source.between(-1, 8))}; }
        point<scalar> place() { return draw_place<scalar>(source, life.manner_); }
        double distance() { return source.below(2) == 0 ? 0 : source.between(-1, 5); }
        item someone() { return {}; }
        std::uint32_t layers() { return source.below(2) == 0 ? all_layers : source.below(8); }
    };

    Shape draw_shape() {
        for (;;) {
            const auto drawn = draw<Shape>(source_, manner_);
            if (!how_.tree.period || !is_too_wide(how_.tree, drawn)) {
                return drawn;
            }
        }
    }

    // ---- Changes, of which every rank knows all -------------------------------------------------------------------------

    /// New things, each from some rank; the own ones' shapes and values.
    void draw_new(std::uint32_t count, std::uint64_t first, std::map<std::uint64_t, one>& all,
                  std::vector<Shape>& shapes, std::vector<std::uint32_t>& values) {
        const bool from_one = source_.below(4) == 0;
        const std::uint32_t giver = source_.below(std::uint32_t(rank_count()));
        std::vector<std::vector<one>> given(static_cast<std::size_t>(rank_count()));
        for (; count > 0; --count) {
            const std::uint32_t from = from_one ? giver : source_.below(std::uint32_t(rank_count()));
            given[from].push_back({draw_shape(), all_layers, source_.below(1000)});
        }
        for (std::size_t from = 0; from < given.size(); ++from) {
            for (const one& what : given[from]) {
                all[first++] = what;
                if (int(from) == own_rank()) {
                    shapes.push_back(what.shape);
                    values.push_back(what.value);
                }
            }
        }
    }

    void assign() {
        things_.clear();
        std::vector<Shape> shapes;
        std::vector<std::uint32_t> values;
        draw_new(source_.below(6) == 0 ? source_.below(4) : source_.below(120), 0, things_, shapes, values);
        EXPECT_TRUE(world_.assign(std::span<const Shape>(shapes), std::span<const std::uint32_t>(values)));
        next_ = things_.size();
        std::vector<Shape> theirs;
        std::map<std::uint64_t, one> others;
        values.clear();
        draw_new(30, 0, others, theirs, values);
        EXPECT_TRUE(other_.assign(std::span<const Shape>(theirs)));
        std::vector<Shape> all;
        for (const auto& [id, what] : others) {
            all.push_back(what.shape);
        }
        EXPECT_TRUE(serial_other_.assign(all));
    }
    void insert() {
        std::vector<Shape> shapes;
        std::vector<std::uint32_t> values;
        const std::size_t before = things_.size();
        draw_new(source_.below(20), next_, things_, shapes, values);
        std::uint64_t first = 0;
        EXPECT_TRUE(world_.insert(std::span<const Shape>(shapes), std::span<const std::uint32_t>(values), &first));
        for (std::size_t at = 0; at < shapes.size(); ++at) {
            EXPECT_EQ(things_[first + at].value, values[at]);
        }
        next_ += things_.size() - before;
    }
    void erase() {
        std::vector<std::uint64_t> mine;
        for (auto at = things_.begin(); at != things_.end();) {
            const bool goes = source_.below(5) == 0;
            const bool is_mine = int(source_.below(std::uint32_t(rank_count()))) == own_rank();
            if (goes && is_mine) {
                mine.push_back(at->first);
            }
            at = goes ? things_.erase(at) : std::next(at);
        }
        EXPECT_TRUE(world_.erase(mine));
    }
    void change_layers() {
        for (auto& [id, what] : things_) {
            what.layers = source_.below(2) == 0 ? what.layers : source_.below(8);
        }
        std::vector<item> mine;
        world_.own().each([&](auto hit) { mine.push_back(hit.item()); });
        for (const item each : mine) {
            world_.set_layers(each, things_[world_.own().value(each)->id].layers);
        }
    }
    /// A step of all: small, or to anywhere, or all to one place.
    void sync() {
        const std::uint32_t kind = source_.below(5);
        const Shape spot = draw_shape();
        for (auto& [id, what] : things_) {
            const Shape elsewhere = draw_shape();
            const bool goes = kind == 0 || source_.below(4) == 0;
            what.shape = kind == 1 ? spot : goes ? elsewhere : what.shape;
            ++what.value;
        }
        world_.own().each([&](auto hit) { ++*world_.value(hit.item()); });
        EXPECT_TRUE(world_.sync([&](auto hit) { return things_[hit.value().id].shape; }));
    }

    /// What cannot be done is done by nobody, and all are told the same.
    void be_rejected() {
        const int culprit = int(source_.below(std::uint32_t(rank_count())));
        const std::uint32_t kind = source_.below(4);
        const bool is_here = culprit == own_rank();
        const Shape bad = bad_shapes<Shape>().front();
        ranks::report told;
        error wanted = error::not_finite;
        if (kind == 0) {
            std::vector<Shape> shapes(is_here ? 3 : 1, draw_shape());
            shapes.back() = is_here ? bad : shapes.back();
            const std::vector<std::uint32_t> values(shapes.size(), 7);
            told = world_.insert(std::span<const Shape>(shapes), std::span<const std::uint32_t>(values));
            EXPECT_EQ(told.first_rejected, 2U);
        } else if (kind == 1) {
            const std::vector<std::uint64_t> ids(is_here ? 1 : 0, next_ + 5);
            told = world_.erase(ids);
            wanted = error::no_item;
        } else if (kind == 2) {
            const std::vector<Shape> shapes(world_.own().index_limit() + (is_here ? 1 : 0), draw_shape());
            told = world_.sync(std::span<const Shape>(shapes));
            wanted = error::wrong_size;
        } else {
            const std::vector<Shape> shapes(1, is_here ? bad : draw_shape());
            const std::vector<std::uint32_t> values(1, 7);
            told = world_.assign(std::span<const Shape>(shapes), std::span<const std::uint32_t>(values));
        }
        EXPECT_EQ(told.what, ranks::trouble::rejected);
        EXPECT_EQ(told.error, wanted);
        EXPECT_EQ(told.rank, culprit);
    }

    // ---- Answers -------------------------------------------------------------------------------------------------------

    std::uint64_t id_of(std::uint32_t index) const { return ids_[index]; }

    void check() {
        std::vector<Shape> shapes;
        ids_.clear();
        for (const auto& [id, what] : things_) {
            shapes.push_back(what.shape);
            ids_.push_back(id);
        }
        ASSERT_TRUE(serial_.assign(shapes));
        for (std::uint32_t index = 0; index < ids_.size(); ++index) {
            serial_.set_layers(serial_.item_at(index), things_[ids_[index]].layers);
        }
        check_things();
        check_pairs();
        check_questions();
    }

    void check_things() {
        EXPECT_EQ(world_.total(), things_.size());
        EXPECT_FALSE(world_.own().validate());
        std::vector<std::uint64_t> mine;
        world_.own().each([&](auto hit) {
            const ranks::thing<std::uint32_t>& it = hit.value();
            mine.push_back(it.id);
            const auto known = things_.find(it.id);
            ASSERT_NE(known, things_.end());
            EXPECT_EQ(it.owner, own_rank());
            EXPECT_EQ(it.value, known->second.value);
            EXPECT_EQ(world_.own().layers(hit.item()), known->second.layers);
            const auto at = std::lower_bound(ids_.begin(), ids_.end(), it.id) - ids_.begin();
            EXPECT_EQ(hit.shape(), *serial_.shape(serial_.item_at(std::uint32_t(at))));
        });
        std::vector<std::uint64_t> all = of_all(mine);
        std::sort(all.begin(), all.end());
        EXPECT_EQ(all, ids_);
    }

    void check_pairs() {
        for (int round = 0; round < 2; ++round) {
            const double distance = source_.below(2) == 0 ? 0 : source_.below(8) == 0 ? 1e300 : source_.between(-1, 9);
            const pair_filter wanted{source_.below(2) == 0 ? all_layers : source_.below(8),
                                     source_.below(2) == 0 ? all_layers : source_.below(8), distance};
            std::vector<told_pair> mine;
            EXPECT_TRUE(world_.pairs(
                [&](auto a, auto b) {
                    EXPECT_EQ(a.value().value, things_[a.value().id].value);
                    mine.push_back(in_order(a.value().id, b.value().id));
                },
                wanted));
            std::vector<told_pair> truth;
            serial_.pairs([&](auto a, auto b) { truth.push_back(in_order(id_of(a.index()), id_of(b.index()))); },
                          wanted);
            expect_equal("pairs", of_all(mine), truth);
            mine.clear();
            truth.clear();
            EXPECT_TRUE(
                world_.join(other_, [&](auto a, auto b) { mine.push_back({a.value().id, b.value().id}); }, wanted));
            serial_.join(
                serial_other_, [&](auto a, auto b) { truth.push_back({id_of(a.index()), b.index()}); }, wanted);
            expect_equal("join", of_all(mine), truth);
        }
        check_contacts();
        const std::size_t k = source_.below(3) == 0 ? source_.below(300) : source_.below(6);
        const closest_pair_filter wanted{source_.below(2) == 0 ? all_layers : source_.below(8), all_layers,
                                         source_.below(2) == 0 ? source_.between(-1, 9) : 1e300};
        std::vector<ranks::close_things> closest;
        std::vector<ranks::close_things> truth;
        EXPECT_TRUE(world_.closest_pairs(k, closest, wanted));
        serial_.closest_pairs(
            k,
            [&](auto a, auto b, double distance2) { truth.push_back({id_of(a.index()), id_of(b.index()), distance2}); },
            wanted);
        EXPECT_TRUE(closest == truth) << "the closest " << k << ": " << closest.size() << " of " << truth.size();
    }

    void check_contacts() {
        EXPECT_TRUE(contacts_.update(world_));
        std::vector<told_pair> now;
        serial_.pairs([&](auto a, auto b) { now.push_back(in_order(id_of(a.index()), id_of(b.index()))); });
        std::sort(now.begin(), now.end());
        const auto listed = [](std::span<const ranks::contact> those) {
            std::vector<told_pair> all;
            for (const ranks::contact& each : those) {
                all.push_back({each.a, each.b});
            }
            return of_all(all);
        };
        std::vector<told_pair> began;
        std::vector<told_pair> persisted;
        std::vector<told_pair> ended;
        std::set_difference(now.begin(), now.end(), before_.begin(), before_.end(), std::back_inserter(began));
        std::set_intersection(now.begin(), now.end(), before_.begin(), before_.end(), std::back_inserter(persisted));
        std::set_difference(before_.begin(), before_.end(), now.begin(), now.end(), std::back_inserter(ended));
        expect_equal("contacts now", listed(contacts_.now()), now);
        expect_equal("contacts began", listed(contacts_.began()), began);
        expect_equal("contacts persisted", listed(contacts_.persisted()), persisted);
        expect_equal("contacts ended", listed(contacts_.ended()), ended);
        before_ = now;
    }

    template <class Element>
    void expect_equal(const char* what, std::vector<Element> told, std::vector<Element> truth) {
        std::sort(told.begin(), told.end());
        std::sort(truth.begin(), truth.end());
        EXPECT_EQ(told.size(), truth.size()) << what;
        EXPECT_TRUE(told == truth) << what;
    }

    /// Each rank draws questions of its own, at times none.
    void check_questions() {
        chance chances{*this, own_source_};
        field_drawer<scalar, chance> drawer(chances);
        each_question<scalar>(serial_, [&]<class Question>(const Question& kind) {
            if (source_.below(4) != 0) {
                return; // the same on all ranks
            }
            if constexpr (requires { kind.area; } || requires { kind.moving(); }) {
                std::vector<Question> asked;
                for (std::uint32_t rest = own_source_.below(4); rest > 0; --rest) {
                    asked.push_back(drawer.drawn(kind));
                }
                check_answers(asked);
            }
        });
        check_nearest(drawer, question::nearest<point<scalar>>{});
        check_nearest(drawer, question::nearest<box<scalar>>{});
        check_nearest(drawer, question::nearest<segment<scalar>>{});
        check_sums();
    }
    /// Lists, how many, whether there are any, and of paths which is first, beside what one tree lists.
    template <class Question>
    void check_answers(const std::vector<Question>& asked) {
        SCOPED_TRACE(Question::name);
        answer_rows<found> rows;
        EXPECT_TRUE(world_.ask(std::span<const Question>(asked), rows)) << to_string(world_.status());
        ASSERT_EQ(rows.size(), asked.size());
        const auto counts = results_of<question::count<Question>>(asked);
        const auto any = results_of<question::any<Question>>(asked);
        for (std::size_t q = 0; q < asked.size(); ++q) {
            measured_ids truth;
            serial_.ask(asked[q], [&](auto hit) {
                if constexpr (requires { hit.fraction(); }) {
                    truth.push_back({double(hit.fraction()), id_of(hit.index())});
                } else {
                    truth.push_back({0, id_of(hit.index())});
                }
            });
            EXPECT_EQ(counts[q], truth.size());
            EXPECT_EQ(bool(any[q]), !truth.empty());
            expect_list(rows[q], std::move(truth));
        }
        if constexpr (requires(const Question& path) { path.moving(); }) {
            const auto first = results_of<question::closest<Question>>(asked);
            for (std::size_t q = 0; q < asked.size(); ++q) {
                const auto truth = serial_.ask(question::closest<Question>{asked[q]});
                ASSERT_EQ(first[q].has_value(), truth.has_value());
                if (truth) {
                    EXPECT_EQ(first[q]->id, id_of(truth->which.index));
                    EXPECT_EQ(scalar(first[q]->measure), truth->fraction);
                }
            }
        }
    }
    static void expect_list(std::span<const found> list, measured_ids truth) {
        EXPECT_TRUE(std::is_sorted(list.begin(), list.end(), [](const found& first, const found& second) {
            return std::tie(first.measure, first.id) < std::tie(second.measure, second.id);
        }));
        measured_ids told;
        for (const found& each : list) {
            told.push_back({double(scalar(each.measure)), each.id}); // as it is rounded in a tree of floats
        }
        std::sort(told.begin(), told.end());
        std::sort(truth.begin(), truth.end());
        EXPECT_TRUE(told == truth) << told.size() << " of " << truth.size();
    }
    template <class Result, class Question>
    std::vector<ranks::result_of<Result, Shape>> results_of(const std::vector<Question>& of) {
        std::vector<Result> asked;
        for (const Question& each : of) {
            asked.push_back({each});
        }
        std::vector<ranks::result_of<Result, Shape>> results;
        EXPECT_TRUE(world_.ask(std::span<const Result>(asked), results)) << Result::name;
        EXPECT_EQ(results.size(), asked.size());
        results.resize(asked.size());
        return results;
    }
    template <class Question>
    void check_nearest(field_drawer<scalar, chance>& drawer, const Question& kind) {
        const std::size_t k = source_.below(3) == 0 ? source_.below(200) : source_.below(5);
        std::vector<Question> asked;
        for (std::uint32_t rest = own_source_.below(4); rest > 0; --rest) {
            asked.push_back(drawer.drawn(kind));
        }
        answer_rows<found> rows;
        EXPECT_TRUE(world_.ask(std::span<const Question>(asked), k, rows));
        ASSERT_EQ(rows.size(), asked.size());
        for (std::size_t q = 0; q < asked.size(); ++q) {
            std::vector<neighbor> truth;
            serial_.ask(asked[q], k, truth);
            ASSERT_EQ(rows[q].size(), truth.size());
            for (std::size_t at = 0; at < truth.size(); ++at) {
                EXPECT_EQ(rows[q][at].id, id_of(truth[at].which.index)) << "the nearest, " << at << " of " << k;
                EXPECT_EQ(rows[q][at].measure, truth[at].distance2);
            }
        }
    }
    void check_sums() {
        chance chances{*this, own_source_};
        const std::vector<box<scalar>> areas(own_source_.below(3), chances.area());
        std::vector<std::uint64_t> sums;
        EXPECT_TRUE(world_.aggregate(areas, sums, [](auto hit) { return hit.value().id + 1; }));
        ASSERT_EQ(sums.size(), areas.size());
        for (std::size_t q = 0; q < areas.size(); ++q) {
            std::uint64_t truth = 0;
            serial_.query(areas[q], [&](auto hit) { truth += id_of(hit.index()) + 1; });
            EXPECT_EQ(sums[q], truth);
        }
    }

    random_source source_;     ///< the same on all ranks
    random_source own_source_; ///< for what each rank asks
    ranks::world_options how_;
    style manner_;
    ranks::world<std::uint32_t, Shape> world_;
    ranks::world<void, Shape> other_;
    ranks::contacts contacts_;
    quadtree<void, Shape> serial_;
    quadtree<void, Shape> serial_other_;
    std::map<std::uint64_t, one> things_;
    std::vector<std::uint64_t> ids_; ///< by index in `serial_`
    std::uint64_t next_ = 0;
    std::vector<told_pair> before_; ///< in contact at the last check
};

#ifdef QUADRILLE_ONE_SHAPE
template <class Shape>
class ranks_life : public ::testing::Test {};
TYPED_TEST_SUITE(ranks_life, ::testing::Types<box<float>>);
#else
QUADRILLE_EVERY_SHAPE_SUITE(ranks_life);
#endif

// promise: over-many-machines
TYPED_TEST(ranks_life, answers_as_one_tree_does) {
    // Many ranks on few processors wait for each other most of the time.
    const std::uint64_t seeds = effort(rank_count() > 4 ? std::uint64_t{2} : std::uint64_t{5}, std::uint64_t{400});
    const char* const given = std::getenv("QUADRILLE_FIRST_SEED");
    const std::uint64_t first = given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        random_source source(seed);
        ranks::world_options how;
        how.tree.leaf_capacity = 1 + source.below(20);
        how.weigh_pairs = source.below(2) == 0;
        how.balance_above = source.below(4) == 0 ? 0 : 1.2;
        if (seed % 2 == 0) {
            how.tree.period = draw_period(source);
            how.tree.origin = {source.below(2) == 0 ? 0 : source.between(-50, 50), 0};
        }
        rank_life<TypeParam>(seed, how).live(6);
        if (::testing::Test::HasFailure()) {
            break;
        }
    }
}

/// Points of a lattice, each as far from its neighbors as is asked: with less of a halo, or by another's rule, pairs are lost at borders.
// promise: over-many-machines: Pairs at just the distance, across the borders of parts.
TEST(ranks_lattice, has_all_pairs_at_the_distance_itself) {
    constexpr std::uint32_t side = 30;
    for (const float step : {0.25F, 1.0F, 3.0F}) {
        std::vector<point<float>> points;
        for (std::uint32_t number = std::uint32_t(own_rank()); number < side * side;
             number += std::uint32_t(rank_count())) {
            points.push_back({step * static_cast<float>(number % side), step * static_cast<float>(number / side)});
        }
        ranks::world<void, point<float>> world(MPI_COMM_WORLD);
        EXPECT_TRUE(world.assign(points));
        std::vector<int> found(1);
        EXPECT_TRUE(world.pairs([&](auto, auto) { ++found[0]; }, {.distance = step}));
        int all = 0;
        for (const int each : of_all(found)) {
            all += each;
        }
        EXPECT_EQ(all, 2 * int(side) * int(side - 1));
        EXPECT_TRUE(rank_count() == 1 || !world.halo().empty());
        // In balance: no rank has much more than its share.
        EXPECT_LE(world.own().size() * std::uint32_t(rank_count()), side * side * 12 / 10);
    }
}

} // namespace
} // namespace quadrille::testing
