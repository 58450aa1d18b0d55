// The bytes of a recording.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RUNS_RECORDING_SOURCE_HPP
#define QUADRILLE_CLI_RUNS_RECORDING_SOURCE_HPP

#include "files/bytes/text_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace quadrille::cli {

/// The bytes of a file. The preamble is kept, and passed again to each replay that is tried.
class recording_source {
public:
    explicit recording_source(const std::string& path) : file_(path) {}

    const std::string& name() const noexcept { return file_.name(); }
    void begin_again() noexcept { given_ = read_ = 0; }
    /// Returns the number of bytes that have been read since the beginning.
    std::uint64_t bytes() const noexcept { return read_; }

    std::size_t operator()(std::span<std::byte> wanted) {
        if (given_ == kept_.size() && chunk_.empty()) {
            chunk_ = file_.next_chunk();
            if (kept_.size() < max_kept && !chunk_.empty()) {
                const std::size_t count = std::min(chunk_.size(), max_kept - kept_.size());
                kept_.append(chunk_.substr(0, count));
                chunk_.remove_prefix(count);
            }
        }
        std::string_view from = chunk_;
        if (given_ < kept_.size()) {
            from = std::string_view(kept_).substr(given_);
        }
        const std::size_t count = std::min(from.size(), wanted.size());
        std::copy_n(reinterpret_cast<const std::byte*>(from.data()), count, wanted.begin());
        if (given_ < kept_.size()) {
            given_ += count;
        } else {
            chunk_.remove_prefix(count);
        }
        read_ += count;
        return count;
    }

private:
    static constexpr std::size_t max_kept = 32; ///< the preamble

    files::text_file file_;
    std::string kept_;
    std::size_t given_ = 0;
    std::uint64_t read_ = 0;
    std::string_view chunk_;
};

} // namespace quadrille::cli

#endif
