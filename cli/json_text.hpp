// A file of JSON that can say where each of its values stands.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_JSON_TEXT_HPP
#define QUADRILLE_CLI_JSON_TEXT_HPP

#include "text_file.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace quadrille::cli {

/// The way from the root to a value: a chain of steps, each on the stack of who took it. The root has none above it.
struct json_step {
    const json_step* above = nullptr;
    std::string_view name; ///< of a member
    std::size_t index = 0; ///< of an element, when there is no name
};

class json_text {
public:
    /// No text is longer than this.
    static constexpr std::size_t most_bytes = std::size_t{1} << 30;

    /// Reads all of it. Throws `bad_input`, located, when it is not JSON, not UTF-8, or when an object has two members
    /// of one name.
    explicit json_text(text_file file);

    const std::string& file_name() const noexcept { return file_.name(); }
    const nlohmann::json& root() const noexcept { return root_; }

    /// Throws the `bad_input` that says where the value at `place` stands. Takes as long as reading did.
    [[noreturn]] void refuse(const json_step& place, std::string_view wanted, std::string_view found) const;

private:
    [[noreturn]] void refuse_offset(std::size_t at, std::string_view wanted, std::string_view found) const;

    text_file file_;
    std::string text_;
    nlohmann::json root_;
};

/// A value as a message may show it: "an array", `"text"`, 7.
std::string shown_json(const nlohmann::json& value);

} // namespace quadrille::cli

#endif
