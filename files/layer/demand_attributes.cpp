// Determines the attributes of files, and reports those that they lack.
// SPDX-License-Identifier: MIT
#include "demand_attributes.hpp"

#include "files/text/errors.hpp"
#include "files/text/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

namespace quadrille::files {

namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> names_of_attributes(const layer& of) {
    std::vector<std::string> names;
    names.reserve(of.attributes.count());
    for (std::size_t which = 0; which < of.attributes.count(); ++which) {
        names.push_back(of.attributes.name(which));
    }
    return names;
}

[[noreturn]] void reject_name(const std::string& name, const std::vector<const layer*>& files) {
    constexpr std::size_t most_shown = 20;
    std::vector<std::string> known;
    for (const layer* const file : files) {
        std::vector<std::string> names = names_of_attributes(*file);
        names.insert(names.end(), file->attributes.others().begin(), file->attributes.others().end());
        std::copy_if(names.begin(), names.end(), std::back_inserter(known),
                     [&](const std::string& each) { return !has(known, each); });
    }
    std::vector<std::string> told;
    for (std::size_t which = 0; which < std::min(known.size(), most_shown); ++which) {
        told.push_back(shown(known[which]));
    }
    throw bad_input(fmt::format("{}: wanted a column {} (--with){}, found {}{}{}", files.front()->name, shown(name),
                                files.size() > 1 ? fmt::format(" here or in {}", files.back()->name) : "",
                                told.empty() ? "none" : fmt::format("{}", fmt::join(told, ", ")),
                                known.size() > most_shown ? ", …" : "", suggestion(name, known)));
}

} // namespace

void demand_attributes(const attribute_wish& wanted, const std::vector<const layer*>& files) {
    if (wanted.empty()) {
        return;
    }
    const auto lacks = [](const layer* file) { return !file->attributes.lacking().empty(); };
    if (std::all_of(files.begin(), files.end(), lacks)) {
        throw bad_input(fmt::format("{}: wanted a file whose shapes have columns (--with), found {}",
                                    files.front()->name, files.front()->attributes.lacking()));
    }
    for (const std::string& name : wanted.names) {
        const auto has_it = [&](const layer* file) { return has(names_of_attributes(*file), name); };
        if (std::none_of(files.begin(), files.end(), has_it)) {
            reject_name(name, files);
        }
    }
}

} // namespace quadrille::files
