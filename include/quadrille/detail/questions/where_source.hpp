// The source of `where`: another source without the answers that a predicate rejects.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_QUESTIONS_WHERE_SOURCE_HPP
#define QUADRILLE_DETAIL_QUESTIONS_WHERE_SOURCE_HPP

#include <quadrille/detail/answers/hit.hpp>
#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstdint>

namespace quadrille::detail {

/// Ends when the predicate changes the tree.
template <class Shape, class Question, class Predicate>
class where_source {
    using inner = typename Question::template source<Shape>;

public:
    using answer = typename inner::answer;
    using buffer = typename inner::buffer;

    template <class Asked, class Watching>
    where_source(const core<Shape>& in, const Asked& asked, counters* counts, const Watching& watching)
        : all_(in, asked.of, counts, watching), predicate_(asked.predicate), counts_(counts), watching_(&watching),
          accepts_([](const where_source& own, std::uint32_t index, shift from_there) {
              using tree = typename Watching::tree_type;
              const auto& watch = *static_cast<const Watching*>(own.watching_);
              return !watch.sees_change() && own.predicate_(hit<const tree>(watch.tree(), index, from_there)) &&
                     !watch.sees_change();
          }) {}

    bool fill(buffer& found) {
        if (wants_first_) {
            return fill_first(found);
        }
        while (all_.fill(found)) {
            if (keep_accepted(found)) {
                return true;
            }
        }
        return false;
    }

    void shorten(double farthest) noexcept
        requires path_source<inner>
    {
        all_.shorten(farthest);
    }
    /// Requests the first accepted answer. Each accepted answer shortens the search for others.
    void want_first() noexcept
        requires path_source<inner>
    {
        wants_first_ = true;
    }

private:
    static std::uint32_t index_of(std::uint32_t found) noexcept { return found; }
    static std::uint32_t index_of(const cast_answer& found) noexcept { return found.index; }
    static std::uint32_t index_of(const nearest_candidate& found) noexcept { return found.what; }

    /// Removes rejected answers; returns whether any answer is left.
    bool keep_accepted(buffer& found) {
        std::uint32_t kept = 0;
        for (std::uint32_t at = 0; at < found.count; ++at) {
            if (accepts_(*this, index_of(found.answers[at]), found.from_there)) {
                found.answers[kept++] = found.answers[at];
            } else {
                uncount_answer(counts_);
            }
        }
        if constexpr (requires { found.count = kept; }) {
            found.count = kept;
        }
        return kept > 0;
    }
    bool fill_first(buffer& found) {
        if constexpr (path_source<inner>) {
            cast_answer best{no_index, 2};
            shift of_best;
            while (all_.fill(found)) {
                keep_accepted(found);
                for (std::uint32_t at = 0; at < found.count; ++at) {
                    const cast_answer& one = found.answers[at];
                    if (one.fraction < best.fraction || (one.fraction == best.fraction && one.index < best.index)) {
                        best = one;
                        of_best = found.from_there;
                        all_.shorten(best.fraction);
                    }
                }
            }
            found.answers[0] = best;
            found.from_there = of_best;
            found.count = best.index != no_index ? 1 : 0;
        }
        return found.count > 0;
    }

    inner all_;
    const Predicate& predicate_;
    counters* counts_;
    const void* watching_;
    bool (*accepts_)(const where_source& own, std::uint32_t index, shift from_there);
    bool wants_first_ = false;
};

} // namespace quadrille::detail

#endif
