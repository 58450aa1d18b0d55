// What goes wrong on one rank is told to all, changes nothing on any, and leaves nobody waiting.
// SPDX-License-Identifier: MIT
#include "every_rank.hpp"
#include "memory/user_memory.hpp"

#include <quadrille/rank_contacts.hpp>
#include <quadrille/ranks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

/// Which call of MPI's fails, counted down; with 0 none does.
int calls_until_failure = 0;
bool fails_now() { return calls_until_failure > 0 && --calls_until_failure == 0; }

/// 40 boxes of each rank, all over the world.
std::vector<box<float>> some_boxes(std::uint32_t seed) {
    std::vector<box<float>> boxes;
    for (std::uint32_t number = 0; number < 40; ++number) {
        const auto die = (seed * 40 + number + 1) * 2654435761U;
        const auto x = static_cast<float>(die % 211);
        const auto y = static_cast<float>(die / 211 % 197);
        boxes.push_back({{x, y}, {x + 9, y + 9}});
    }
    return boxes;
}

using boxes_world = ranks::world<void, box<float>>;

/// A number of all pairs and all things: equal worlds have equal ones.
template <class World>
std::uint64_t state_of(World& world) {
    std::vector<std::uint64_t> mine;
    EXPECT_TRUE(world.pairs([&](auto a, auto b) {
        const auto one = a.value().id;
        const auto other = b.value().id;
        mine.push_back((one < other ? one * 1'000'003 + other : other * 1'000'003 + one) * 0x9E37'79B9'7F4A'7C15U);
    }));
    world.own().each([&](auto hit) {
        mine.push_back(hit.value().id * 31 + std::uint64_t(hit.shape().min.x * 8) + (std::uint64_t{1} << 40U));
    });
    std::uint64_t sum = 0;
    for (const std::uint64_t each : of_all(mine)) {
        sum += each * each;
    }
    return sum;
}
/// Sends most boxes to other ranks.
constexpr auto mirrored = [](auto hit) {
    const box<float> was = hit.shape();
    return box<float>{{200 - was.max.x, was.min.y}, {200 - was.min.x, was.max.y}};
};
bool is_last() { return own_rank() == rank_count() - 1; }

// promise: over-many-machines: Ranks that call different verbs are all told so, and so are those that give different arguments.
TEST(ranks_faults, different_calls_are_found) {
    boxes_world world(MPI_COMM_WORLD);
    ASSERT_TRUE(world.assign(some_boxes(std::uint32_t(own_rank()))));
    const std::uint64_t before = state_of(world);
    if (rank_count() > 1) {
        std::vector<std::uint64_t> counts;
        const ranks::report other =
            is_last() ? world.pairs([](auto, auto) { FAIL(); }) : world.count(std::vector<box<float>>{}, counts);
        EXPECT_EQ(other.what, ranks::trouble::different_calls);
        const ranks::report distance = world.pairs([](auto, auto) { FAIL(); }, {.distance = is_last() ? 2.0 : 3.0});
        EXPECT_EQ(distance.what, ranks::trouble::different_calls);
        const ranks::report change = is_last() ? world.sync([](auto hit) { return hit.shape(); }) : world.balance();
        EXPECT_EQ(change.what, ranks::trouble::different_calls);
        boxes_world unlike(MPI_COMM_WORLD, {.tree = {.leaf_capacity = is_last() ? 8U : 16U}});
        EXPECT_EQ(unlike.status().what, ranks::trouble::different_worlds);
        EXPECT_EQ(unlike.assign(some_boxes(1)).what, ranks::trouble::different_worlds) << "from then on";
        answer_rows<ranks::found<box<float>>> rows;
        const ranks::report areas =
            is_last() ? world.query(std::vector<box<float>>{}, rows) : world.query(std::vector<segment<float>>{}, rows);
        EXPECT_EQ(areas.what, ranks::trouble::different_calls);
        boxes_world one(MPI_COMM_WORLD);
        boxes_world another(MPI_COMM_WORLD);
        EXPECT_EQ(world.join(is_last() ? one : another, [](auto, auto) {}).what, ranks::trouble::different_calls);
        ranks::contacts touched;
        const ranks::report contacts = is_last() ? touched.update(world) : world.pairs([](auto, auto) {});
        EXPECT_EQ(contacts.what, ranks::trouble::different_calls);
        EXPECT_TRUE(world.pairs([](auto, auto) {}, {.distance = is_last() ? -0.0 : 0.0})) << "they are equal";
    }
    boxes_world wrapped(MPI_COMM_WORLD, {.tree = {.period = {100, 100}}});
    EXPECT_EQ(world.join(wrapped, [](auto, auto) {}).what, ranks::trouble::different_worlds);
    EXPECT_EQ(state_of(world), before);
    EXPECT_NE(to_string(world.join(wrapped, [](auto, auto) {})).find("different ranks or periods"), std::string::npos);
}

// promise: over-many-machines: An exception of one rank's function is passed on there, and told to the others.
TEST(ranks_faults, exceptions_are_told) {
    boxes_world world(MPI_COMM_WORLD);
    ASSERT_TRUE(world.assign(some_boxes(std::uint32_t(own_rank()))));
    const std::uint64_t before = state_of(world);
    const auto shape_of = [&](auto hit) {
        if (is_last()) {
            throw std::runtime_error("not today");
        }
        return box<float>{hit.shape().min, hit.shape().min};
    };
    const bool will_throw = is_last() && !world.own().empty();
    if (will_throw) {
        EXPECT_THROW(world.sync(shape_of), std::runtime_error);
    } else {
        const ranks::report told = world.sync(shape_of);
        EXPECT_EQ(told.what, ranks::trouble::thrown);
        EXPECT_EQ(told.rank, rank_count() - 1);
    }
    EXPECT_EQ(world.status().what, ranks::trouble::thrown);
    EXPECT_EQ(state_of(world), before);
}

/// A value that throws when it is copied, or on its way, the next so many times.
struct fragile {
    int number = 0;

    static inline int throws_at = 0; ///< 0: never
    static void count() {
        if (throws_at > 0 && --throws_at == 0) {
            throw std::runtime_error("fragile");
        }
    }
    fragile() = default;
    explicit fragile(int of) : number(of) {}
    fragile(const fragile& other) : number(other.number) { count(); }
    fragile& operator=(const fragile&) = default;
    fragile(fragile&&) noexcept = default;
    fragile& operator=(fragile&&) noexcept = default;
    ~fragile() = default;
};

} // namespace
} // namespace quadrille::testing

