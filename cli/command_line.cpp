// Parses the command line by CLI11.
// SPDX-License-Identifier: MIT
#include "command_line.hpp"

#include "cli/command/output.hpp"
#include "cli/command/word_at_fault.hpp"
#include "cli/completion/completion.hpp"
#include "files/rows/explain.hpp"
#include "files/text/errors.hpp"
#include "files/text/suggest.hpp"

#include <quadrille/config.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* about_the_command =
    R"(Each verb has its own help: quadrille help run, or quadrille run --help
Files are tables as text (CSV), GeoJSON or XML (SUMO, GPX), an index that quadrille index has
written, or what GDAL reads (GeoPackage, Shapefile, PostGIS) if the package quadrille-gdal is
installed. Lines and polygons are decided exactly, or, with --boxes, as the boxes around them.
An option is given once. If its line in the help ends in "...", it may be given several times.
Exit status: 0 done; 1 the work failed, or its result is wrong;
             2 an argument or an input file is wrong;
             130 Ctrl-C, 143 SIGTERM: run still prints the results so far;
             141 the reader of standard output has closed it (no message).
An error message on standard error says what was wanted and what was found.)";

const files::option help_option = {"-h,--help", "", "Print this help and exit"};
const files::option version_option = {"-V,--version", "", "Print the version and exit"};

/// Help and version are printed like all output, so a full disk is reported here, too.
void print(const std::string& text) {
    output out;
    out.print("{}", text);
    out.finish();
}

/// Newer versions of CLI11 take -h and the --h of a column for one name. So the parsers of verbs know only --help.
std::vector<std::string> with_long_help(std::vector<std::string> words) {
    std::replace(words.begin(), std::find(words.begin(), words.end(), "--"), std::string("-h"), std::string("--help"));
    return words;
}
class formatter : public CLI::Formatter {
    std::string make_option_name(const CLI::Option* which, bool is_place) const override {
        const std::string name = CLI::Formatter::make_option_name(which, is_place);
        return name == "--help" ? help_option.name : name;
    }
};

bool is_read_in_order(const files::option& each) { return each.takes_many && !each.is_place(); }

/// Reads the values of repeatable options in the order of the command line. The parser stores them option by option.
void read_in_order(const CLI::App& parser, const std::vector<files::option>& options) {
    std::map<const CLI::Option*, std::size_t> read;
    for (const CLI::Option* const given : parser.parse_order()) {
        const auto is_it = [&](const files::option& each) {
            const std::vector<std::string> names = each.names();
            return is_read_in_order(each) && std::find(names.begin(), names.end(), given->get_name()) != names.end();
        };
        const auto of = std::find_if(options.begin(), options.end(), is_it);
        if (of == options.end()) {
            continue;
        }
        try {
            of->read(given->results().at(read[given]++));
        } catch (const files::bad_value& wrong) {
            throw CLI::ValidationError(given->get_name(), wrong.what());
        }
    }
}

void add_option(CLI::App& parser, const files::option& each) {
    if (each.is_given != nullptr) {
        parser.add_flag(each.name, *each.is_given, each.about);
        return;
    }
    const auto own = std::make_shared<CLI::Option*>();
    const std::string name = each.names().back(); // the parser has no name for a hidden one
    const auto read = [take = each.read, name](const std::vector<std::string>& values) {
        try {
            std::for_each(values.begin(), values.end(), take);
        } catch (const files::bad_value& wrong) {
            throw CLI::ValidationError(name, wrong.what());
        }
    };
    if (is_read_in_order(each)) {
        *own = parser.add_option_function<std::vector<std::string>>(
            each.name, [](const std::vector<std::string>&) {}, each.about);
        (*own)->allow_extra_args(false);
    } else if (each.takes_many) {
        *own = parser.add_option_function<std::vector<std::string>>(each.name, read, each.about);
    } else {
        const auto read_one = [read, own, name](const std::string& value) {
            if ((*own)->count() > 1) {
                throw CLI::ValidationError(name, fmt::format("wanted once, found {} times", (*own)->count()));
            }
            read({value});
        };
        *own = parser.add_option_function<std::string>(each.name, read_one, each.about);
    }
    (*own)->type_name(each.takes)->default_str(each.without)->required(each.is_required);
    if (each.is_hidden) {
        (*own)->group("");
    }
    if (each.value_is_optional) {
        (*own)->expected(0, 1);
    }
    if (!each.takes_many && !each.is_place()) {
        (*own)->take_last();
    }
    if (!each.not_with.empty()) {
        (*own)->excludes(each.not_with);
    }
}

class command_line {
public:
    explicit command_line(std::vector<verb> verbs) : verbs_(std::move(verbs)) {
        verbs_.push_back(completion::completion_verb(verbs_));
        verbs_.push_back(help_verb());
        parser_.set_version_flag(version_option.name, "quadrille " QUADRILLE_VERSION, version_option.about);
        parser_.set_help_flag("--help", help_option.about); // verbs inherit it, and the formatter
        parser_.formatter(std::make_shared<formatter>());
        parser_.require_subcommand(0, 1);
        parser_.footer(about_the_command);
        for (const verb& each : verbs_) {
            CLI::App* const parser = parser_.add_subcommand(each.name, each.about);
            for (const files::option& takes : each.options) {
                add_option(*parser, takes);
            }
            parser->prefix_command(each.takes_any_words);
            parser->footer(each.help);
            parser->callback([parser, options = each.options, work = each.work] {
                read_in_order(*parser, options);
                work();
                files::explanation::of_this_run().print();
            });
        }
    }

