// Reads well-known text to compute its bounds.
// SPDX-License-Identifier: MIT
#include "wkt.hpp"

#include "files/text/numbers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <string>
#include <system_error>

namespace quadrille::files {

namespace {

/// A type of geometry, the number of parentheses around its positions, and the kind of its parts.
struct wkt_type {
    std::string_view name;
    int nesting;
    part_kind parts;
};
constexpr std::array<wkt_type, 6> wkt_types = {{{"POINT", 1, part_kind::point},
                                                {"LINESTRING", 1, part_kind::line},
                                                {"MULTIPOINT", 1, part_kind::point}, // or 2
                                                {"POLYGON", 2, part_kind::first_ring},
                                                {"MULTILINESTRING", 2, part_kind::line},
                                                {"MULTIPOLYGON", 3, part_kind::first_ring}}};

constexpr int deepest_wkt_collection = 16;

class wkt_reader {
public:
    wkt_reader(std::string_view text, geometry& drawn) : rest_(text), begin_(text), drawn_(drawn) {}

    std::optional<wkt_extent> read() {
        std::string_view srid;
        if (upper_word() != "SRID") {
            rest_ = begin_;
        } else if (!take('=') || !take_srid(srid)) {
            return std::nullopt;
        }
        if (!take_geometry(0)) {
            return std::nullopt;
        }
        skip_blanks();
        return rest_.empty() ? std::optional(wkt_extent{bounds_, is_point_, srid}) : std::nullopt;
    }

private:
    void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }
    bool take(char wanted) {
        skip_blanks();
        const bool is_there = rest_.starts_with(wanted);
        rest_.remove_prefix(is_there ? 1 : 0);
        return is_there;
    }
    /// An SRID of 0 means that the system is unknown.
    bool take_srid(std::string_view& srid) {
        skip_blanks();
        const std::size_t zeros = std::min(rest_.find_first_not_of('0'), rest_.size());
        const std::size_t end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
        srid = rest_.substr(zeros, end - zeros);
        rest_.remove_prefix(end);
        return end > 0 && take(';');
    }
    std::string upper_word() {
        skip_blanks();
        std::string word;
        while (!rest_.empty() && std::isalpha(static_cast<unsigned char>(rest_[0])) != 0) {
            word += static_cast<char>(std::toupper(static_cast<unsigned char>(rest_[0])));
            rest_.remove_prefix(1);
        }
        return word;
    }

    bool take_geometry(int depth) {
        std::string name = upper_word();
        const std::string_view before = rest_;
        if (const std::string mark = upper_word(); mark == "EMPTY") {
            rest_ = before;
        } else if (!mark.empty() && mark != "Z" && mark != "M" && mark != "ZM") {
            return false;
        }
        for (const char mark : {'M', 'Z'}) { // some programs write POINTZ
            const bool is_known = name == "GEOMETRYCOLLECTION" || type_named(name) != nullptr;
            name.resize(name.size() - (!is_known && name.ends_with(mark) ? 1 : 0));
        }
        is_point_ = depth == 0 && name == "POINT";
        const wkt_type* const type = type_named(name);
        if (type == nullptr && name != "GEOMETRYCOLLECTION") {
            return false;
        }
        if (take_empty()) {
            return true;
        }
        return type != nullptr ? take_positions(*type, type->nesting, type->parts)
                               : depth < deepest_wkt_collection && take_list([&] { return take_geometry(depth + 1); });
    }
    static const wkt_type* type_named(std::string_view name) {
        const auto* const found =
            std::find_if(wkt_types.begin(), wkt_types.end(), [&](const wkt_type& each) { return each.name == name; });
        return found == wkt_types.end() ? nullptr : found;
    }
    bool take_empty() {
        const std::string_view before = rest_;
        const bool is_empty = upper_word() == "EMPTY";
        rest_ = is_empty ? rest_ : before;
        return is_empty;
    }

    template <class Take>
    bool take_list(const Take& take_one) {
        if (!take('(')) {
            return false;
        }
        do {
            if (!take_one()) {
                return false;
            }
        } while (take(','));
        return take(')');
    }
    /// Takes positions within `nesting` parentheses; the next part is of this kind.
    bool take_positions(const wkt_type& type, int nesting, part_kind kind) {
        if (type.name == "POINT") {
            const bool is_whole = take('(') && take_position() && take(')');
            drawn_.end_part(kind);
            return is_whole;
        }
        if (nesting > 1) {
            return take_list([&] {
                const bool is_whole = take_empty() || take_positions(type, nesting - 1, kind);
                kind = nesting == 2 && kind == part_kind::first_ring ? part_kind::further_ring : kind;
                return is_whole;
            });
        }
        const bool may_be_deeper = type.name == "MULTIPOINT";
        const bool is_whole = take_list([&] {
            return take_empty() || (may_be_deeper && take('(') ? take_position() && take(')') : take_position());
        });
        drawn_.end_part(kind);
        return is_whole;
    }
    bool take_position() {
        point<double> at{};
        std::size_t count = 0;
        for (;; ++count) {
            skip_blanks();
            const std::size_t end = std::min(rest_.find_first_of(" \t\r\n,()"), rest_.size());
            double number = 0;
            if (end == 0) {
                break;
            }
            if (count == 4 || read_number(rest_.substr(0, end), number) != std::errc() || !std::isfinite(number)) {
                return false;
            }
            (count == 0 ? at.x : count == 1 ? at.y : number) = number;
            rest_.remove_prefix(end);
        }
        bounds_ = united(bounds_, box<double>{at, at});
        drawn_.vertices.push_back(at);
        return count >= 2;
    }

    std::string_view rest_;
    std::string_view begin_;
    geometry& drawn_;
    box<double> bounds_ = empty_box<double>();
    bool is_point_ = false;
};

} // namespace

std::optional<wkt_extent> wkt_in(std::string_view text, geometry& drawn) {
    drawn.clear();
    return wkt_reader(text, drawn).read();
}

} // namespace quadrille::files