template <>
struct quadrille::ranks::packing<quadrille::testing::fragile> {
    static void write(const testing::fragile& one, parcel_writer& to) {
        testing::fragile::count();
        to.plain(one.number);
    }
    static std::optional<testing::fragile> read(parcel_reader& from) {
        testing::fragile::count();
        testing::fragile one;
        return from.plain(one.number) ? std::optional<testing::fragile>(std::move(one)) : std::nullopt;
    }
};

namespace quadrille::testing {
namespace {

// promise: over-many-machines: Wherever a value throws on one rank, no rank has changed.
TEST(ranks_faults, values_that_throw_change_nothing) {
    using fragile_world = ranks::world<fragile, box<float>>;
    const std::vector<box<float>> boxes = some_boxes(std::uint32_t(own_rank()));
    const std::vector<fragile> values(boxes.size(), fragile(own_rank()));
    const auto change = [&](fragile_world& world, int kind) {
        return kind == 0 ? world.assign(boxes, values) : kind == 1 ? world.insert(boxes, values) : world.sync(mirrored);
    };
    for (int kind = 0; kind < 3; ++kind) {
        bool goes_on = true;
        for (int k = 1; goes_on; k += k < 10 ? 1 : 7) {
            fragile_world world(MPI_COMM_WORLD);
            ASSERT_TRUE(world.assign(boxes, values));
            const std::uint64_t before = state_of(world);
            fragile::throws_at = is_last() ? k : 0;
            bool has_thrown = false;
            try {
                change(world, kind);
            } catch (const std::runtime_error&) {
                has_thrown = true;
            }
            fragile::throws_at = 0;
            goes_on = of_all(std::vector<int>{has_thrown ? 1 : 0}).back() != 0;
            EXPECT_EQ(world.status().what, goes_on ? ranks::trouble::thrown : ranks::trouble::none);
            EXPECT_EQ(has_thrown, goes_on && is_last());
            if (goes_on) {
                EXPECT_EQ(state_of(world), before) << "kind " << kind << ", value " << k;
                EXPECT_EQ(world.next_id(), world.total());
            }
            const std::uint64_t total = world.total();
            EXPECT_TRUE(world.insert(boxes, values));
            EXPECT_EQ(world.total(), total + boxes.size() * std::size_t(rank_count()));
            std::vector<std::uint64_t> ids;
            world.own().each([&](auto hit) { ids.push_back(hit.value().id); });
            ids = of_all(ids);
            std::sort(ids.begin(), ids.end());
            EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end()) << "no id twice";
            EXPECT_EQ(ids.size(), world.total());
            EXPECT_FALSE(world.own().validate());
        }
    }
}

// promise: over-many-machines: A question that is too wide for what ranks may hold is rejected, and narrower ones are answered.
TEST(ranks_faults, a_question_that_is_too_wide_stands_in_no_ones_way) {
    boxes_world world(MPI_COMM_WORLD, {.tree = {.max_items = 60}});
    std::vector<box<float>> boxes; // each rank has its own at once
    for (int number = 0; number < 40; ++number) {
        const auto x = static_cast<float>(own_rank() * 1000 + number);
        boxes.push_back({{x, 0}, {x + 0.9F, 0.9F}});
    }
    ASSERT_TRUE(world.assign(boxes)) << to_string(world.status());
    ASSERT_TRUE(world.pairs([](auto, auto) {}));
    const ranks::report wide = world.pairs([](auto, auto) {}, {.distance = 1e9});
    EXPECT_EQ(bool(wide), rank_count() < 3);
    EXPECT_TRUE(world.pairs([](auto, auto) {}));
    EXPECT_TRUE(world.sync([](auto hit) { return hit.shape(); }));
    EXPECT_TRUE(world.pairs([](auto, auto) {}));
}

/// Memory of one rank that runs out at the k-th allocation, for every k: all are told, and the world is as it was.
template <class Change>
void run_out_of_memory(const char* what, const Change& change) {
    SCOPED_TRACE(what);
    bool is_done = false;
    for (std::uint64_t k = 1; !is_done; ++k) {
        user_memory memory;
        boxes_world world(MPI_COMM_WORLD, {.tree = {.leaf_capacity = 4, .memory = memory.source()}});
        ASSERT_TRUE(world.assign(some_boxes(std::uint32_t(own_rank()))));
        const std::uint64_t before = state_of(world);
        const std::uint64_t total = world.total();
        if (is_last()) {
            memory.fail_at(std::int64_t(k));
        }
        const ranks::report told = change(world);
        const bool has_failed = memory.has_failed();
        memory.fail_at(0);
        const std::vector<int> failures = of_all(std::vector<int>{has_failed ? 1 : 0});
        is_done = failures.back() == 0;
        EXPECT_TRUE(told || told.what == ranks::trouble::no_memory) << to_string(told);
        if (!told) {
            EXPECT_EQ(told.rank, rank_count() - 1) << "allocation " << k;
            EXPECT_EQ(state_of(world), before) << "allocation " << k;
            EXPECT_EQ(world.total(), total);
        }
        EXPECT_FALSE(world.own().validate());
        ASSERT_LT(k, 2000U);
    }
}

// promise: over-many-machines: Memory that runs out on one rank is told to all, and nothing has changed.
TEST(ranks_faults, memory_that_runs_out_is_told) {
    run_out_of_memory("assign", [](boxes_world& world) { return world.assign(some_boxes(7)); });
    run_out_of_memory("insert", [](boxes_world& world) { return world.insert(some_boxes(8)); });
    run_out_of_memory("sync", [](boxes_world& world) { return world.sync(mirrored); });
    run_out_of_memory("balance", [](boxes_world& world) {
        return world.balance([](auto hit) { return hit.shape().min.x < 30 ? 9.0 : 1.0; });
    });
}

// promise: over-many-machines: What MPI reports is passed on with its text, now and from then on.
TEST(ranks_faults, errors_of_mpi_are_passed_on) {
    const std::vector<box<float>> areas{{{0, 0}, {50, 50}}};
    int failures = 0;
    for (int k = 1; k < 200; ++k) {
        boxes_world world(MPI_COMM_WORLD);
        ASSERT_TRUE(world.assign(some_boxes(std::uint32_t(own_rank()))));
        calls_until_failure = k; // the same on all ranks: each makes the same collective calls
        std::vector<std::uint64_t> counts;
        ranks::report told = world.sync([](auto hit) { return hit.shape(); });
        told = told ? world.pairs([](auto, auto) {}) : told;
        told = told ? world.count(areas, counts) : told;
        const bool is_over = calls_until_failure > 0;
        calls_until_failure = 0;
        if (is_over) {
            break;
        }
        ++failures;
        EXPECT_EQ(told.what, ranks::trouble::mpi);
        EXPECT_NE(to_string(told).find("MPI: "), std::string::npos) << to_string(told);
        EXPECT_EQ(world.count(areas, counts).what, ranks::trouble::mpi) << "the world is of no further use";
    }
    EXPECT_GT(failures, 15);
}

// promise: over-many-machines: A message longer than MPI's ints goes in pieces.
TEST(ranks_faults, long_messages_go_in_pieces) {
    const auto in_pieces_of = [](std::size_t bytes) {
        ranks::detail::link::largest_piece = bytes;
        boxes_world world(MPI_COMM_WORLD);
        EXPECT_TRUE(world.assign(some_boxes(std::uint32_t(own_rank()))));
        const std::uint64_t state = state_of(world);
        const std::uint64_t messages = world.sent().messages;
        ranks::detail::link::largest_piece = std::size_t{1} << 30U;
        return std::pair(state, messages);
    };
    const auto whole = in_pieces_of(std::size_t{1} << 30U);
    const auto pieces = in_pieces_of(13);
    EXPECT_EQ(pieces.first, whole.first);
    EXPECT_TRUE(rank_count() == 1 || pieces.second > whole.second);
}

} // namespace
} // namespace quadrille::testing

// Between the library and MPI: one call fails.
extern "C" {
int MPI_Allreduce(const void* from, void* into, int count, MPI_Datatype type, MPI_Op how, MPI_Comm among) {
    return quadrille::testing::fails_now() ? MPI_ERR_OTHER : PMPI_Allreduce(from, into, count, type, how, among);
}
int MPI_Alltoall(const void* from, int count, MPI_Datatype type, void* into, int into_count, MPI_Datatype into_type,
                 MPI_Comm among) {
    return quadrille::testing::fails_now() ? MPI_ERR_OTHER
                                           : PMPI_Alltoall(from, count, type, into, into_count, into_type, among);
}
int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* states) {
    const int code = PMPI_Waitall(count, requests, states);
    return quadrille::testing::fails_now() ? MPI_ERR_TRUNCATE : code;
}
}
