// Pairs over a runner: the pieces of a pair walk as tasks, and the receivers of their answers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_THREADS_PAIRS_HPP
#define QUADRILLE_DETAIL_THREADS_PAIRS_HPP

#include <quadrille/answer_pieces.hpp>
#include <quadrille/detail/answers/hit.hpp>
#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/base/memory.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/detail/engine/watch.hpp>
#include <quadrille/detail/questions/answer.hpp>
#include <quadrille/detail/questions/mixed_join_source.hpp>
#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/detail/threads/pieces.hpp>
#include <quadrille/detail/threads/receivers.hpp>
#include <quadrille/detail/threads/tasks.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// How the answers of a source are cut into pieces: `count()` pieces, each with a `source`. The answers of all pieces,
/// in the order of the pieces, are those of the source in the same order.
template <class Source>
class pieces_of;

template <class Shape>
class pieces_of<pair_source<Shape>> {
public:
    template <class Question>
    QUADRILLE_APART pieces_of(const core<Shape>& in, const Question& asked, counters*) noexcept {
        pair_walk<Shape> walk;
        in.begin_pairs(walk, {asked.wanted, nullptr, asked.is_join});
        count_ = cut_pairs(walk.state.bytes, pieces_);
    }
    std::uint32_t count() const noexcept { return count_; }

    class source {
    public:
        using buffer = pair_buffer;

        template <class Question>
        source(const pieces_of& all, std::uint32_t number, const core<Shape>& in, const Question& asked,
               counters* counts) noexcept
            : from_(in), other_(asked.partners(in)) {
            from_.begin_pairs(walk_, {asked.wanted, counts, asked.is_join});
            limit_pairs(walk_.state.bytes, all.pieces_[number]);
        }
        bool fill(buffer& found) noexcept { return from_.fill_pairs(walk_, other_, found); }

    private:
        const core<Shape>& from_;
        const core<Shape>& other_;
        pair_walk<Shape> walk_;
    };

private:
    std::uint32_t count_ = 0;
    std::array<pair_piece, max_pair_pieces> pieces_;
};

template <class Shape, class Other>
class pieces_of<mixed_join_source<Shape, Other>> {
public:
    template <class Question>
    pieces_of(const core<Shape>& in, const Question& asked, counters* counts) : asking_(in.chosen_options().memory) {
        auto all = mixed_join_source<Shape, Other>::asking_items(in, asked, counts);
        asking_.reserve(mixed_join_source<Shape, Other>::asking_tree(in, asked).head().size);
        for (hit_buffer items; all.fill(items);) {
            asking_.insert(asking_.end(), items.answers, items.answers + items.count);
        }
        constexpr std::size_t fewest_items = 512;
        count_ = static_cast<std::uint32_t>(
            (std::min<std::size_t>)(max_pair_pieces, (asking_.size() + fewest_items - 1) / fewest_items));
    }
    std::uint32_t count() const noexcept { return count_; }

    class source : public mixed_join_source<Shape, Other> {
    public:
        template <class Question>
        source(const pieces_of& all, std::uint32_t number, const core<Shape>& in, const Question& asked,
               counters* counts) noexcept
            : mixed_join_source<Shape, Other>(in, asked, counts, all.asking_in(number)) {}
    };

private:
    std::span<const std::uint32_t> asking_in(std::uint32_t number) const noexcept {
        const std::size_t first = asking_.size() * number / count_;
        return std::span(asking_).subspan(first, asking_.size() * (number + 1) / count_ - first);
    }

    std::uint32_t count_ = 0;
    sourced_vector<std::uint32_t> asking_;
};

/// The pairs of one piece, as long as the piece is wanted.
template <class Source>
class pair_piece_source : public Source {
public:
    using answer = index_pair;

    template <class Pieces, class Shape, class Question>
    pair_piece_source(const Pieces& all, std::uint32_t number, const core<Shape>& in, const Question& asked,
                      counters* counts, const piece_ends& ends) noexcept
        : Source(all, number, in, asked, counts), number_(number), ends_(ends) {}

    bool fill(typename Source::buffer& found) noexcept { return ends_.is_wanted(number_) && Source::fill(found); }

private:
    std::uint32_t number_;
    const piece_ends& ends_;
};

/// A question for pairs over a runner, cut into pieces.
template <class Runner, class Self, class Question>
class parallel_pairs {
    using pieces = pieces_of<typename Question::template source<shape_of<Self>>>;

public:
    parallel_pairs(Runner& with, Self& self, const Question& asked, counters* counts)
        : runner_(with), tasks_(insides::core(self).runner_for(self.size(), runner_)), self_(self), asked_(asked),
          counts_(counts), pieces_(insides::core(self), asked, counts) {}

    std::uint32_t count() const noexcept { return pieces_.count(); }

    /// Calls `use(piece, source) -> outcome` for each of these pieces, on the threads of the runner.
    template <class Use>
    void run(std::uint32_t first, std::uint32_t last, const Use& use) {
        std::array<counters, max_pair_pieces> seen{};
        run_tasks(tasks_, last - first, [&](std::uint32_t task) {
            const std::uint32_t piece = first + task;
            ends_.run(piece, [&] {
                pair_piece_source<typename pieces::source> source(pieces_, piece, insides::core(self_), asked_,
                                                                  counts_ == nullptr ? nullptr : &seen[piece], ends_);
                return use(piece, source);
            });
        });
        for (std::uint32_t piece = first; piece < last; ++piece) {
            add_to(counts_, seen[piece]);
        }
    }
    /// Returns the outcome. Rethrows the exception of a piece, or else that of the runner.
    outcome finish() {
        const outcome end = ends_.finish();
        runner_.rethrow();
        return end;
    }

