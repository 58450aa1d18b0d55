// Reads the recorded results of changes, which recorded_changes.hpp writes.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RECORDINGS_RECORDED_RESULTS_HPP
#define QUADRILLE_DETAIL_RECORDINGS_RECORDED_RESULTS_HPP

#include <quadrille/detail/recordings/record_reader.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstdint>

namespace quadrille::detail {

struct recorded_result {
    quadrille::error error = quadrille::error::none;
    /// For a new item its index and handle; for several items either the numbers displaced and reinserted, or the
    /// number rejected and the first rejected one.
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    /// `Result` is the return type of the verb.
    template <class Result>
    bool read(record_reader& in) {
        std::uint8_t bits = 0;
        const bool is_there = in.byte(bits);
        error = static_cast<quadrille::error>(bits & 0xFU); // the other bits are the method
        if constexpr (std::same_as<Result, change_report>) {
            return is_there && is_known(in) && read_words(in);
        } else if constexpr (std::same_as<Result, item>) {
            return is_there && is_known(in) && (error != error::none || (in.whole(first) && in.whole(second)));
        } else {
            return is_there && is_known(in);
        }
    }

private:
    bool is_known(record_reader& in) const {
        return error <= error::bad_period || in.reject("an error of no such kind");
    }
    bool read_words(record_reader& in) {
        std::uint32_t words[2];
        const bool is_there = in.word(words[0]) && in.word(words[1]);
        if (is_there) {
            first = words[0];
            second = words[1];
        }
        return is_there;
    }
};

} // namespace quadrille::detail

#endif
