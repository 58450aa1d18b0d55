// Reports that the command was built without expat when it is given XML.
// SPDX-License-Identifier: MIT
#include "files/text/errors.hpp"
#include "xml_reader.hpp"

namespace quadrille::files {

void xml_reader::read(xml_sink&) {
    parser_ = nullptr; // there is no parser
    reject("", "");
}

row_place xml_reader::place() const noexcept { return {1, 1}; }

void xml_reader::reject(std::string_view, std::string_view) const {
    throw failure(file_name() +
                  ": this quadrille was built without expat, by which it reads XML (SUMO, GPX); with it there (Debian, "
                  "Ubuntu: libexpat1-dev), build it again");
}

} // namespace quadrille::files
