// Hears what GDAL says of errors and warnings, which it goes on after.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_MODULE_WATCH_HPP
#define QUADRILLE_FILES_GDAL_MODULE_WATCH_HPP

#include <deque>
#include <mutex>
#include <string>

namespace quadrille::files::gdal {

/// What has been said, by whichever thread of GDAL.
class watch {
public:
    /// All that GDAL says from now on is heard here and printed nowhere.
    static watch& installed();

    /// Whether a warning is an error, too: while rows are read, warnings are of values that were lost. Those of rings that are not closed or
    /// are many do not count, as such rings are read as they are.
    void be_strict(bool yes);

    /// The first error since the last call; empty when there was none.
    std::string taken_error();
    /// The warning that was said next; empty when there is none left.
    std::string taken_warning();

    void hear_error(std::string text);
    void hear_warning(std::string text);

private:
    std::mutex guard_;
    bool is_strict_ = false;
    std::string error_;
    std::deque<std::string> warnings_; ///< each sentence once, the first some of them
};

} // namespace quadrille::files::gdal

#endif
