// Parses JSON, and parses it again to find the place of what was found wrong in it.
// SPDX-License-Identifier: MIT
#include "json_text.hpp"

#include "errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <ios>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

namespace quadrille::cli {

namespace {

using nlohmann::json;

/// How much of the text the parser has taken. A stream is read by it byte by byte, so this is exact; but a number's end
/// is known by the byte after it.
std::size_t offset_in(std::istringstream& stream) {
    return static_cast<std::size_t>(std::streamoff(stream.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in)));
}

/// Where the token after `end`, the end of the token before, begins.
std::size_t start_of_token(std::string_view text, std::size_t end) {
    return std::min(text.find_first_not_of(" \t\r\n,:", end), text.size());
}

/// Follows the events of a parser to one value and notes its place.
class place_finder final : public nlohmann::json_sax<json> {
public:
    place_finder(std::string_view text, std::istringstream& stream, const json_step& wanted)
        : text_(text), stream_(stream) {
        for (const json_step* step = &wanted; step->above != nullptr; step = step->above) {
            wanted_.push_back(step);
        }
        std::reverse(wanted_.begin(), wanted_.end());
    }

    std::size_t found() const noexcept { return found_; }

    bool null() override { return scalar(); }
    bool boolean(bool) override { return scalar(); }
    bool number_integer(json::number_integer_t) override { return scalar(); }
    bool number_unsigned(json::number_unsigned_t) override { return scalar(); }
    bool number_float(json::number_float_t, const std::string&) override { return scalar(); }
    bool string(std::string&) override { return scalar(); }
    bool binary(json::binary_t&) override { return scalar(); }
    bool start_object(std::size_t) override { return open(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(std::string& name) override {
        name_ = name;
        end_ = offset_in(stream_);
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

private:
    /// True when the value that comes now is the wanted one; `on_way_` then says so of what it stands in, too.
    bool arrives() {
        const std::size_t depth = indices_.size();
        if (depth == 0) {
            on_way_ = true;
        } else if (on_way_depth_ == depth) {
            const json_step& step = *wanted_[depth - 1];
            on_way_ = step.name.empty() ? indices_.back() == step.index : name_ == step.name;
        } else {
            on_way_ = false;
        }
        if (depth > 0) {
            ++indices_.back();
        }
        const std::size_t start = start_of_token(text_, end_);
        end_ = offset_in(stream_);
        if (on_way_ && depth == wanted_.size()) {
            found_ = start;
            return true;
        }
        return false;
    }
    bool scalar() { return !arrives(); }
    bool open() {
        if (arrives()) {
            return false;
        }
        if (on_way_) {
            ++on_way_depth_;
        }
        indices_.push_back(0);
        return true;
    }
    bool close() {
        indices_.pop_back();
        end_ = offset_in(stream_);
        return true;
    }

    std::string_view text_;
    std::istringstream& stream_;
    std::vector<const json_step*> wanted_;
    std::vector<std::size_t> indices_; ///< for each open container, how many values it has had
    std::size_t on_way_depth_ = 0;     ///< how many of the open containers are on the way to the wanted value
    bool on_way_ = false;
    std::string name_;
    std::size_t end_ = 0;
    std::size_t found_ = 0;
};

/// What the parser says, without what we know better: its own name, the place, and the text.
std::string sentence_of(const json::exception& error) {
    std::string_view said = error.what();
    said.remove_prefix(std::min(said.find("syntax error"), said.size()));
    return "a " + std::string(said.substr(0, said.find("; last read")));
}

} // namespace

json_text::json_text(text_file file) : file_(std::move(file)) {
    while (file_.append_line(text_, most_bytes)) {
        if (text_.size() > most_bytes) {
            throw bad_input(fmt::format("{}: wanted JSON of at most {} bytes, found more", file_name(), most_bytes));
        }
    }
    if (text_.starts_with(byte_order_mark)) {
        text_.erase(0, byte_order_mark.size());
    }
    if (const std::size_t at = first_non_text(text_); at != std::string::npos) {
        refuse_offset(at, "UTF-8 text", fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(text_[at])));
    }

    std::istringstream stream(text_);
    std::vector<std::set<std::string>> names; // of each open object
    const auto demand_unique_names = [&](int, json::parse_event_t event, json& value) {
        if (event == json::parse_event_t::object_start) {
            names.emplace_back();
        } else if (event == json::parse_event_t::object_end) {
            names.pop_back();
        } else if (event == json::parse_event_t::key) {
            const auto& name = value.get_ref<const std::string&>();
            if (!names.back().insert(name).second) {
                const std::size_t opening_quote = text_.rfind('"', offset_in(stream) - 2);
                refuse_offset(opening_quote, "each member once", fmt::format("{} again", shown(name)));
            }
        }
        return true;
    };
    try {
        root_ = json::parse(stream, demand_unique_names);
    } catch (const json::parse_error& error) {
        refuse_offset(error.byte > 0 ? error.byte - 1 : 0, "JSON", sentence_of(error));
    } catch (const json::out_of_range&) {
        constexpr std::string_view of_number = "0123456789+-.eE";
        const std::size_t last = text_.find_last_of(of_number, offset_in(stream) - 1);
        const std::size_t first = text_.find_last_not_of(of_number, last) + 1;
        refuse_offset(first, "a number that a double can hold", shown(text_.substr(first, last + 1 - first)));
    }
}

void json_text::refuse(const json_step& place, std::string_view wanted, std::string_view found) const {
    std::istringstream stream(text_);
    place_finder finder(text_, stream, place);
    json::sax_parse(stream, &finder);
    refuse_offset(finder.found(), wanted, found);
}

void json_text::refuse_offset(std::size_t at, std::string_view wanted, std::string_view found) const {
    const text_place place = place_in(text_, at);
    throw bad_input(
        fmt::format("{}:{}:{}: wanted {}, found {}", file_name(), place.lines_before + 1, place.column, wanted, found));
}

std::string shown_json(const json& value) {
    if (value.is_string()) {
        return value.get_ref<const std::string&>().empty() ? "an empty string"
                                                           : shown(value.get_ref<const std::string&>());
    }
    if (value.is_structured()) {
        return fmt::format("an {}{}", value.empty() ? "empty " : "", value.type_name());
    }
    return value.dump();
}

} // namespace quadrille::cli
