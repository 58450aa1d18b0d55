// Records the errors and warnings after which GDAL continues.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_WATCH_HPP
#define QUADRILLE_FILES_GDAL_MODULE_WATCH_HPP

#include <deque>
#include <mutex>
#include <string>

namespace quadrille::files::gdal {

/// The messages of all threads of GDAL.
class watch {
public:
    /// From now on all messages of GDAL are recorded here, and none is printed.
    static watch& installed();

    /// Sets whether warnings are errors, too: during the reading of rows a warning means that a value was lost.
    /// Warnings about rings that are not closed, or are many, do not count: such rings are read as they are.
    void be_strict(bool yes);

    /// Returns the first error since the last call; empty if there was none.
    std::string taken_error();
    /// Returns the next warning; empty if there is none left.
    std::string taken_warning();

    void hear_error(std::string text);
    void hear_warning(std::string text);

private:
    std::mutex guard_;
    bool is_strict_ = false;
    std::string error_;
    std::deque<std::string> warnings_; ///< each message once; only the first messages are kept
};

} // namespace quadrille::files::gdal

#endif
