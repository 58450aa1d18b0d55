// Threads that are waited for where they go out of scope; libc++ has no std::jthread.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_JOINED_THREADS_HPP
#define QUADRILLE_TESTS_JOINED_THREADS_HPP

#include <thread>
#include <utility>
#include <vector>

namespace quadrille::testing {

class joined_threads {
public:
    joined_threads() = default;
    joined_threads(const joined_threads&) = delete;
    joined_threads& operator=(const joined_threads&) = delete;
    ~joined_threads() { join(); }

    template <class Function>
    void start(Function function) {
        threads_.emplace_back(std::move(function));
    }
    void join() {
        for (std::thread& thread : threads_) {
            thread.join();
        }
        threads_.clear();
    }

private:
    std::vector<std::thread> threads_;
};

} // namespace quadrille::testing

#endif
