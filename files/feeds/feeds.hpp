// What other programs write of things that move: SUMO's positions and GPX, both of them XML.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_FEEDS_FEEDS_HPP
#define QUADRILLE_FILES_FEEDS_FEEDS_HPP

#include "files/layer/readers.hpp"
#include "xml_reader.hpp"

#include <memory>
#include <string_view>

namespace quadrille::files {

/// Takes a file of one kind, from its root on.
class feed : public xml_sink {
protected:
    /// Has `take` take what is one thing of many: what is wrong is passed over, if there is who takes such, else it ends the reading.
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
/// GPX. What of it has no place among positions is left out, and told.
std::unique_ptr<feed> gpx_feed(row_sink& into, const reading& how, file_report& report);

} // namespace quadrille::files

#endif
