// `quadrille-ranks run`: moves a scene over ranks.
// SPDX-License-Identifier: MIT
#include "run.hpp"

#include "cli/command/output.hpp"
#include "files/text/errors.hpp"
#include "sent_lines.hpp"
#include "together.hpp"

#include <quadrille/quadtree.hpp>
#include <quadrille/rank_checkpoint.hpp>
#include <quadrille/ranks.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::cli {

namespace {

using seconds = std::chrono::duration<double>;

/// A hash of all pairs that does not depend on their order.
struct pair_sum {
    std::uint64_t count = 0;
    std::uint64_t hash = 0;

    void add(std::uint64_t a, std::uint64_t b) noexcept {
        std::uint64_t pair = std::min(a, b) * 0x9E37'79B9'7F4A'7C15U ^ std::max(a, b);
        pair = (pair ^ pair >> 31U) * 0xBF58'476D'1CE4'E5B9U;
        hash += pair ^ pair >> 29U;
        ++count;
    }
};

class rank_runner {
public:
    explicit rank_runner(const rank_run& wanted)
        : wanted_(wanted), scene_(wanted.scene, wanted.count, wanted.seed),
          world_(MPI_COMM_WORLD, {.tree = {.period = scene_.period()}}), serial_(options{.period = scene_.period()}) {
        demand(world_.status(), "the world");
        if (wanted.restart.empty()) {
            begin();
        } else {
            go_on();
        }
        if (wanted.checks && world_.rank() == 0) {
            serial_.assign(scene_.boxes());
        }
        demand(world_.pairs([](auto, auto) {}), "pairs"); // so that the first tick is like all others
    }

    void run() {
        const ranks::traffic before = world_.sent();
        for (std::uint32_t tick = 1; tick <= wanted_.ticks; ++tick) {
            scene_.step();
            one_tick();
            if (wanted_.checks) {
                check();
            }
            if (!wanted_.checkpoint.empty() && (tick % wanted_.every == 0 || tick == wanted_.ticks)) {
                demand(save(world_, wanted_.checkpoint), "the checkpoint");
            }
        }
        print(before);
    }

private:
    /// The value of a thing: the tick at which it was last moved, and above it the number of the scene.
    using world_type = ranks::world<std::uint64_t, box<float>>;

    static void demand(const ranks::report& done, const char* what) {
        if (!done) {
            throw files::failure(std::string(what) + ": " + to_string(done));
        }
    }

    static constexpr std::uint64_t tick_bits = 0xFFFF'FFFFU;
    std::uint64_t number_of_scene() const {
        const std::uint64_t kind = static_cast<std::uint64_t>(wanted_.scene) + 1;
        return (wanted_.seed * 0x9E37'79B9'7F4A'7C15U ^ kind * 0xBF58'476D'1CE4'E5B9U) & ~tick_bits;
    }

    void begin() {
        const auto number = static_cast<std::uint64_t>(world_.rank());
        const auto ranks = static_cast<std::uint64_t>(world_.size());
        const auto first = static_cast<std::size_t>(number * wanted_.count / ranks);
        const auto last = static_cast<std::size_t>((number + 1) * wanted_.count / ranks);
        const std::vector<std::uint64_t> ticks(last - first, number_of_scene());
        demand(world_.assign(scene_.boxes().subspan(first, last - first), std::span<const std::uint64_t>(ticks)),
               "the boxes");
    }
    void go_on() {
        demand(load(world_, wanted_.restart), "the checkpoint");
        if (world_.total() != wanted_.count) {
            throw files::failure(
                fmt::format("wanted --count {}, that of the checkpoint; found {}", world_.total(), wanted_.count));
        }
        std::uint64_t tick = 0;
        world_.own().each([&](auto hit) { tick = std::max(tick, hit.value().value); });
        tick = reduced(tick, MPI_MAX);
        if ((tick & ~tick_bits) != number_of_scene()) {
            throw files::failure("wanted the --scene and --seed of the checkpoint, found others");
        }
        for (tick &= tick_bits; scene_.ticks() < tick;) {
            scene_.step();
        }
    }

