// `quadrille completion`: prints the script by which a shell completes the command's words.
// SPDX-License-Identifier: MIT
#include "completion.hpp"

#include "cli/command/output.hpp"

#include <memory>

namespace quadrille::cli::completion {

namespace {

constexpr const char* about_shells =
    R"(What is printed belongs into a file that the shell reads. Packages and cmake --install put it there:
  bash  share/bash-completion/completions/quadrille
  zsh   share/zsh/site-functions/_quadrille
  fish  share/fish/vendor_completions.d/quadrille.fish
Without these, one shell learns it, until its end, by:
  bash  source <(quadrille completion bash)
  fish  quadrille completion fish | source

Example: quadrille completion zsh > ~/.zfunc/_quadrille)";

} // namespace

kind_of_word kind_of_value(const files::option& of) {
    if (!of.words.empty()) {
        return kind_of_word::one_of_words;
    }
    if (of.is_place() || of.takes == "FILE") {
        return kind_of_word::file;
    }
    return of.takes == "FOLDER" ? kind_of_word::folder : kind_of_word::none;
}

std::string in_apostrophes(std::string_view text) {
    std::string quoted = "'";
    for (const char each : text) {
        quoted += each == '\'' ? std::string(R"('\'')") : std::string(1, each);
    }
    return quoted + '\'';
}

verb completion_verb(const std::vector<verb>& verbs) {
    const auto shell = std::make_shared<std::string>();
    const auto print = [&verbs, shell] {
        output out;
        out.print("{}", *shell == "bash" ? for_bash(verbs) : *shell == "zsh" ? for_zsh(verbs) : for_fish(verbs));
        out.finish();
    };
    return {"completion",
            "Print what a shell reads to complete the words of this command",
            {files::required(files::one_of({"bash", "zsh", "fish"}, "SHELL", *shell, "bash, zsh or fish"))},
            about_shells,
            print};
}

} // namespace quadrille::cli::completion
