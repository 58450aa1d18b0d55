// The walks of several questions in flight: the compiled engine advances them in turn.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BATCH_IN_FLIGHT_HPP
#define QUADRILLE_DETAIL_BATCH_IN_FLIGHT_HPP

#include <quadrille/detail/base/row_of.hpp>
#include <quadrille/detail/engine/batch_walks.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/verify.hpp>
#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <span>

namespace quadrille::detail {

/// Whether several questions of this type can be in flight: those that area walks or casts answer without user code.
template <class Shape, class Question>
concept can_fly = !Question::runs_user_code && requires { typename Question::template source<Shape>::walk_type; };

/// Up to `max_in_flight` questions with the same counters: the walk of each, and a buffer for its answers.
template <class Shape, class Question>
class walks_in_flight {
    using source = typename Question::template source<Shape>;
    using walk_type = typename source::walk_type;
    using buffer = typename source::buffer;

public:
    explicit walks_in_flight(const core<Shape>& in) noexcept : in_(in) {}

    /// Begins another walk.
    template <class Watching>
    void add(const Question& asked, counters* counts, const Watching& watching) {
        if constexpr (is_checked) {
            verify_answers(in_, asked, Question::name, counts != nullptr);
        }
        found_.make(count_);
        source::begin(in_, walks_.make(count_++), asked, counts, watching);
    }
    /// For casts: requests only the first answer of each.
    void want_first() noexcept {
        for (std::size_t which = 0; which < count_; ++which) {
            walks_[which].is_first = true;
        }
    }

    /// Requests only the number of answers. Then a buffer of an area walk is a count of all answers, if none have to be
    /// collected.
    void want_count() noexcept {
        if constexpr (requires { source::can_count(in_, walks_[0]); }) {
            is_count_ = true;
            for (std::size_t which = 0; which < count_; ++which) {
                is_count_ = is_count_ && source::can_count(in_, walks_[which]);
            }
            for (std::size_t which = 0; which < count_; ++which) {
                walks_[which].query.is_count = is_count_;
            }
        }
    }

    /// Calls `take(which, part)` with the answers of each walk, part by part, and then `done(which)`. A walk with more
    /// answers than its buffer holds is continued alone when its turn comes.
    template <class Take, class Done>
    void answer(const Take& take, const Done& done) {
        if (count_ == 1 && !is_count_) {
            source::fill(in_, walks_[0], found_[0]);
        } else {
            batch_walks<Shape>::fill(in_, std::span(walks_.data(), count_), found_.data());
        }
        for (std::size_t which = 0; which < count_; ++which) {
            buffer& found = found_[which];
            for (bool may_go_on = true; may_go_on;) {
                may_go_on = !is_count_ && found.count > buffer::capacity - buffer::overhang;
                source::leave_out(walks_[which], found);
                take(which, found);
                may_go_on = may_go_on && source::fill(in_, walks_[which], found);
            }
            done(which);
        }
    }

private:
    const core<Shape>& in_;
    std::size_t count_ = 0;
    bool is_count_ = false;
    row_of<walk_type, max_in_flight> walks_;
    row_of<buffer, max_in_flight> found_;
};

} // namespace quadrille::detail

#endif