    const memory_source& memory() const noexcept { return insides::core(self_).chosen_options().memory; }
    auto make() const noexcept { return maker_for(self_, asked_); }
    auto make_later() const noexcept { return later_maker_for(self_, asked_); }
    auto watch() const noexcept { return watch_for(self_, asked_); }

private:
    lent_runner<Runner> runner_;
    task_runner tasks_;
    Self& self_;
    const Question& asked_;
    counters* counts_;
    piece_ends ends_;
    pieces pieces_;
};

/// Writes the answers of these pieces to the memory of `found`; the first of them becomes piece 0 of `found`.
template <class Query, class Answer>
void write_pairs(Query& query, std::uint32_t first, std::uint32_t last, parallel::answer_pieces<Answer>& found) {
    piece_writer::begin(found, last - first);
    query.run(first, last, [&](std::uint32_t piece, auto& source) {
        raw_vector<Answer>& into = piece_writer::piece(found, piece - first);
        pair_buffer buffer;
        while (source.fill(buffer)) {
            if constexpr (std::same_as<Answer, index_pair>) {
                into.append(buffer.answers, buffer.count);
            } else {
                Answer* to = into.extend(buffer.count);
                for (std::uint32_t at = 0; at < buffer.count; ++at) {
                    *to++ = answer_as<Answer>(query.make()(buffer.answers[at]));
                }
            }
        }
        return outcome::complete;
    });
    query.finish();
    piece_writer::finish(found, last - first);
}

// The receivers of pairs: answers in pieces …
template <class Query, class Answer>
outcome receive_pairs(Query& query, parallel::answer_pieces<Answer>& found) {
    static_assert(std::same_as<Answer, index_pair> || std::same_as<Answer, item_pair>,
                  "pairs are found as pieces of quadrille::index_pair or of quadrille::item_pair");
    write_pairs(query, 0, query.count(), found);
    return outcome::complete;
}

// … one visitor, or vector, per piece …
template <class Query, class Make>
outcome receive_pairs(Query& query, const parallel::visitor_per_piece<Make>& out) {
    static_assert(std::invocable<const std::remove_reference_t<Make>&, std::uint32_t>,
                  "per_piece takes a function that makes a visitor: [](std::uint32_t piece) { return visitor; }");
    const auto watching = query.watch();
    query.run(0, query.count(), [&](std::uint32_t piece, auto& source) {
        decltype(auto) visitor = out.make(piece);
        return drain(source, query.make(), watching, visitor);
    });
    return query.finish();
}

/// The number of pieces whose answers are kept before a visitor is called with them in order.
inline constexpr std::uint32_t pieces_in_order = 64;

/// The memory of a workspace during a query: a query inside the visitor finds the workspace empty. Without a workspace
/// the memory comes from `source`.
class lent_pieces {
public:
    lent_pieces(parallel::answer_pieces<index_pair>* from, const memory_source& source) noexcept
        : found(from == nullptr ? parallel::answer_pieces<index_pair>(source) : piece_writer::lend(*from)),
          from_(from) {}
    lent_pieces(const lent_pieces&) = delete;
    lent_pieces& operator=(const lent_pieces&) = delete;
    ~lent_pieces() {
        if (from_ != nullptr && piece_writer::source_of(*from_) == piece_writer::source_of(found)) {
            *from_ = std::move(found);
        }
    }

    parallel::answer_pieces<index_pair> found;

private:
    parallel::answer_pieces<index_pair>* from_;
};

// … or one visitor on the caller's thread.
template <class Query, class Visitor, class Workspace>
outcome receive_pairs(Query& query, parallel::visitor_in_order<Visitor, Workspace>& out) {
    const auto watching = query.watch();
    lent_pieces lent(out.workspace, query.memory());
    for (std::uint32_t first = 0; first < query.count(); first += pieces_in_order) {
        const std::uint32_t rest = query.count() - first;
        write_pairs(query, first, first + (rest < pieces_in_order ? rest : pieces_in_order), lent.found);
        for (const index_pair& pair : lent.found) {
            const outcome end = watching.after(invoke_visitor(out.visitor, query.make_later()(pair)));
            if (end != outcome::complete) {
                return end;
            }
        }
    }
    return outcome::complete;
}

template <class Query, class Out>
outcome receive_pairs(Query&, const Out&) {
    static_assert(sizeof(Out) == 0,
                  "pairs over a runner go to an answer_pieces, to a span, to per_piece(make_visitor), "
                  "or to in_order(visitor)");
    return outcome::complete;
}

template <class Runner, class Self, class Question, class Out>
outcome find_pairs(Runner& with, Self& self, const Question& asked, counters* counts, Out& out) {
    if (!has_one_period(insides::core(self), asked)) {
        return outcome::other_period;
    }
    parallel_pairs<Runner, Self, Question> query(with, self, asked, counts);
    return receive_pairs(query, out);
}

} // namespace quadrille::detail

#endif
