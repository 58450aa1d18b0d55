// Reads XML by expat; no exception may pass through expat.
// SPDX-License-Identifier: MIT
#include "xml_reader.hpp"

#include "files/rows/bad_rows.hpp"
#include "files/text/errors.hpp"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>

namespace quadrille::files {

namespace {

constexpr std::size_t deepest_element = 100;
constexpr std::size_t longest_token = 1 << 20; // expat parses a longer token again with each chunk that it receives

struct parser_freer {
    void operator()(XML_Parser parser) const noexcept { XML_ParserFree(parser); }
};
using parser_owner = std::unique_ptr<std::remove_pointer_t<XML_Parser>, parser_freer>;

/// Newer versions of expat have these calls, and deprecate the others.
template <class Parser>
row_place place_of(Parser parser) noexcept {
    if constexpr (requires { XML_GetCurrentLineNumber64(parser); }) {
        return {XML_GetCurrentLineNumber64(parser), XML_GetCurrentColumnNumber64(parser) + 1};
    } else {
        return {XML_GetCurrentLineNumber(parser), XML_GetCurrentColumnNumber(parser) + 1};
    }
}

/// The state of expat's callbacks: the sink, and the exception that it threw.
struct told {
    const xml_reader& at;
    xml_sink& into;
    XML_Parser parser;
    std::size_t depth = 0;
    std::size_t silent_bytes = 0; ///< bytes that were parsed without a callback
    std::string prefix = {};      ///< the namespace prefix of the root element, with its colon
    std::exception_ptr thrown = {};

    /// Returns the name without the prefix of the root's namespace. Names in other namespaces keep their prefix.
    std::string_view local(std::string_view name) const noexcept {
        name.remove_prefix(name.starts_with(prefix) ? prefix.size() : 0);
        return name;
    }

    template <class Work>
    static void take(void* data, const Work& work) noexcept {
        told& own = *static_cast<told*>(data);
        own.silent_bytes = 0;
        if (own.thrown != nullptr) {
            return; // expat may still end an element that it has begun
        }
        try {
            work(own);
        } catch (...) {
            own.thrown = std::current_exception();
            XML_StopParser(own.parser, XML_FALSE);
        }
    }
};

void XMLCALL begin_element(void* data, const char* name, const char** attributes) {
    told::take(data, [&](told& own) {
        if (own.depth > deepest_element) {
            own.at.reject(fmt::format("elements in {} others at most", deepest_element), "more");
        }
        if (own.depth == 0) {
            own.prefix = std::string_view(name).substr(0, std::string_view(name).find(':') + 1);
        }
        own.into.begin(own.at, {own.local(name), attributes, own.depth});
        ++own.depth;
    });
}

void XMLCALL end_element(void* data, const char* name) {
    told::take(data, [&](told& own) {
        --own.depth;
        own.into.end(own.at, own.local(name));
    });
}

void XMLCALL take_text(void* data, const char* text, int size) {
    told::take(data, [&](told& own) { own.into.text(own.at, {text, static_cast<std::size_t>(size)}); });
}

void XMLCALL reject_type(void* data, const char* name, const char*, const char*, int) {
    told::take(data, [&](told& own) {
        own.at.reject("XML without a document type", fmt::format("<!DOCTYPE {}", shown(name)));
    });
}

/// Defines an encoding that expat does not know and Windows uses.
int XMLCALL find_encoding(void*, const char* name, XML_Encoding* found) {
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
    if (lower != "windows-1252" && lower != "cp1252") {
        return XML_STATUS_ERROR;
    }
    for (int byte = 0; byte < 256; ++byte) {
        const auto character = static_cast<int>(latin1_character(static_cast<unsigned char>(byte)));
        found->map[byte] = character == 0 && byte != 0 ? -1 : character;
    }
    found->convert = nullptr;
    return XML_STATUS_OK;
}

/// Skips comments and the like.
void XMLCALL pass_over(void* data, const char*, int) {
    told::take(data, [](told&) {});
}

} // namespace

void xml_reader::read(xml_sink& into) {
    const parser_owner parser(XML_ParserCreate(file_.is_utf16() ? "UTF-8" : nullptr));
    if (parser == nullptr) {
        throw std::bad_alloc();
    }
    parser_ = parser.get();
    told calls{*this, into, parser.get()};
    XML_SetUserData(parser.get(), &calls);
    XML_SetElementHandler(parser.get(), begin_element, end_element);
    XML_SetCharacterDataHandler(parser.get(), take_text);
    XML_SetStartDoctypeDeclHandler(parser.get(), reject_type);
    XML_SetDefaultHandler(parser.get(), pass_over);
    XML_SetUnknownEncodingHandler(parser.get(), find_encoding, nullptr);
    for (;;) {
        const std::string_view some = file_.next_chunk();
        static_assert(text_file::sample_bytes <= std::numeric_limits<int>::max());
        calls.silent_bytes += some.size();
        const auto status = XML_Parse(parser.get(), some.data(), static_cast<int>(some.size()), some.empty());
        if (calls.thrown != nullptr) {
            std::rethrow_exception(calls.thrown);
        }
        if (status != XML_STATUS_OK) {
            const XML_Error code = XML_GetErrorCode(parser.get());
            if (code == XML_ERROR_NO_MEMORY) {
                throw std::bad_alloc();
            }
            reject("well-formed XML", XML_ErrorString(code));
        }
        if (calls.silent_bytes > longest_token) {
            reject(fmt::format("tags of at most {} bytes", longest_token), "a longer one");
        }
        if (some.empty()) {
            return;
        }
    }
}

row_place xml_reader::place() const noexcept { return place_of(static_cast<XML_Parser>(parser_)); }

void xml_reader::reject(std::string_view wanted, std::string_view found) const {
    const row_place at = place();
    throw bad_row(at, fmt::format("{}:{}:{}: wanted {}, found {}", file_name(), at.line, at.column, wanted, found));
}

} // namespace quadrille::files
