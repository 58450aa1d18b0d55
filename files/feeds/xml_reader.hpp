// XML as a file has it: elements with their attributes, one after the other.
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
    const char* const* attributes; ///< names and values by turns, up to a null
    std::size_t depth;             ///< 0 of the root

    /// The value of an attribute; null where it has none of this name.
    const char* find(std::string_view attribute) const noexcept {
        for (const char* const* each = attributes; *each != nullptr; each += 2) {
            if (*each == attribute) {
                return each[1];
            }
        }
        return nullptr;
    }
};

/// Who takes what a file says. What `begin` and `text` are given lasts until they return.
class xml_sink {
public:
    xml_sink() = default;
    xml_sink(const xml_sink&) = delete;
    xml_sink& operator=(const xml_sink&) = delete;
    virtual ~xml_sink() = default;

    virtual void begin(const xml_reader& at, const xml_element& element) = 0;
    virtual void end(const xml_reader& at, std::string_view name) = 0;
    /// A part of the text of the element that has begun last; there may be more.
    virtual void text(const xml_reader& at, std::string_view part) = 0;
};

/// Reads a file of XML, in any of the encodings that expat knows. What is not well-formed is rejected, and so is what could make a small file
/// a large one or take the memory of its depth: a document type, which entities need, elements in more than 100 others, tags of more than a
/// megabyte. Memory does not depend on the length of the file.
class xml_reader {
public:
    explicit xml_reader(text_file file) : file_(std::move(file)) {}

    /// Throws `bad_input`, and what the sink throws.
    void read(xml_sink& into);

    const std::string& file_name() const noexcept { return file_.name(); }
    /// Where the element begins or ends that is told just now.
    row_place place() const noexcept;
    [[noreturn]] void reject(std::string_view wanted, std::string_view found) const;

private:
    text_file file_;
    void* parser_ = nullptr; ///< expat's, while it reads
};

} // namespace quadrille::files

#endif
