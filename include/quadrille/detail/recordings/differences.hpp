// The results of an operation in a replay, and their differences from the recorded ones.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RECORDINGS_DIFFERENCES_HPP
#define QUADRILLE_DETAIL_RECORDINGS_DIFFERENCES_HPP

#include <quadrille/detail/recordings/recorded_results.hpp>
#include <quadrille/detail/recordings/records.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cstdint>

namespace quadrille::detail {

/// Writes the results and the first difference into the present operation.
template <class Operation>
class differences {
public:
    explicit differences(Operation& present) noexcept : now_(present) {}

    /// The hash of all results, in order.
    std::uint32_t hash() const noexcept { return all_.in_order; }

    /// A result that was not recorded.
    void found(std::uint64_t number) noexcept {
        now_.items = number;
        all_.add(number);
    }
    void of_number(std::uint64_t recorded, std::uint64_t number) noexcept {
        found(number);
        differ_unless_equal(recorded, number);
    }
    void of_answers(const answer_hash& recorded, answer_hash found) noexcept {
        found.complete();
        now_.items = std::max<std::uint64_t>(now_.items, found.count);
        all_.add(found.count);
        all_.add(found.in_order);
        if (found != recorded) {
            now_.is_in_other_order = found.count == recorded.count && found.in_any_order == recorded.in_any_order;
            differ(recorded.count, found.count);
        }
    }

    /// The result of a change. `reason` is why it was rejected, if the result does not contain the reason.
    void of_result(const recorded_result& recorded, bool is_done, error reason) noexcept {
        compare_error(recorded.error, is_done ? error::none : reason);
    }
    void of_result(const recorded_result& recorded, item made, error reason) noexcept {
        of_result(recorded, static_cast<bool>(made), reason);
        all_.add(unmarked(made));
        if (now_.is_equal && made && unmarked(made) != recorded.second) {
            differ(recorded.first, made.index);
        }
    }
    void of_result(const recorded_result& recorded, const change_report& report, error) noexcept {
        now_.method = report.method;
        now_.reinserted = report.reinserted;
        compare_error(recorded.error, report.error);
        const std::uint32_t first = report ? report.displaced : report.rejected;
        all_.add(first);
        differ_unless_equal(recorded.first, first);
        differ_unless_equal(recorded.second, report ? report.reinserted : report.first_rejected);
    }

private:
    void compare_error(error recorded, error found) noexcept {
        now_.error = found;
        all_.add(static_cast<std::uint64_t>(found));
        differ_unless_equal(static_cast<std::uint64_t>(recorded), static_cast<std::uint64_t>(found));
    }
    void differ_unless_equal(std::uint64_t recorded, std::uint64_t found) noexcept {
        if (found != recorded) {
            differ(recorded, found);
        }
    }
    void differ(std::uint64_t recorded, std::uint64_t found) noexcept {
        if (now_.is_equal) {
            now_.is_equal = false;
            now_.recorded = recorded;
            now_.found = found;
        }
    }

    Operation& now_;
    answer_hash all_;
};

} // namespace quadrille::detail

#endif
