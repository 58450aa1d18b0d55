// Compares words by their edit distance.
// SPDX-License-Identifier: MIT
#include "suggest.hpp"

#include "errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quadrille::files {

std::size_t edit_distance(std::string_view one, std::string_view other) {
    // Three rows of the table of distances between prefixes (optimal string alignment).
    std::vector<std::size_t> before_last(other.size() + 1);
    std::vector<std::size_t> last(other.size() + 1);
    std::vector<std::size_t> row(other.size() + 1);
    for (std::size_t at = 0; at <= other.size(); ++at) {
        row[at] = at;
    }
    for (std::size_t i = 1; i <= one.size(); ++i) {
        before_last.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= other.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1]) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
    }
    return row.back();
}

namespace {

std::string in_lower_case(std::string_view word) {
    std::string lower(word);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return lower;
}

} // namespace

std::string suggestion(std::string_view word, const std::vector<std::string>& words) {
    constexpr std::size_t longest_word = 64;
    const std::size_t letters = word.size() - std::min(word.size(), word.find_first_not_of('-'));
    if (word.size() > longest_word || letters < 2) {
        return {};
    }
    const std::string lower = in_lower_case(word);
    const std::string* best = nullptr;
    std::size_t least = std::max<std::size_t>(1, letters / 3) + 1;
    for (const std::string& each : words) {
        if (const std::size_t distance = edit_distance(lower, each); distance < least) {
            least = distance;
            best = &each;
        }
    }
    if (best == nullptr) {
        const auto begins = [&](const std::string& each) { return each.starts_with(lower); };
        const auto first = std::find_if(words.begin(), words.end(), begins);
        const bool is_only = first != words.end() && std::find_if(first + 1, words.end(), begins) == words.end();
        best = is_only ? &*first : nullptr;
    }
    return best == nullptr ? std::string() : fmt::format("; did you mean '{}'?", *best);
}

std::string in_quotes(std::string_view word) {
    if (word.empty()) {
        return "''";
    }
    std::string text = shown(word);
    text.front() = '\'';
    text[text.rfind('"')] = '\'';
    return text;
}

} // namespace quadrille::files
