// Completion in zsh.
// SPDX-License-Identifier: MIT
#include "completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace quadrille::cli::completion {

namespace {

/// Escapes a text for the specifications of _arguments, where colons and brackets have a meaning.
std::string escaped(std::string_view text) {
    std::string safe;
    for (const char each : text) {
        if (each == ':' || each == '[' || each == ']' || each == '\\') {
            safe += '\\';
        }
        safe += each;
    }
    return safe;
}

std::string action_of(const files::option& of) {
    switch (kind_of_value(of)) {
    case kind_of_word::one_of_words: return fmt::format("({})", fmt::join(of.words, " "));
    case kind_of_word::folder: return "_files -/";
    case kind_of_word::file: return "_files";
    case kind_of_word::none: break;
    }
    return "";
}

/// Returns the arguments of _arguments for an option, one per line.
std::string specifications_of(const files::option& of) {
    if (of.is_place()) {
        return fmt::format("                {}\n",
                           in_apostrophes(fmt::format("{}:{}:{}", of.takes_many ? "*" : "", of.name, action_of(of))));
    }
    const bool takes_value = of.is_given == nullptr && !of.value_is_optional;
    const std::vector<std::string> names = of.names();
    std::string lines;
    for (const std::string& name : names) {
        // An option may be given once, and one of its names excludes the others, unless it takes many values.
        const std::string others = of.takes_many ? "*" : fmt::format("({})", fmt::join(names, " "));
        const std::string value = takes_value ? fmt::format(":{}:{}", escaped(of.takes), action_of(of)) : "";
        const char* const joined = !takes_value ? "" : name.starts_with("--") ? "=" : "+";
        lines +=
            fmt::format("                {}\n",
                        in_apostrophes(fmt::format("{}{}{}[{}]{}", others, name, joined, escaped(of.about), value)));
    }
    return lines;
}

/// Adds a backslash at the end of each line but the last.
std::string continued(std::string lines) {
    lines.pop_back();
    std::string all;
    for (const char each : lines) {
        all += each == '\n' ? std::string(" \\\n") : std::string(1, each);
    }
    return all + '\n';
}

} // namespace

std::string for_zsh(const std::vector<verb>& verbs) {
    std::string names;
    std::string cases;
    for (const verb& each : verbs) {
        names += fmt::format("        {}\n", in_apostrophes(each.name + ':' + each.about));
        std::string lines = "                '(-h --help)'{-h,--help}'[Print the help and exit]'\n";
        for (const files::option& of : each.options) {
            lines += of.is_hidden ? "" : specifications_of(of);
        }
        cases +=
            fmt::format("        {})\n            _arguments -s \\\n{}            ;;\n", each.name, continued(lines));
    }
    return fmt::format(R"(#compdef quadrille
# Completion of quadrille for zsh.
_quadrille() {{
    local -a verbs
    verbs=(
{}    )
    if ((CURRENT == 2)); then
        if [[ $words[2] == -* ]]; then
            _arguments '(- *)'{{-h,--help}}'[Print the help and exit]' '(- *)'{{-V,--version}}'[Print the version and exit]'
        else
            _describe -t verbs verb verbs
        fi
        return
    fi
    local verb=$words[2]
    shift words
    ((CURRENT--))
    case $verb in
{}    esac
}}
if [[ $funcstack[1] == _quadrille ]]; then
    _quadrille "$@"
else
    compdef _quadrille quadrille
fi
)",
                       names, cases);
}

} // namespace quadrille::cli::completion
