// Lets the workers print in the order of their parts.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DISK_TURNS_HPP
#define QUADRILLE_CLI_DISK_TURNS_HPP

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace quadrille::cli {

/// Workers take the parts by ascending numbers, so the part whose turn it is always has a worker.
class turns {
public:
    /// Waits until all earlier parts have ended. Returns false if a worker has failed: then no worker prints any more.
    bool wait_for(std::uint32_t part) {
        std::unique_lock lock(one_at_a_time_);
        changed_.wait(lock, [&] { return has_failed_ || part == now_; });
        return !has_failed_;
    }
    /// Call it when the part's turn has come.
    void end() {
        const std::lock_guard lock(one_at_a_time_);
        ++now_;
        changed_.notify_all();
    }
    void fail() {
        const std::lock_guard lock(one_at_a_time_);
        has_failed_ = true;
        changed_.notify_all();
    }

private:
    std::mutex one_at_a_time_;
    std::condition_variable changed_;
    std::uint32_t now_ = 0;
    bool has_failed_ = false;
};

} // namespace quadrille::cli

#endif
