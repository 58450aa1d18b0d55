// XML files about things that move: the positions of SUMO, and GPX.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_FEEDS_FEEDS_HPP
#define QUADRILLE_FILES_FEEDS_FEEDS_HPP

#include "files/layer/readers.hpp"
#include "xml_reader.hpp"

#include <memory>
#include <string_view>

namespace quadrille::files {

/// Takes a file of one kind, from its root element on.
class feed : public xml_sink {
protected:
    /// Calls `take` for one element of many. If it throws `bad_row`, the element goes to `passed_over`; if that is
    /// null, the exception ends the reading.
    template <class Take>
    static void take_one(bad_rows* passed_over, const Take& take) {
        try {
            take();
        } catch (const bad_row& wrong) {
            if (passed_over == nullptr) {
                throw;
            }
            passed_over->add(wrong);
        }
    }
};

/// SUMO's floating car data: `<fcd-export>`.
std::unique_ptr<feed> fcd_feed(row_sink& into, const reading& how, file_report& report);
/// GPX. The feed leaves out elements that cannot be positions, and reports them.
std::unique_ptr<feed> gpx_feed(row_sink& into, const reading& how, file_report& report);

} // namespace quadrille::files

#endif
