// Building from nothing: everything at once, or one by one. What was built is then asked, and must answer rightly.
// SPDX-License-Identifier: MIT
#include "quiz.hpp"
#include "tasks.hpp"
#include "windows.hpp"

namespace quadrille::bench {
namespace {

constexpr std::uint32_t questions_asked = 200;
constexpr double side_of_windows = 8;

/// `fill(subject, boxes)` is what is timed.
template <class Ability, class Fill>
bool fill_all(std::string_view task, const options& wishes, scenes::kind kind, std::uint32_t count,
              const report& results, const Fill& fill) {
    const world start(kind, count, wishes.seed);
    scenes::random_source source(wishes.seed);
    std::vector<window> questions;
    for (std::uint32_t i = 0; i < questions_asked; ++i) {
        questions.push_back(window_in(start.walls(), side_of_windows, source));
    }
    auto all = contestants_of<Ability, candidate>(wishes);
    std::erase_if(all, [](const candidate& one) { return !has<answering<window>>(*one.who); });
    for (candidate& one : all) {
        one.built = one.who->make(start);
        fill(*one.built, start.boxes());
        one.answers = ask_all<window>(*one.built, questions, start.boxes());
    }
    judge(all, right_answers_to<window>(questions, start.boxes(), answers_given(all)));

    // The one before is freed first: all get memory that is warm.
    take_turns(all, wishes.repeat, [&](candidate& one) {
        one.built.reset();
        one.built = one.who->make(start);
        stopwatch watch;
        fill(*one.built, start.boxes());
        one.ns.push_back(watch.lap());
    });

    std::vector<result> lines;
    for (const candidate& one : all) {
        result line = line_of(one, count);
        line.found = total_of(one.answers);
        const auto bytes = one.built->bytes();
        line.figures = {{"bytes_per_item", bytes ? std::optional(static_cast<double>(*bytes) / count) : std::nullopt}};
        lines.push_back(std::move(line));
    }
    const setting where{
        .task = task,
        .kind = kind,
        .count = count,
        .found = "hits",
        .how = fmt::format("{} times, seed {}; checked by {} windows", wishes.repeat, wishes.seed, questions_asked)};
    return conclude(where, lines, results);
}

} // namespace

bool build(const options& wishes, const report& results) {
    return in_every_world(
        wishes, results, [](const options& all, scenes::kind kind, std::uint32_t count, const report& to) {
            return fill_all<subject>("build", all, kind, count, to, [](subject& who, boxes now) { who.build(now); });
        });
}

bool insert(const options& wishes, const report& results) {
    return in_every_world(wishes, results,
                          [](const options& all, scenes::kind kind, std::uint32_t count, const report& to) {
                              return fill_all<inserting>("insert", all, kind, count, to, [](subject& who, boxes now) {
                                  who.build({});
                                  auto& takes = as<inserting>(who);
                                  for (const box<float>& one : now) {
                                      takes.insert(one);
                                  }
                              });
                          });
}

} // namespace quadrille::bench
