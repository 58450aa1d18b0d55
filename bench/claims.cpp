// Reads claims.txt: lines of fields separated by |; the first line names the fields.
// SPDX-License-Identifier: MIT
#include "claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace quadrille::bench {
namespace {

/// The columns of the machines are between these two.
constexpr std::string_view before_machines = "theirs";
constexpr std::string_view after_machines = "ns";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> fields;
    for (std::size_t first = 0; first <= text.size();) {
        const std::size_t end = std::min(text.find(separator, first), text.size());
        fields.push_back(trimmed(text.substr(first, end - first)));
        first = end + 1;
    }
    return fields;
}

template <class Number>
Number number_from(std::string_view text) {
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stopped != end || !(number > 0)) {
        throw std::runtime_error(fmt::format("wanted a number above 0, found \"{}\"", text));
    }
    return number;
}

std::optional<double> number_if_any(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(number_from<double>(text));
}

/// Reads "2", "100000; side=2", or "1; cold", for example.
void read_size(claim& one, std::string_view text) {
    for (const std::string_view part : split(text, ';')) {
        const std::size_t equals = part.find('=');
        if (part == "cold") {
            one.is_cold = true;
        } else if (equals != std::string_view::npos) {
            one.where.push_back(
                {std::string(trimmed(part.substr(0, equals))), number_from<double>(trimmed(part.substr(equals + 1)))});
        } else {
            one.size = number_if_any(part);
        }
    }
}

/// Reads "boost_rtree", or "figure bytes_per_item", for example.
void read_theirs(claim& one, std::string_view text) {
    constexpr std::string_view before_figure = "figure ";
    if (text.starts_with(before_figure)) {
        one.figure = trimmed(text.substr(before_figure.size()));
    } else {
        one.theirs = text;
    }
}

/// Reads "1.2", or "1.2-1.4", for example.
ratios ratios_from(std::string_view text) {
    const auto fields = split(text, '-');
    const ratios both = {number_from<double>(fields.front()), number_from<double>(fields.back())};
    if (fields.size() > 2 || both.low > both.high) {
        throw std::runtime_error(fmt::format("wanted the least and the most, found \"{}\"", text));
    }
    return both;
}

void include(claim& one, std::string_view machine, const ratios& measured) {
    one.machines.emplace_back(machine);
    one.measured = one.measured
                       ? ratios{std::min(one.measured->low, measured.low), std::max(one.measured->high, measured.high)}
                       : measured;
}

/// The fields of a line.
class fields {
public:
    fields(const std::vector<std::string_view>& names, const std::vector<std::string_view>& values)
        : names_(names), values_(values) {
        if (values.size() != names.size()) {
            throw std::runtime_error(fmt::format("wanted {} fields, found {}", names.size(), values.size()));
        }
    }

    std::string_view operator[](std::string_view name) const { return values_[place_of(name)]; }

    std::size_t place_of(std::string_view name) const {
        const auto found = std::find(names_.begin(), names_.end(), name);
        if (found == names_.end()) {
            throw std::runtime_error(fmt::format("wanted a field named {}, found none", name));
        }
        return static_cast<std::size_t>(found - names_.begin());
    }

    claim read() const {
        const fields& own = *this;
        claim one{.table = std::string(own["table"]),
                  .row = std::string(own["row"]),
                  .column = std::string(own["column"]),
                  .task = std::string(own["task"]),
                  .count = number_from<std::uint32_t>(own["count"]),
                  .ours = std::string(own["ours"]),
                  .goal = number_if_any(own["goal"])};
        read_size(one, own["size"]);
        read_theirs(one, own["theirs"]);
        const auto kind = scenes::kind_from(own["scene"]);
        if (!kind) {
            throw std::runtime_error(fmt::format("wanted a scene, found \"{}\"", own["scene"]));
        }
        one.kind = *kind;
        for (std::size_t i = place_of(before_machines) + 1; i < place_of(after_machines); ++i) {
            if (!values_[i].empty()) {
                include(one, names_[i], ratios_from(values_[i]));
            }
        }
        if (one.measured.has_value() == one.is_time()) {
            throw std::runtime_error("wanted a ratio of two subjects, or none of one");
        }
        return one;
    }

private:
    const std::vector<std::string_view>& names_;
    const std::vector<std::string_view>& values_;
};

} // namespace

std::vector<claim> claims_from(std::string_view text, std::string_view file) {
    std::vector<claim> all;
    std::vector<std::string_view> names;
    std::size_t number = 0;
    for (const std::string_view line : split(text, '\n')) {
        ++number;
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const auto values = split(line, '|');
        if (names.empty()) {
            names = values;
            continue;
        }
        try {
            all.push_back(fields(names, values).read());
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(fmt::format("{}:{}: {}", file, number, error.what()));
        }
    }
    if (all.empty()) {
        throw std::runtime_error(fmt::format("{}: wanted a line of names and lines of claims, found none", file));
    }
    return all;
}

} // namespace quadrille::bench
