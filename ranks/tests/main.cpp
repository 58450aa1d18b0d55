// The tests of ranks, on each rank: one prints, any may fail.
// SPDX-License-Identifier: MIT
#include "every_rank.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#if defined __SANITIZE_ADDRESS__
#define QUADRILLE_LOOKS_FOR_LEAKS
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define QUADRILLE_LOOKS_FOR_LEAKS
#endif
#endif
#ifdef QUADRILLE_LOOKS_FOR_LEAKS
#include <sanitizer/lsan_interface.h>

// What MPI has loaded stays, or nobody could tell whose what it has left behind is.
extern "C" int dlclose(void*) { return 0; }
#endif

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
    int result = RUN_ALL_TESTS();
#ifdef QUADRILLE_LOOKS_FOR_LEAKS
    // What MPI keeps is known by the libraries that it has loaded; at its end they are gone.
    result = __lsan_do_recoverable_leak_check() == 0 ? result : 1;
    MPI_Finalize();
    std::_Exit(result);
#else
    MPI_Finalize();
    return result;
#endif
}
