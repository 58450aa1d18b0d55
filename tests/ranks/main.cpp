// The tests of ranks, on each rank: one prints, any may fail.
// SPDX-License-Identifier: MIT
#include "ranks/every_rank.hpp"

#include <gtest/gtest.h>

int main(int count, char** words) {
    ::testing::InitGoogleTest(&count, words);
    MPI_Init(&count, &words);
    if (quadrille::testing::own_rank() != 0) {
        ::testing::TestEventListeners& listeners = ::testing::UnitTest::GetInstance()->listeners();
        class failures_alone : public ::testing::EmptyTestEventListener {
            void OnTestPartResult(const ::testing::TestPartResult& part) override {
                if (part.failed()) {
                    std::fprintf(stderr, "rank %d: %s:%d: %s\n", quadrille::testing::own_rank(), part.file_name(),
                                 part.line_number(), part.message());
                }
            }
        };
        delete listeners.Release(listeners.default_result_printer());
        listeners.Append(new failures_alone);
    }
    const int result = RUN_ALL_TESTS();
    MPI_Finalize();
    return result;
}
