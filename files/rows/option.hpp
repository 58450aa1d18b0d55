// An option as data: its name, its help, and the function that reads its value; independent of the parser.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_OPTION_HPP
#define QUADRILLE_FILES_ROWS_OPTION_HPP

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::files {

/// The value of an option is invalid. The message has the expected and the actual value; the caller puts the name of
/// the option before it.
struct bad_value : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// NOLINTBEGIN(readability-redundant-member-init): g++ warns about omitted members without an initializer.

/// An option, or a positional argument. It may be given once, unless it takes many values or none.
struct option {
    std::string name;                                  ///< "--count", "-o,--output"; of a positional argument "FILE"
    std::string takes;                                 ///< its kind of value, for the help: "NUMBER"
    std::string about;                                 ///< one line, for the help
    std::function<void(const std::string&)> read = {}; ///< reads the value; throws bad_value
    std::string without = {};                          ///< the default value, for the help
    bool is_required = false;
    bool is_hidden = false;              ///< omitted from the list in the help, which mentions it elsewhere
    bool takes_many = false;             ///< may be given several times; the values are read in their order
    std::string not_with = {};           ///< the name of an option that may not be given together with this one
    bool value_is_optional = false;      ///< without a value it reads an empty text
    bool* is_given = nullptr;            ///< for an option without a value: set when it is given; `read` is not called
    std::vector<std::string> words = {}; ///< all possible values, if there are few

    bool is_place() const noexcept { return name.front() != '-'; }
    /// Returns the names: -o and --output for "-o,--output".
    std::vector<std::string> names() const;
};

// NOLINTEND(readability-redundant-member-init)

/// Makes an option without a value that sets a flag.
option flag(std::string name, bool& is_given, std::string about);
/// Makes an option that takes any text.
option text(std::string name, std::string takes, std::string& value, std::string about);
/// Makes an option for the name of an output file, which may not be empty.
option output_file(std::string name, std::string takes, std::string& path, std::string about);
/// Makes an option for a finite number, 0 or more.
option number(std::string name, double& value, std::string about, std::string without = {});
/// Makes an option for one of these words.
option one_of(std::vector<std::string> words, std::string name, std::string& word, std::string about);
/// Returns the option as a required one.
option required(option of);
/// Returns the option as one that takes many values.
option many(option of);
/// Returns the option as one that adds its name to `given` when it is given.
option noted(option of, std::vector<std::string>& given);
/// Makes a positional argument for an input file.
option file_at(std::string place, std::string& path);

/// Returns the whole number in one of the forms 1000000, 1_000_000, 1,000,000 or 1e6. Throws bad_value if the text is
/// not such a number, or not from `least` to `most`.
std::uint64_t whole_number_from(std::string_view text, std::uint64_t least, std::uint64_t most);

/// Makes an option for such a number.
template <class Number>
option whole_number(std::uint64_t least, std::uint64_t most, std::string name, Number& value, std::string about) {
    const auto read = [&value, least, most](const std::string& text) {
        value = static_cast<Number>(whole_number_from(text, least, most));
    };
    return {std::move(name), "N", std::move(about), read, std::to_string(value)};
}

/// Returns a finite number that is 0 or more. Throws bad_value.
double number_from_0(std::string_view text);
/// Returns a finite number. Throws bad_value.
double finite_number(std::string_view text);

} // namespace quadrille::files

#endif
