// Completion in bash (3.2 or later).
// SPDX-License-Identifier: MIT
#include "completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace quadrille::cli::completion {

namespace {

/// bash splits `--format=json` into three words.
constexpr const char* head = R"(# Completion of quadrille for bash.
_quadrille() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb='' options='' values='' IFS=$' \t\n'
    COMPREPLY=()
    ((COMP_CWORD == 1)) || verb=${COMP_WORDS[1]}
    if [[ $word == = ]]; then
        word=''
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
)";

constexpr const char* foot = R"(
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
        return
    fi
    case $values in
        =) ;; # of a value nothing is known
        '') compopt -o filenames 2>/dev/null; IFS=$'\n'; COMPREPLY=($(compgen -f -- "$word")) ;;
        /) compopt -o filenames 2>/dev/null; IFS=$'\n'; COMPREPLY=($(compgen -d -- "$word")) ;;
        *) COMPREPLY=($(compgen -W "$values" -- "$word")) ;;
    esac
}
complete -F _quadrille quadrille
)";

std::string values_of(const files::option& of) {
    switch (kind_of_value(of)) {
    case kind_of_word::one_of_words: return in_apostrophes(fmt::format("{}", fmt::join(of.words, " ")));
    case kind_of_word::folder: return "/";
    case kind_of_word::file: return "''";
    case kind_of_word::none: break;
    }
    return "=";
}

std::string case_of(const verb& of) {
    std::vector<std::string> names = {"-h", "--help"};
    std::string place;
    std::string behind;
    for (const files::option& each : of.options) {
        if (each.is_hidden) {
            continue;
        }
        const std::vector<std::string> own = each.names();
        if (each.is_place()) {
            if (!each.words.empty()) {
                place = fmt::format("            values={}\n", values_of(each));
            }
            continue;
        }
        names.insert(names.end(), own.begin(), own.end());
        if (each.is_given == nullptr && !each.value_is_optional) {
            behind += fmt::format("                {}) values={} ;;\n", fmt::join(own, " | "), values_of(each));
        }
    }
    return fmt::format("        {})\n            options={}\n{}{}            ;;\n", of.name,
                       in_apostrophes(fmt::format("{}", fmt::join(names, " "))), place,
                       behind.empty() ? "" : fmt::format("            case $before in\n{}            esac\n", behind));
}

} // namespace

std::string for_bash(const std::vector<verb>& verbs) {
    std::string script = head;
    std::vector<std::string> names;
    std::string cases;
    for (const verb& each : verbs) {
        names.push_back(each.name);
        cases += case_of(each);
    }
    script += fmt::format("    case $verb in\n        '')\n            options='-h --help -V --version'\n"
                          "            values={}\n            ;;\n{}    esac",
                          in_apostrophes(fmt::format("{}", fmt::join(names, " "))), cases);
    return script + foot;
}

} // namespace quadrille::cli::completion
