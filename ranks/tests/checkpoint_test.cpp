// Checkpoints: loaded on any number of ranks, whole or not at all.
// SPDX-License-Identifier: MIT
#include "every_rank.hpp"

#include <quadrille/rank_checkpoint.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {

/// A value with memory of its own.
struct named {
    std::string name;
};

} // namespace quadrille::testing

template <>
struct quadrille::ranks::packing<quadrille::testing::named> {
    static void write(const testing::named& one, parcel_writer& to) {
        to.plain(std::uint32_t(one.name.size()));
        to.bytes(std::as_bytes(std::span(one.name)));
    }
    static std::optional<testing::named> read(parcel_reader& from) {
        std::uint32_t length = 0;
        if (!from.plain(length) || length > from.rest()) {
            return std::nullopt;
        }
        testing::named one{std::string(length, ' ')};
        return from.bytes(std::as_writable_bytes(std::span(one.name))) ? std::optional(std::move(one)) : std::nullopt;
    }
};

namespace quadrille::testing {
namespace {

namespace files = std::filesystem;
using names_world = ranks::world<named, circle<double>>;

/// A folder for all ranks, which is gone at the end.
class common_folder {
public:
    common_folder() {
        char name[512] = {};
        if (own_rank() == 0) {
            const std::string wanted = (files::temp_directory_path() / "quadrille-ranks-XXXXXX").string();
            wanted.copy(name, sizeof name - 1);
            EXPECT_NE(mkdtemp(name), nullptr);
        }
        MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
        name_ = name;
    }
    ~common_folder() {
        MPI_Barrier(MPI_COMM_WORLD);
        if (own_rank() == 0) {
            files::remove_all(name_);
        }
    }
    const std::string& name() const { return name_; }

private:
    std::string name_;
};

/// 30 circles of each rank.
void fill(names_world& world) {
    std::vector<circle<double>> shapes;
    std::vector<named> names;
    for (int number = 0; number < 30; ++number) {
        const auto die = std::uint32_t(own_rank() * 30 + number + 1) * 2654435761U;
        shapes.push_back({{double(die % 97), double(die / 97 % 89)}, double(die % 7)});
        names.push_back({std::string(die % 40, char('a' + number % 26))});
    }
    ASSERT_TRUE(world.assign(std::span<const circle<double>>(shapes), std::span<const named>(names)));
    std::vector<item> some;
    world.own().each([&](auto hit) { some.push_back(hit.item()); });
    for (const item each : some) {
        world.set_layers(each, std::uint32_t(world.own().value(each)->id % 5 + 1));
    }
}

/// All that there is, by id, on every rank: the sum of a number of each.
std::uint64_t content_of(const names_world& world, MPI_Comm among) {
    std::uint64_t sum = 0;
    world.own().each([&](auto hit) {
        std::uint64_t one = hit.value().id * 0x9E37'79B9'7F4A'7C15U + world.own().layers(hit.item());
        for (const char letter : hit.value().value.name) {
            one = one * 31 + std::uint64_t(letter);
        }
        one = one * 31 + std::uint64_t(hit.shape().center.x * 1000 + hit.shape().center.y * 10 + hit.shape().radius);
        sum += one * one;
    });
    std::uint64_t all = 0;
    MPI_Allreduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, among);
    return all;
}

// promise: over-many-machines: A checkpoint is loaded on any number of ranks.
TEST(ranks_checkpoint, is_loaded_on_any_number_of_ranks) {
    const common_folder folder;
    names_world world(MPI_COMM_WORLD);
    fill(world);
    const std::uint64_t content = content_of(world, MPI_COMM_WORLD);
    ASSERT_TRUE(save(world, folder.name())) << to_string(world.status());
    ASSERT_TRUE(save(world, folder.name())) << "again: the first one is removed";
    if (own_rank() == 0) {
        std::size_t count = 0;
        for (const auto& each : files::directory_iterator(folder.name())) {
            count += each.path().filename() != "checkpoint" ? 1 : 0;
        }
        EXPECT_EQ(count, std::size_t(rank_count()));
    }
    for (int some = 1; some <= rank_count(); ++some) {
        MPI_Comm those = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, own_rank() < some ? 0 : 1, own_rank(), &those);
        {
            names_world other(those);
            fill(other); // what is replaced
            EXPECT_TRUE(load(other, folder.name())) << to_string(other.status());
            EXPECT_EQ(content_of(other, those), content) << some << " ranks";
            EXPECT_EQ(other.total(), world.total());
            EXPECT_EQ(other.next_id(), world.next_id());
            EXPECT_FALSE(other.own().validate());
        }
        MPI_Comm_free(&those);
    }
}

// promise: over-many-machines: A damaged or missing file of a checkpoint is told, and the world stays.
TEST(ranks_checkpoint, is_whole_or_not_loaded) {
    names_world world(MPI_COMM_WORLD);
    fill(world);
    const std::uint64_t content = content_of(world, MPI_COMM_WORLD);
    const auto is_refused = [&](const std::string& folder, const char* sentence) {
        const ranks::report told = load(world, folder);
        EXPECT_EQ(told.what, ranks::trouble::file) << sentence;
        EXPECT_NE(to_string(told).find(sentence), std::string::npos) << to_string(told);
        EXPECT_EQ(content_of(world, MPI_COMM_WORLD), content);
    };
    is_refused("/nowhere/at/all", "cannot be opened");
    EXPECT_EQ(save(world, "/nowhere/at/all").what, ranks::trouble::file);
    EXPECT_NE(to_string(world.status()).find("cannot be written"), std::string::npos) << to_string(world.status());
    const files::path part = "1-" + std::to_string(rank_count() - 1) + ".quadrille";
    const auto put = [](const files::path& path, int at, char byte) {
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(at);
        file.put(byte);
    };
    const std::pair<std::function<void(const files::path&)>, const char*> damages[] = {
        {[&](const files::path& in) { files::remove(in / part); }, "cannot be opened"},
        {[&](const files::path& in) { files::resize_file(in / part, files::file_size(in / part) - 1); },
         "with their checksum"},
        {[&](const files::path& in) { put(in / part, 200, '!'); }, "with their checksum"},
        {[&](const files::path& in) { put(in / "checkpoint", 32, '9'); }, "wanted the list of a checkpoint's files"},
    };
    for (const auto& [damage, sentence] : damages) {
        const common_folder folder;
        ASSERT_TRUE(save(world, folder.name()));
        MPI_Barrier(MPI_COMM_WORLD);
        if (own_rank() == 0) {
            damage(folder.name());
        }
        MPI_Barrier(MPI_COMM_WORLD);
        is_refused(folder.name(), sentence);
    }
    const common_folder folder;
    ASSERT_TRUE(save(world, folder.name()));
    names_world wrapped(MPI_COMM_WORLD, {.tree = {.period = {200, 200}}});
    EXPECT_EQ(load(wrapped, folder.name()).what, ranks::trouble::different_worlds);
    ranks::world<std::uint64_t, circle<double>> of_numbers(MPI_COMM_WORLD);
    EXPECT_NE(to_string(load(of_numbers, folder.name())).find("wanted values of 8 bytes"), std::string::npos);
    MPI_Barrier(MPI_COMM_WORLD);
    if (own_rank() == 0) {
        std::ofstream(files::path(folder.name()) / "checkpoint").flush();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_EQ(save(world, folder.name()).what, ranks::trouble::file) << "an empty list is none";
    EXPECT_NE(to_string(save(world, "")).find("the name of a folder"), std::string::npos);
}

} // namespace
} // namespace quadrille::testing
