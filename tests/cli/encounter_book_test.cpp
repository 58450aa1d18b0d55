// Encounters from given moments.
// SPDX-License-Identifier: MIT
#include "cli/pairs/encounter_book.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace quadrille::cli {

void PrintTo(const encounter& met, std::ostream* out) {
    *out << met.a << " and " << met.b << " from " << met.from << " to " << met.to << ", closest " << met.closest;
}

} // namespace quadrille::cli

namespace quadrille::test {

namespace {

using cli::encounter;
using cli::encounter_book;
using encounters = std::vector<encounter>;

using some = std::vector<std::uint32_t>;

const std::optional<double> no_longest_pause = std::nullopt;
const some one_and_two = {1, 2};

TEST(encounter_book, without_pairs_is_empty) {
    encounter_book untouched(no_longest_pause);
    EXPECT_EQ(std::move(untouched).finish(), encounters{});
    encounter_book lonely(no_longest_pause);
    lonely.begin_moment(1, one_and_two);
    lonely.begin_moment(2, one_and_two);
    EXPECT_EQ(std::move(lonely).finish(), encounters{});
}

TEST(encounter_book, joins_rows_that_follow_each_other_however_far_apart) {
    encounter_book book(no_longest_pause);
    book.begin_moment(-5, one_and_two);
    book.add(1, 2, 9);
    book.begin_moment(0.5, one_and_two);
    book.add(2, 1, 4);
    book.begin_moment(1000, one_and_two);
    book.add(1, 2, 16);
    EXPECT_EQ(std::move(book).finish(), (encounters{{1, 2, -5, 1000, 4}}));
}

TEST(encounter_book, begins_anew_after_a_moment_apart) {
    encounter_book book(no_longest_pause);
    book.begin_moment(0, one_and_two);
    book.add(1, 2, 1);
    book.begin_moment(1, one_and_two);
    book.begin_moment(2, one_and_two);
    book.add(1, 2, 3);
    book.begin_moment(3, one_and_two);
    book.add(1, 2, 2);
    EXPECT_EQ(std::move(book).finish(), (encounters{{1, 2, 0, 0, 1}, {1, 2, 2, 3, 2}}));
}

TEST(encounter_book, begins_anew_after_a_row_of_one_of_the_two_alone_and_not_of_others) {
    for (const some& between : {some{0}, some{1}, some{2}, some{0, 3}, some{0, 2, 3}}) {
        encounter_book book(no_longest_pause);
        book.begin_moment(0, one_and_two);
        book.add(1, 2, 1);
        book.begin_moment(1, between);
        book.begin_moment(2, one_and_two);
        book.add(1, 2, 3);
        const bool has_own = between.size() != 2 && between.front() + between.back() > 0;
        EXPECT_EQ(std::move(book).finish().size(), has_own ? 2U : 1U);
    }
}

/// Near at 0 and 1, apart at 2 and 3, near at 4.
encounters with_longest_pause(double longest_pause) {
    encounter_book book(longest_pause);
    for (const double t : {0, 1, 2, 3, 4}) {
        book.begin_moment(t, some{3, 7});
        if (t < 2 || t > 3) {
            book.add(3, 7, 10 - t);
        }
    }
    return std::move(book).finish();
}

TEST(encounter_book, bears_a_pause_up_to_the_longest_and_no_longer_whoever_has_rows) {
    EXPECT_EQ(with_longest_pause(3), (encounters{{3, 7, 0, 4, 6}}));
    EXPECT_EQ(with_longest_pause(1e300), (encounters{{3, 7, 0, 4, 6}}));
    EXPECT_EQ(with_longest_pause(2.9), (encounters{{3, 7, 0, 1, 9}, {3, 7, 4, 4, 6}}));
    EXPECT_EQ(with_longest_pause(0), (encounters{{3, 7, 0, 0, 10}, {3, 7, 1, 1, 9}, {3, 7, 4, 4, 6}}));
}

TEST(encounter_book, takes_times_for_the_decimals_that_they_are_written_as) {
    for (const double first : {0.4, 1.2, 2.4, 5.6, 1000.4, -0.8}) {
        const double second = std::round(10 * first + 8) / 10;
        for (const double longest_pause : {0.8, 0.79999}) {
            encounter_book book(longest_pause);
            book.begin_moment(first, one_and_two);
            book.add(1, 2, 0);
            book.begin_moment(second, one_and_two);
            book.add(1, 2, 0);
            EXPECT_EQ(std::move(book).finish().size(), longest_pause == 0.8 ? 1U : 2U) << first << " to " << second;
        }
    }
}

TEST(encounter_book, measures_each_pause_from_the_last_moment_near) {
    encounter_book book(2);
    for (const double t : {0, 1, 2, 3, 4, 5, 6}) {
        book.begin_moment(t, some{0, 1});
        if (t == 0 || t == 2 || t == 4 || t == 6) {
            book.add(0, 1, 1);
        }
    }
    EXPECT_EQ(std::move(book).finish(), (encounters{{0, 1, 0, 6, 1}}));
}

TEST(encounter_book, keeps_pairs_apart_and_in_the_order_of_their_beginning) {
    const some all = {0, 1, 4, 5, 9};
    encounter_book book(no_longest_pause);
    book.begin_moment(0, all);
    book.add(5, 4, 1);
    book.add(1, 9, 2);
    book.add(1, 4, 3);
    book.begin_moment(1, all);
    book.add(4, 5, 0);
    book.add(0, 1, 0);
    EXPECT_EQ(std::move(book).finish(),
              (encounters{{1, 4, 0, 0, 3}, {1, 9, 0, 0, 2}, {4, 5, 0, 1, 0}, {0, 1, 1, 1, 0}}));
}

} // namespace

} // namespace quadrille::test
