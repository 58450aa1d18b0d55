// The answers of a query as a range, for loops: `for (auto hit : tree.query(area))`.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ANSWERS_RANGE_HPP
#define QUADRILLE_DETAIL_ANSWERS_RANGE_HPP

#include <quadrille/detail/base/no_address.hpp>
#include <quadrille/detail/engine/verify.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// The end of a range. The header of the standard sentinel and of the iterator tags includes streams and locales.
struct end_of_answers {};

/// Polygons, and areas made of a polygon.
template <class Area>
inline constexpr bool has_vertices = false;
template <class Scalar>
inline constexpr bool has_vertices<polygon<Scalar>> = true;
template <template <class> class About, class Area>
inline constexpr bool has_vertices<About<Area>> = has_vertices<Area>;
/// Whether a range may keep this area. A polygon refers to its vertices, which may be temporaries if the polygon is
/// one.
template <class Area>
inline constexpr bool is_kept = std::is_lvalue_reference_v<Area> || !has_vertices<std::remove_cvref_t<Area>>;

/// Whether a walk reads its question until the walk ends.
template <class Question>
inline constexpr bool is_read_by_walk = Question::runs_user_code;
template <class Question>
    requires requires { Question::is_read_by_walk; }
inline constexpr bool is_read_by_walk<Question> = Question::is_read_by_walk;

/// Keeps a question as long as its range lives, if the walk reads the question. Of other questions the walk keeps what
/// it reads.
template <class Question, bool IsKept = is_read_by_walk<Question>>
class kept_question {
public:
    explicit kept_question(Question&& asked) : asked_(std::move(asked)) {}
    const Question& in(const Question&) const noexcept { return asked_; }

private:
    Question asked_;
};
template <class Question>
class kept_question<Question, false> {
public:
    explicit kept_question(const Question&) noexcept {}
    static const Question& in(const Question& asked) noexcept { return asked; }
};

/// A query in progress: its walk and a buffer of answers. It allocates nothing, and can be neither copied nor moved.
/// Single pass: a second loop continues with the answer at which the first one stopped.
template <class Question, class Source, class Make, class Watching>
class answer_range {
public:
    // NOLINTBEGIN(bugprone-use-after-move): after a move `asked_` returns the kept question.
    template <class Core>
    answer_range(const Core& in, Question&& asked, counters* counts, const Make& make, const Watching& watching)
        : asked_(std::move(asked)), make_(make), watching_(watching), source_(in, asked_.in(asked), counts, watching_) {
        if (!has_one_period(in, asked_.in(asked))) {
            end_with(quadrille::outcome::other_period);
        }
    }
    // NOLINTEND(bugprone-use-after-move)
    answer_range(const answer_range&) = delete;
    answer_range& operator=(const answer_range&) = delete;
    ~answer_range() = default;

    class iterator {
    public:
        using value_type = decltype(std::declval<const Make&>()(std::declval<const typename Source::answer&>()));
        using difference_type = std::ptrdiff_t;

        iterator() = default;

        value_type operator*() const noexcept {
            return in_->make_(in_->found_.answers[in_->at_], in_->found_.from_there);
        }
        iterator& operator++() {
            in_->advance();
            return *this;
        }
        void operator++(int) { in_->advance(); }
        friend bool operator==(const iterator& here, end_of_answers) noexcept { return here.is_at_end(); }

    private:
        friend answer_range;
        explicit iterator(answer_range& in) noexcept : in_(&in) {}
        bool is_at_end() const noexcept { return in_->has_ended_; }

        answer_range* in_ = nullptr;
    };

    /// Views of the standard library refer to a range that has a name, and accept an unnamed range only if it can be
    /// moved.
    template <class View>
    friend auto operator|(answer_range&&, const View&) {
        static_assert(std::is_void_v<View>, "a view needs a range with a name: auto hits = tree.query(area); hits | …");
        return 0;
    }

    iterator begin() {
        if (!has_ended_ && watching_.sees_misuse()) {
            end_with(quadrille::outcome::tree_changed);
        } else if (!has_begun_) {
            refill();
        }
        has_begun_ = true;
        return iterator(*this);
    }
    end_of_answers end() const noexcept { return {}; }
    bool empty() const = delete; // single pass, as the standard's input ranges: any(area), or begin() == end()

    /// `complete` after the last answer, `tree_changed` after a change of the tree ended the loop, `stopped` until
    /// then.
    quadrille::outcome outcome() const noexcept { return outcome_; }

private:
    void advance() {
        if (watching_.sees_misuse()) {
            end_with(quadrille::outcome::tree_changed);
        } else if (++at_ >= found_.count) {
            refill();
        }
    }
    void refill() {
        at_ = 0;
        bool is_any = false;
        do {
            is_any = source_.fill(found_);
        } while (is_any && found_.count == 0);
        // The walk itself calls user-defined areas.
        if (watching_.sees_misuse()) {
            end_with(quadrille::outcome::tree_changed);
        } else if (!is_any) {
            end_with(quadrille::outcome::complete);
        }
    }
    void end_with(quadrille::outcome end) noexcept {
        outcome_ = end;
        has_ended_ = true;
    }

    QUADRILLE_NO_UNIQUE_ADDRESS kept_question<Question> asked_;
    Make make_;
    Watching watching_;
    Source source_;
    std::uint32_t at_ = 0;
    bool has_begun_ = false;
    bool has_ended_ = false;
    quadrille::outcome outcome_ = quadrille::outcome::stopped;
    typename Source::buffer found_;
};

} // namespace quadrille::detail

#endif
