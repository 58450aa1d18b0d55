// An option of the command as data: its name, its help, and what takes its value. Whoever parses the words, it is not said here.
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

/// The value of an option is not what was wanted. The message says what was, and what was found; the name of the option is put
/// before it.
struct bad_value : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// NOLINTBEGIN(readability-redundant-member-init): g++ warns of members without one that are left out.

/// An option, or a word that is known by its place. Given twice it is rejected, unless it takes many or no value.
struct option {
    std::string name;                                  ///< "--count", "-o,--output"; of a place "FILE"
    std::string takes;                                 ///< what its value is, for the help: "NUMBER"
    std::string about;                                 ///< for the help, a line
    std::function<void(const std::string&)> read = {}; ///< takes the value; throws bad_value
    std::string without = {};                          ///< the value where it is not given, for the help
    bool is_required = false;
    bool is_hidden = false;              ///< from the list in the help, which names it elsewhere
    bool takes_many = false;             ///< given twice, both count: they are read one after the other
    std::string not_with = {};           ///< the name of another option; only one of the two may be given
    bool value_is_optional = false;      ///< without one it reads an empty text
    bool* is_given = nullptr;            ///< of one that takes no value: set when it is given; there is nothing to read
    std::vector<std::string> words = {}; ///< all that the value may be, where these are a few words

    bool is_place() const noexcept { return name.front() != '-'; }
    /// Of "-o,--output": -o and --output.
    std::vector<std::string> names() const;
};

// NOLINTEND(readability-redundant-member-init)

/// One that takes no value and says yes.
option flag(std::string name, bool& is_given, std::string about);
/// A text, whatever it says.
option text(std::string name, std::string takes, std::string& value, std::string about);
/// The name of a file to be written, and not an empty one.
option output_file(std::string name, std::string takes, std::string& path, std::string about);
/// A finite number, 0 or more.
option number(std::string name, double& value, std::string about, std::string without = {});
/// One of these words.
option one_of(std::vector<std::string> words, std::string name, std::string& word, std::string about);
/// The same, which has to be given.
option required(option of);
/// The same, of which each counts that is given.
option many(option of);
/// The same, which adds its name to `given` when it is given.
option noted(option of, std::vector<std::string>& given);
/// An input file, at its place.
option file_at(std::string place, std::string& path);

/// The whole number that is written like this: 1000000, 1_000_000, 1,000,000 or 1e6. Throws bad_value where it is no such, or
/// not from `least` to `most`.
std::uint64_t whole_number_from(std::string_view text, std::uint64_t least, std::uint64_t most);

/// Such a number.
template <class Number>
option whole_number(std::uint64_t least, std::uint64_t most, std::string name, Number& value, std::string about) {
    const auto read = [&value, least, most](const std::string& text) {
        value = static_cast<Number>(whole_number_from(text, least, most));
    };
    return {std::move(name), "N", std::move(about), read, std::to_string(value)};
}

/// A finite number that is 0 or more. Throws bad_value.
double number_from_0(std::string_view text);
/// A finite number. Throws bad_value.
double finite_number(std::string_view text);

} // namespace quadrille::files

#endif
