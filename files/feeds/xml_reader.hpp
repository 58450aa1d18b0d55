// Reads XML: elements with their attributes, one after the other.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_FEEDS_XML_READER_HPP
#define QUADRILLE_FILES_FEEDS_XML_READER_HPP

#include "files/bytes/text_file.hpp"
#include "files/rows/row_sink.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace quadrille::files {

class xml_reader;

struct xml_element {
    std::string_view name;
    const char* const* attributes; ///< names and values in turn, up to a null pointer
    std::size_t depth;             ///< 0 for the root

    /// Returns the value of an attribute; null if there is none of this name.
    const char* find(std::string_view attribute) const noexcept {
        for (const char* const* each = attributes; *each != nullptr; each += 2) {
            if (*each == attribute) {
                return each[1];
            }
        }
        return nullptr;
    }
};

/// Receives the content of a file. The arguments of `begin` and `text` are valid until the call returns.
class xml_sink {
public:
    xml_sink() = default;
    xml_sink(const xml_sink&) = delete;
    xml_sink& operator=(const xml_sink&) = delete;
    virtual ~xml_sink() = default;

    virtual void begin(const xml_reader& at, const xml_element& element) = 0;
    virtual void end(const xml_reader& at, std::string_view name) = 0;
    /// Receives a part of the text of the element that has begun last. There may be more parts.
    virtual void text(const xml_reader& at, std::string_view part) = 0;
};

/// Reads an XML file in any encoding that expat knows. Rejects text that is not well-formed. Also rejects what lets a
/// small file need much memory: a document type (entities need one), elements nested more than 100 deep, and tags of
/// more than a megabyte. The memory does not depend on the length of the file.
class xml_reader {
public:
    explicit xml_reader(text_file file) : file_(std::move(file)) {}

    /// Throws `bad_input`, and passes on the exceptions of the sink.
    void read(xml_sink& into);

    const std::string& file_name() const noexcept { return file_.name(); }
    /// Returns where the current element begins or ends.
    row_place place() const noexcept;
    [[noreturn]] void reject(std::string_view wanted, std::string_view found) const;

private:
    text_file file_;
    void* parser_ = nullptr; ///< the parser of expat while it reads
};

} // namespace quadrille::files

#endif
