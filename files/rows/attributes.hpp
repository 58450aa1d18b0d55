// Attributes of shapes: the requested columns of tables, properties, or fields.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_ATTRIBUTES_HPP
#define QUADRILLE_FILES_ROWS_ATTRIBUTES_HPP

#include "files/text/text_list.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace quadrille::files {

/// The kind of a value: none, a text, a number or boolean in the form of JSON, an array or object in the form of JSON.
enum class value_kind : std::uint8_t { nothing, text, plain, nested };

struct attribute {
    value_kind kind = value_kind::nothing;
    std::string_view text = {};
};

/// Returns a value from a file without types: none if the text is empty, a number if all of it is a number of JSON,
/// else a text.
attribute untyped(std::string_view text);

/// The value of an attribute, with the number of the attribute.
struct numbered_attribute {
    std::uint32_t number;
    value_kind kind;
    std::string text;
};

/// The requested attributes.
struct attribute_wish {
    std::vector<std::string> names = {};
    bool all = false;

    bool empty() const noexcept { return names.empty() && !all; }
};

/// Numbers the requested attributes of a file in the order in which the reader meets their names.
class attribute_names {
public:
    attribute_names() = default;
    attribute_names(const attribute_wish& wanted, std::string file);

    /// Returns whether no attributes are requested: then the caller need not pass any.
    bool empty() const noexcept { return wish_.empty(); }
    bool all() const noexcept { return wish_.all; }
    /// Returns the number of the attribute of this name, which the file has; nothing if it is not requested.
    std::optional<std::uint32_t> number_of(std::string_view name);
    /// Notes a name that the file has and that is left out, whatever is requested.
    void leave_out(std::string_view name);

    const std::vector<std::string>& wanted() const noexcept { return names_; }
    bool is_found(std::uint32_t number) const noexcept { return found_[number]; }
    /// Returns names in the file that are not requested; only some if there are many.
    const std::vector<std::string>& others() const noexcept { return others_; }

private:
    struct hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
    };

    attribute_wish wish_;
    std::string file_;
    std::vector<std::string> names_;
    std::vector<bool> found_;
    std::vector<std::string> others_;
    std::unordered_map<std::string, std::uint32_t, hash, std::equal_to<>> known_; ///< includes `others_`
};

/// The attributes of rows. A row without a value takes no memory.
class attribute_list {
public:
    /// Sets the value of a row; rows come in ascending order.
    void set(std::size_t row, std::uint32_t number, const attribute& value);
    /// Stores the names of the attributes; call it after all rows.
    void take_names(const attribute_names& from);
    /// Sets that files like this one, for example "an index", cannot have attributes.
    void lack(std::string what) { lacking_ = std::move(what); }

    std::size_t count() const noexcept { return columns_.size(); }
    const std::string& name(std::size_t which) const noexcept { return columns_[which].name; }
    attribute at(std::size_t row, std::size_t which) const noexcept;
    /// Removes the attribute of this name if it exists.
    void erase(std::string_view name) {
        std::erase_if(columns_, [&](const column& each) { return each.name == name; });
    }
    void erase(std::size_t which) { columns_.erase(columns_.begin() + static_cast<std::ptrdiff_t>(which)); }
    /// Returns the attributes with row `order[i]` as row i.
    attribute_list in_order(std::span<const std::uint32_t> order) const;

    const std::vector<std::string>& others() const noexcept { return others_; }
    const std::string& lacking() const noexcept { return lacking_; }

private:
    struct column {
        std::string name;
        std::vector<std::uint32_t> rows; ///< the rows with a value, ascending
        std::vector<value_kind> kinds;
        text_list texts;
    };

    std::vector<column> columns_;
    std::vector<std::string> others_; ///< further names in the file
    std::string lacking_;
};

} // namespace quadrille::files

#endif
