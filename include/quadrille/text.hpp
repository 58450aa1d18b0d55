// Text, opt-in: `to_string` for every enum; shapes, items and reports for streams and, if it exists, for std::format.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TEXT_HPP
#define QUADRILLE_TEXT_HPP

#include <quadrille/vocabulary.hpp>

#include <charconv>
#include <concepts>
#include <ostream>
#include <string_view>
#include <version>

#ifdef __cpp_lib_format
#include <format>
#include <sstream>
#endif

namespace quadrille {

// `to_string` of errors, sentences, are declared in vocabulary.hpp.

/// The name of a value, for a log.
constexpr const char* to_string(flow decision) noexcept { return decision == flow::next ? "next" : "stop"; }

constexpr const char* to_string(outcome end) noexcept {
    switch (end) {
    case outcome::complete: return "complete";
    case outcome::stopped: return "stopped";
    case outcome::tree_changed: return "tree_changed";
    case outcome::other_period: return "other_period";
    }
    return "unknown outcome";
}

constexpr const char* to_string(update_method method) noexcept {
    switch (method) {
    case update_method::none: return "none";
    case update_method::refit: return "refit";
    case update_method::reinsert: return "reinsert";
    case update_method::rebuild: return "rebuild";
    }
    return "unknown method";
}

/// The result of `validate`: its sentence, or "sound".
constexpr const char* to_string(const fault& found) noexcept { return found ? found.what : "sound"; }

namespace detail {

/// A number in the fewest digits that identify it, whatever the stream's format.
template <class Number>
void write(std::ostream& out, Number number) {
    char digits[32];
    const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, number);
    out.write(digits, end.ptr - digits);
}
/// A list in brackets.
template <class First, class... Rest>
void write_list(std::ostream& out, const First& first, const Rest&... rest);

inline void write(std::ostream& out, const item& which) {
    if (which) {
        write_list(out << "item", which.index, which.generation);
    } else {
        out << "item(null)";
    }
}
inline void write(std::ostream& out, const item_pair& pair) { write_list(out, pair.a, pair.b); }
inline void write(std::ostream& out, const index_pair& pair) { write_list(out, pair.a, pair.b); }
inline void write(std::ostream& out, const close_pair& pair) {
    write_list(out, pair.a, pair.b);
    write(out << " at distance² ", pair.distance2);
}
inline void write(std::ostream& out, const neighbor& one) {
    write(out, one.which);
    write(out << " at distance² ", one.distance2);
}
template <class Scalar>
void write(std::ostream& out, const ray_hit<Scalar>& met) {
    write(out, met.which);
    write(out << " at ", met.fraction);
}

template <class Scalar>
void write(std::ostream& out, const point<Scalar>& shape) {
    write_list(out, shape.x, shape.y);
}
template <class Scalar>
void write(std::ostream& out, const box<Scalar>& shape) {
    write_list(out << "box", shape.min, shape.max);
}
template <class Scalar>
void write(std::ostream& out, const circle<Scalar>& shape) {
    write_list(out << "circle", shape.center, shape.radius);
}
template <class Scalar>
void write(std::ostream& out, const segment<Scalar>& shape) {
    write_list(out << "segment", shape.a, shape.b);
}
template <class Scalar>
void write(std::ostream& out, const ray<Scalar>& shape) {
    write_list(out << "ray", shape.origin, shape.translation);
}

inline void write(std::ostream& out, flow decision) { out << to_string(decision); }
inline void write(std::ostream& out, outcome end) { out << to_string(end); }
inline void write(std::ostream& out, error reason) { out << to_string(reason); }
inline void write(std::ostream& out, update_method method) { out << to_string(method); }
inline void write(std::ostream& out, const fault& found) {
    out << to_string(found);
    if (found) {
        write(out << ", at ", found.where);
    }
}
inline void write(std::ostream& out, const change_report& report) {
    if (!report) {
        out << "rejected: " << to_string(report.error);
        if (report.rejected > 0) {
            write(out << "; bad ones: ", report.rejected);
            write(out << ", the first at ", report.first_rejected);
        }
        return;
    }
    write(out << to_string(report.method) << ", displaced: ", report.displaced);
    write(out << ", reinserted: ", report.reinserted);
}
inline void write(std::ostream& out, const batch_report& report) {
    if (report.error == error::wrong_size) {
        write(out << "rejected: wanted a span of length ", report.wanted);
        write(out << ", found one of length ", report.found);
    } else if (!report) {
        out << "rejected: " << to_string(report.error);
    } else {
        write(out << "answered, results: ", report.found);
    }
}
inline void write(std::ostream& out, save_error reason) { out << to_string(reason); }
inline void write(std::ostream& out, load_error reason) { out << to_string(reason); }
inline void write(std::ostream& out, const save_report& report) {
    if (!report) {
        out << "rejected: " << to_string(report.error) << ", after ";
    }
    write(out, report.bytes);
    out << (report ? " bytes saved" : " bytes");
}
/// A kind of tree, from the bits of a `load_report`.
inline void write_kind(std::ostream& out, std::uint64_t kind) {
    const auto shape = static_cast<std::uint32_t>(kind & 0xFFU);
    const auto width = static_cast<std::uint32_t>(kind >> 8U & 0xFFU);
    out << (shape == 1   ? "point"
            : shape == 2 ? "box"
            : shape == 3 ? "circle"
                         : "unknown shape")
        << '<'
        << (width == 4   ? "float"
            : width == 8 ? "double"
                         : "unknown scalar")
        << '>' << ((kind & load_report::has_values) != 0 ? " with values" : " without values");
}
inline void write(std::ostream& out, const load_report& report) {
    if (report) {
        write(out, report.at);
        out << " bytes loaded";
        return;
    }
    out << to_string(report.error);
    if (report.error == load_error::other_tree) {
        write_kind(out << ": wanted ", report.wanted);
        write_kind(out << ", found ", report.found);
    } else if (report.wanted != report.found) {
        write(out << ": wanted ", report.wanted);
        out << (report.error == load_error::cut_short ? " bytes" : "");
        write(out << ", found ", report.found);
    }
    if (report.broken) {
        write(out << ": ", report.broken);
    }
    if (report.error != load_error::no_memory) {
        write(out << ", at byte ", report.at);
    }
}
inline void write(std::ostream& out, const counters& visited) {
    write(out << "cells: ", visited.cells);
    write(out << ", blocks: ", visited.blocks);
    write(out << ", lanes: ", visited.lanes);
    write(out << ", answers: ", visited.answers);
    write(out << ", pairs: ", visited.pairs);
}

template <class First, class... Rest>
void write_list(std::ostream& out, const First& first, const Rest&... rest) {
    write(out << '(', first);
    (write(out << ", ", rest), ...);
    out << ')';
}

template <class>
inline constexpr bool is_ray_hit = false;
template <class Scalar>
inline constexpr bool is_ray_hit<ray_hit<Scalar>> = true;
template <class>
inline constexpr bool is_stroke = false;
template <class Scalar>
inline constexpr bool is_stroke<segment<Scalar>> = true;
template <class Scalar>
inline constexpr bool is_stroke<ray<Scalar>> = true;

template <class What, class... Others>
concept one_of = (std::same_as<What, Others> || ...);

} // namespace detail

/// Types with `operator<<`: items, pairs, neighbors and ray hits; shapes; enums; faults, reports and counters. Their
/// std::format specification is empty.
template <class What>
concept has_text =
    storable<What> || detail::is_stroke<What> || detail::is_ray_hit<What> ||
    detail::one_of<What, item, item_pair, index_pair, close_pair, neighbor, flow, outcome, error, update_method, fault,
                   change_report, batch_report, save_error, save_report, load_error, load_report, counters>;

template <has_text What>
std::ostream& operator<<(std::ostream& out, const What& what) {
    detail::write(out, what);
    return out;
}

} // namespace quadrille

#ifdef __cpp_lib_format
template <quadrille::has_text What>
struct std::formatter<What> : std::formatter<std::string_view> {
    template <class Context>
    auto format(const What& what, Context& context) const {
        std::ostringstream text;
        text << what;
        return std::formatter<std::string_view>::format(text.view(), context);
    }
};
#endif

#endif
