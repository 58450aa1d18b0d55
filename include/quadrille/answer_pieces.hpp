// The answers of a query over a runner, in the pieces that its tasks have filled. A part of parallel.hpp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_ANSWER_PIECES_HPP
#define QUADRILLE_ANSWER_PIECES_HPP

#include <quadrille/detail/base/memory.hpp>
#include <quadrille/detail/threads/pieces.hpp>
#include <quadrille/detail/threads/tasks.hpp>
#include <quadrille/memory_source.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

namespace quadrille::detail {

struct piece_writer;

} // namespace quadrille::detail

namespace quadrille::parallel {

/// The result of writing answers to a span. It converts to true when the span holds all of them.
struct span_report {
    outcome end = outcome::complete;
    std::uint64_t found = 0;   ///< the number of answers
    std::uint64_t written = 0; ///< the number of answers, the first ones, that the span holds

    constexpr explicit operator bool() const noexcept { return end == outcome::complete && written == found; }
};

/// Answers in order, one piece after another: `for (auto [a, b] : found)`, or on several threads `found.pieces()`.
/// `Answer` is `index_pair` or `item_pair`. Keep it from call to call: it keeps its memory, and a query with about as
/// many answers as an earlier one allocates nothing. The memory comes from a source of its own. The beginnings of the
/// pieces are unspecified, but do not depend on the runner.
template <class Answer>
class answer_pieces {
public:
    /// A position between pieces and answers: a forward iterator.
    class iterator;

    answer_pieces() noexcept : answer_pieces(memory_source{}) {}
    explicit answer_pieces(const memory_source& memory) noexcept : memory_(memory), pieces_(memory), first_(memory) {}
    answer_pieces(answer_pieces&& other) noexcept = default; ///< leaves `other` empty
    answer_pieces& operator=(answer_pieces&& other) noexcept = default;
    answer_pieces(const answer_pieces&) = delete;            // a copy's pieces would be those of the original
    answer_pieces& operator=(const answer_pieces&) = delete; // a copy's pieces would be those of the original

    /// The number of answers, in all pieces.
    std::uint64_t size() const noexcept { return first_.empty() ? 0 : first_.back(); }
    /// Whether there is no answer.
    bool empty() const noexcept { return size() == 0; }

    /// The first answer of the first piece that has one.
    iterator begin() const noexcept { return {pieces_.data(), pieces_.data() + pieces_.size()}; }
    /// The position after the last answer.
    iterator end() const noexcept { return {pieces_.data() + pieces_.size(), pieces_.data() + pieces_.size()}; }

    /// The pieces in their order; some may be empty. Valid until the next change.
    std::span<const std::span<const Answer>> pieces() const noexcept { return pieces_; }
    /// The number of answers before this piece, which may also be `pieces().size()`.
    std::uint64_t first_of(std::size_t piece) const noexcept { return first_.empty() ? 0 : first_[piece]; }

    /// Copies the answers to a span, in order. If there is no room for all, it copies the first ones.
    span_report copy_to(std::span<Answer> results) const noexcept {
        for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
            copy_piece(piece, results);
        }
        return report(results);
    }
    /// The same with a task for each piece.
    template <runner Runner>
    span_report copy_to(Runner&& with, std::span<Answer> results) const {
        detail::lent_runner lent(with);
        detail::run_tasks(lent, static_cast<std::uint32_t>(pieces_.size()),
                          [&](std::uint32_t piece) { copy_piece(piece, results); });
        lent.rethrow();
        return report(results);
    }

    /// Removes all; keeps the memory.
    void clear() noexcept {
        pieces_.clear();
        first_.clear();
    }

private:
    friend detail::piece_writer;

    void copy_piece(std::size_t piece, std::span<Answer> results) const noexcept {
        if (first_[piece] < results.size()) {
            const auto into = results.subspan(static_cast<std::size_t>(first_[piece]));
            const std::size_t count = into.size() < pieces_[piece].size() ? into.size() : pieces_[piece].size();
            std::copy_n(pieces_[piece].begin(), count, into.begin());
        }
    }
    span_report report(std::span<Answer> results) const noexcept {
        return {outcome::complete, size(), size() < results.size() ? size() : results.size()};
    }

    detail::sourced_vector<detail::raw_vector<Answer>>
        memory_; ///< of each piece, and of pieces that earlier queries had
    detail::sourced_vector<std::span<const Answer>> pieces_;
    detail::sourced_vector<std::uint64_t> first_; ///< the number of answers before each piece, and of all
};

template <class Answer>
class answer_pieces<Answer>::iterator {
public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Answer;
    using difference_type = std::ptrdiff_t;
    using pointer = const Answer*;
    using reference = const Answer&;

    iterator() = default;

    reference operator*() const noexcept { return (*piece_)[at_]; }
    pointer operator->() const noexcept { return &(*piece_)[at_]; }
    iterator& operator++() noexcept {
        ++at_;
        skip_empty();
        return *this;
    }
    iterator operator++(int) noexcept {
        const iterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const iterator& one, const iterator& other) noexcept {
        return one.piece_ == other.piece_ && one.at_ == other.at_;
    }

private:
    friend answer_pieces;

    iterator(const std::span<const Answer>* piece, const std::span<const Answer>* end) noexcept
        : piece_(piece), end_(end) {
        skip_empty();
    }
    void skip_empty() noexcept {
        while (piece_ != end_ && at_ == piece_->size()) {
            ++piece_;
            at_ = 0;
        }
    }

    const std::span<const Answer>* piece_ = nullptr;
    const std::span<const Answer>* end_ = nullptr;
    std::size_t at_ = 0;
};

} // namespace quadrille::parallel

namespace quadrille::detail {

/// Writes answers: `begin`, then each piece by one thread, then `finish`.
struct piece_writer {
    template <class Answer>
    static memory_source source_of(const parallel::answer_pieces<Answer>& pieces) noexcept {
        return pieces.memory_.get_allocator().source();
    }
    /// Lends its memory to one call; it is empty meanwhile.
    template <class Answer>
    static parallel::answer_pieces<Answer> lend(parallel::answer_pieces<Answer>& from) noexcept {
        return std::exchange(from, parallel::answer_pieces<Answer>(source_of(from)));
    }
    template <class Answer>
    static void begin(parallel::answer_pieces<Answer>& into, std::size_t pieces) {
        into.clear();
        into.memory_.reserve(pieces);
        while (into.memory_.size() < pieces) {
            into.memory_.emplace_back(source_of(into));
        }
        into.pieces_.reserve(pieces);
        into.first_.reserve(pieces + 1);
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            into.memory_[piece].clear();
        }
    }
    template <class Answer>
    static raw_vector<Answer>& piece(parallel::answer_pieces<Answer>& of, std::size_t number) noexcept {
        return of.memory_[number];
    }
    template <class Answer>
    static void finish(parallel::answer_pieces<Answer>& into, std::size_t pieces) noexcept {
        std::uint64_t first = 0;
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            const raw_vector<Answer>& found = into.memory_[piece];
            into.pieces_.emplace_back(found.data(), found.size());
            into.first_.push_back(first);
            first += found.size();
        }
        into.first_.push_back(first);
    }
};

} // namespace quadrille::detail

#endif