    void one_tick() {
        shapes_.resize(world_.own().index_limit());
        world_.own().each(
            [&](auto hit) { shapes_[hit.index()] = scene_.boxes()[static_cast<std::size_t>(hit.value().id)]; });
        MPI_Barrier(MPI_COMM_WORLD);
        const auto begun = std::chrono::steady_clock::now();
        demand(world_.sync(shapes_), "sync");
        const auto synced = std::chrono::steady_clock::now();
        told_ = {};
        demand(world_.pairs([&](auto a, auto b) { told_.add(a.value().id, b.value().id); }), "pairs");
        update_ += synced - begun;
        pairs_ += std::chrono::steady_clock::now() - synced;
        world_.own().each([&](auto hit) { *world_.value(hit.item()) = number_of_scene() | scene_.ticks(); });
        told_ = {reduced(told_.count, MPI_SUM), reduced(told_.hash, MPI_SUM)};
        in_all_ += told_.count;
        heaviest_ +=
            double(reduced(std::uint64_t{world_.own().size()}, MPI_MAX)) * world_.size() / double(world_.total());
        halo_ += double(reduced(std::uint64_t{world_.halo().size()}, MPI_SUM)) / double(world_.total());
    }

    void check() {
        std::uint64_t differs = 0;
        if (world_.rank() == 0) {
            pair_sum truth;
            serial_.sync(scene_.boxes());
            serial_.pairs([&](auto a, auto b) { truth.add(a.index(), b.index()); });
            differs = truth.count != told_.count || truth.hash != told_.hash ? 1 : 0;
        }
        if (reduced(differs, MPI_MAX) != 0) {
            throw files::failure(
                fmt::format("tick {}: {} pairs, and not those of one tree", scene_.ticks(), told_.count));
        }
    }

    void print(const ranks::traffic& before) {
        const ranks::traffic& sent = world_.sent();
        const double ticks = wanted_.ticks;
        const double item_ticks = ticks * double(world_.total());
        const double update = reduced(update_.count(), MPI_MAX) * 1e9 / item_ticks;
        const double pairs = reduced(pairs_.count(), MPI_MAX) * 1e9 / item_ticks;
        const rank_sums sums{reduced(sent.bytes - before.bytes, MPI_SUM),
                             reduced(sent.messages - before.messages, MPI_SUM),
                             reduced(sent.moved - before.moved, MPI_SUM),
                             sent.balanced - before.balanced,
                             heaviest_,
                             halo_};
        if (world_.rank() != 0) {
            return;
        }
        output out;
        out.print("world    scene {}, boxes {}, seed {}, ticks {} to {}, ranks {}\n", to_string(wanted_.scene),
                  files::grouped(wanted_.count), wanted_.seed, scene_.ticks() - wanted_.ticks + 1, scene_.ticks(),
                  world_.size());
        out.print("cost     {:.1f} ns per item and tick, of the slowest rank: update {:.1f}, pairs {:.1f}\n",
                  update + pairs, update, pairs);
        print_sent(out, sums, ticks, double(world_.total()), world_.size());
        out.print("pairs    {} in all, {} at the last tick, their hash {:016x}\n", files::grouped(in_all_),
                  files::grouped(told_.count), told_.hash);
        if (wanted_.checks) {
            out.print("answers  equal to those of one tree at every tick\n");
        }
        out.finish();
    }

    const rank_run& wanted_;
    scenes::world<float> scene_; ///< each rank moves all of it, and uses the things that it owns
    world_type world_;
    quadtree<> serial_;              ///< on rank 0
    std::vector<box<float>> shapes_; ///< by own index
    pair_sum told_;
    std::uint64_t in_all_ = 0;
    seconds update_{};
    seconds pairs_{};
    double heaviest_ = 0;
    double halo_ = 0;
};

} // namespace

void run_over_ranks(const rank_run& wanted) { rank_runner(wanted).run(); }

} // namespace quadrille::cli
