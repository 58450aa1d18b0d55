// Collects the answers to many questions from one visit after another: for programs that must be small.
// SPDX-License-Identifier: MIT
#include "bindings/flat/tree.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace quadrille::flat {

namespace {

constexpr std::uint64_t visits_between_looks = std::uint64_t{1} << 16U;

/// Puts answers, which come in the order of their questions, into arrays.
class row_writer {
public:
    row_writer(const questions& asked, bool wraps, answers& found) : asked_(asked), wraps_(wraps), found_(found) {}

    flow take(const answer& one) {
        if (found_.a.size() % visits_between_looks == 0 && asked_.goes_on != nullptr && !asked_.goes_on()) {
            interrupt();
        }
        end_questions(static_cast<std::size_t>(one.question));
        found_.a.push_back(one.a.index);
        if (one.b) {
            found_.b.push_back(one.b.index);
        }
        if (asked_.with_items) {
            found_.a_generations.push_back(one.a.generation);
            if (one.b) {
                found_.b_generations.push_back(one.b.generation);
            }
        }
        if (!std::isnan(one.measure)) {
            found_.measures.push_back(one.measure);
        }
        if (wraps_) {
            found_.shifts.push_back(one.from_there);
        }
        return flow::next;
    }
    /// Ends the lists of all questions before this one.
    void end_questions(std::size_t before) {
        while (found_.ends.size() < before) {
            found_.ends.push_back(found_.a.size());
        }
    }

private:
    const questions& asked_;
    bool wraps_;
    answers& found_;
};

} // namespace

void tree::ask(const questions& asked, answers& found) const {
    found.clear();
    if (asked.what == wanted::count || asked.what == wanted::any) {
        questions each = asked;
        each.what = asked.what == wanted::any ? wanted::any : wanted::all;
        std::uint64_t pairs = 0;
        const auto count = [&](const answer& one) {
            pairs += one.b ? 1U : 0U;
            found.counts.resize(static_cast<std::size_t>(one.question) + 1);
            ++found.counts.back();
            return flow::next;
        };
        found.counts.resize(visit(each, count).questions);
        if (pairs > 0 && asked.what == wanted::count) {
            found.counts.clear();
            found.put_pair_count(pairs);
        }
        return;
    }
    row_writer rows(asked, bool(world()), found);
    rows.end_questions(visit(asked, [&](const answer& one) { return rows.take(one); }).questions);
}

} // namespace quadrille::flat