    void follow(int count, const char* const* arguments) {
        words_.assign(arguments + std::min(count, 1), arguments + count);
        files::explanation::of_this_run().begin();
        try {
            std::vector<std::string> backwards = with_long_help(words_);
            std::reverse(backwards.begin(), backwards.end());
            parser_.parse(std::move(backwards));
        } catch (const CLI::ParseError& ended) {
            end(ended);
            return;
        }
        if (parser_.get_subcommands().empty()) {
            throw files::bad_input(fmt::format("wanted a verb, found {} (see quadrille --help)",
                                               words_.empty() ? "nothing" : files::in_quotes(words_.front())));
        }
    }

private:
    verb help_verb() {
        const auto word = std::make_shared<std::string>();
        files::option name = files::text("VERB", "", *word, "The verb");
        for (const verb& each : verbs_) {
            name.words.push_back(each.name);
        }
        return {"help", "Print this help, or the help of a verb", {name}, about_the_command, [this, word] {
                    print_help(*word);
                }};
    }

    void print_help(const std::string& name) const {
        const verb* const of = find(name);
        if (of == nullptr && !name.empty()) {
            throw files::bad_input(no_verb(verbs_, name) + " (see quadrille --help)");
        }
        const CLI::App* const parser = of == nullptr ? &parser_ : parser_.get_subcommand(name);
        const std::string command = parser_.get_name() + (of == nullptr ? "" : ' ' + name);
        print(parser->get_formatter()->make_help(parser, command, CLI::AppFormatMode::Normal));
    }

    const verb* find(const std::string& name) const {
        const auto found =
            std::find_if(verbs_.begin(), verbs_.end(), [&](const verb& each) { return each.name == name; });
        return found == verbs_.end() ? nullptr : &*found;
    }

    const verb* given() const {
        const auto parsers = parser_.get_subcommands();
        return parsers.empty() ? nullptr : find(parsers.front()->get_name());
    }

    /// Ends after help or version was requested, or after an invalid word.
    void end(const CLI::ParseError& why) const {
        if (why.get_exit_code() != 0) {
            const std::string name = given() == nullptr ? "" : given()->name + ' ';
            throw files::bad_input(fmt::format("{} (see quadrille {}--help)", sentence_about(why), name));
        }
        const auto words = parser_.remaining(false);
        if (given() == nullptr && !words.empty() && !is_option(words.front())) {
            throw files::bad_input(fmt::format("{} (see quadrille --help)", no_verb(verbs_, words.front())));
        }
        std::ostringstream text;
        parser_.exit(why, text, text);
        print(text.str());
    }

    std::string sentence_about(const CLI::ParseError& error) const {
        std::string sentence = error.what();
        if (error.get_name() == "ArgumentMismatch") {
            return sentence.substr(0, sentence.find(':')) + ": wanted a value, found nothing";
        }
        // "Could not convert: --flag = value": only for flags, because our own functions read all other values.
        if (error.get_name() == "ConversionError") {
            const std::size_t value = sentence.find(" = ");
            const std::size_t name = sentence.find("--");
            if (name < value && value != std::string::npos) {
                return fmt::format("{}: wanted no value, found {}", sentence.substr(name, value - name),
                                   files::shown(sentence.substr(value + 3)));
            }
        }
        // An error about remaining words has the name of a verb.
        const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
        if (kind != CLI::ExitCodes::ExtrasError && kind != CLI::ExitCodes::RequiredError) {
            return sentence;
        }
        const verb* const of = given();
        if (kind == CLI::ExitCodes::RequiredError) {
            sentence += value_that_was_optional(of);
        }
        const auto around = parser_.remaining(false);
        if (!around.empty() && (of == nullptr || stands_before(around.front(), of->name))) {
            return about_word_before(verbs_, of, {help_option, version_option}, around.front());
        }
        auto behind = of == nullptr ? std::vector<std::string>() : parser_.get_subcommand(of->name)->remaining(true);
        // If a verb has all its positional arguments, the words after "--" go to the parser of the verbs.
        if (!around.empty()) {
            behind.emplace_back("--");
            behind.insert(behind.end(), around.begin(), around.end());
        }
        const bool is_mark_alone = behind.size() == 1 && behind.front() == "--";
        return behind.empty() || is_mark_alone ? sentence : about_words_behind(verbs_, *of, {help_option}, behind);
    }

    /// Returns a hint if an option with an optional value has taken a file as its value.
    std::string value_that_was_optional(const verb* of) const {
        for (const files::option& each : of == nullptr ? std::vector<files::option>() : of->options) {
            const CLI::Option* const own =
                each.value_is_optional ? parser_.get_subcommand(of->name)->get_option(each.name) : nullptr;
            if (own != nullptr && own->count() > 0 && !own->results().front().empty()) {
                return fmt::format(": {1} was read as the value of {0}; write it first, or {0}=VALUE", each.name,
                                   files::shown(own->results().front()));
            }
        }
        return {};
    }

    bool stands_before(const std::string& one, const std::string& other) const {
        return std::find(words_.begin(), words_.end(), one) < std::find(words_.begin(), words_.end(), other);
    }

    CLI::App parser_ = CLI::App("quadrille: which moving shapes intersect or are near each other", "quadrille");
    std::vector<verb> verbs_;
    std::vector<std::string> words_; ///< of the command line, without the name of the command
};

} // namespace

void follow(int count, const char* const* arguments, std::vector<verb> verbs) {
    command_line(std::move(verbs)).follow(count, arguments);
}

} // namespace quadrille::cli
