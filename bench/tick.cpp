// The tick: read every item's new box, bring the index up to date, report every touching pair once.
// SPDX-License-Identifier: MIT
#include "check.hpp"
#include "tasks.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace quadrille::bench {
namespace {

constexpr std::uint32_t warm_up_ticks = 3;

struct contestant {
    const entry* who;
    bool runs = true;
    bool wrong = false;
    bench::answers answers = {};
    std::vector<double> tick_ns = {};
    std::vector<double> update_ns = {};
    std::vector<double> pairs_ns = {};
    std::optional<std::size_t> bytes = {};
    std::string remark = {};
};

struct round {
    scenes::kind kind;
    std::uint32_t count;
    std::uint32_t ticks;
    std::uint32_t repeat;
    std::uint64_t seed;
};

void put_out(contestant& one, const std::string& fault) {
    one.remark = "WRONG, not timed: " + fault;
    one.runs = false;
    one.wrong = true;
}

/// Lets every contestant answer, untimed, and puts out those that answer wrongly. Returns what is right.
answers check(std::vector<contestant>& all, const world& start, std::uint32_t ticks) {
    std::vector<answers> given;
    for (contestant& one : all) {
        const std::unique_ptr<subject> who = one.who->make(start);
        one.remark = who->unfit(start.boxes());
        if (!one.remark.empty()) {
            one.remark = "left out: " + one.remark;
            one.runs = false;
        } else if (one.who->answers) {
            one.answers = answers_of(*who, start, ticks);
            given.push_back(one.answers);
        }
    }
    answers right = right_answers(start, ticks, given);
    for (contestant& one : all) {
        const std::string fault = fault_of(one.answers, right);
        if (!fault.empty()) {
            put_out(one, fault);
        }
    }
    return right;
}

/// One repetition from the start of the world on. The world's step stays outside the clock, and so does the look at the
/// answers.
void run(contestant& one, world now, std::uint32_t ticks, const answers& right, std::vector<index_pair>& found) {
    const std::unique_ptr<subject> who = one.who->make(now);
    who->build(now.boxes());
    for (std::uint32_t tick = 1; tick <= warm_up_ticks + ticks; ++tick) {
        now.step();
        found.clear();
        stopwatch watch;
        who->update(now.boxes());
        const double update = watch.lap();
        who->pairs(found);
        const double pairs = watch.lap();
        if (tick > warm_up_ticks) {
            one.update_ns.push_back(update);
            one.pairs_ns.push_back(pairs);
            one.tick_ns.push_back(update + pairs);
        }
        if (one.who->answers && found.size() != right[tick].count) {
            put_out(one, fmt::format("when timed, after tick {}, wanted {} pairs, found {}", tick, right[tick].count,
                                     found.size()));
            return;
        }
    }
    one.bytes = who->bytes();
}

result result_of(const contestant& one, const round& how) {
    result line{.task = "tick",
                .scene = scenes::to_string(how.kind),
                .count = how.count,
                .subject = one.who->name,
                .threads = 1,
                .remark = one.remark};
    if (!one.answers.empty()) {
        line.pairs = one.answers.back().count;
        line.hash = one.answers.back().hash;
    }
    if (!one.runs) {
        return line;
    }
    const double items = how.count;
    const spread ns = spread_of(one.tick_ns);
    line.ns_per_item = spread{ns.min / items, ns.median / items, ns.p99 / items, ns.max / items};
    line.update_ns = spread_of(one.update_ns).median / items;
    if (one.who->answers) {
        line.pairs_ns = spread_of(one.pairs_ns).median / items;
    }
    if (one.bytes) {
        line.bytes_per_item = static_cast<double>(*one.bytes) / items;
    }
    return line;
}

/// All subjects in one world. False if one of them is wrong.
bool compete(const round& how, const std::vector<const entry*>& subjects, const report& results) {
    const world start(how.kind, how.count, how.seed);
    std::vector<contestant> all;
    for (const entry* who : subjects) {
        all.push_back({.who = who});
    }
    const answers right = check(all, start, warm_up_ticks + how.ticks);

    std::vector<index_pair> found;
    for (std::uint32_t repetition = 0; repetition < how.repeat; ++repetition) {
        for (std::size_t turn = 0; turn < all.size(); ++turn) {
            contestant& one = all[(repetition + turn) % all.size()];
            if (one.runs) {
                run(one, start, how.ticks, right, found);
            }
        }
    }

    bool all_right = true;
    std::vector<result> lines;
    for (const contestant& one : all) {
        lines.push_back(result_of(one, how));
        if (one.wrong) {
            all_right = false;
            fmt::print(stderr, "quadrille-bench: {}, {} items: {}: {}\n", scenes::to_string(how.kind), how.count,
                       one.who->name, one.remark);
        }
    }
    results.add(fmt::format("tick, {}, {} items, {} pairs, 1 thread; {} ticks x {}, seed {}",
                            scenes::to_string(how.kind), how.count, right.back().count, how.ticks, how.repeat,
                            how.seed),
                lines);
    return all_right;
}

} // namespace

bool tick(const options& wishes, const report& results) {
    bool all_right = true;
    for (const scenes::kind kind : wishes.kinds) {
        for (const std::uint32_t count : wishes.counts) {
            const round how{kind, count, wishes.ticks, wishes.repeat, wishes.seed};
            all_right = compete(how, wishes.subjects, results) && all_right;
        }
    }
    return all_right;
}

} // namespace quadrille::bench
