// What files say of their shapes beside ids: columns of tables, properties, fields, as far as they are wanted.
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

/// What a value is: none, a text, a number or boolean as JSON has it, an array or object as JSON has it.
enum class value_kind : std::uint8_t { nothing, text, plain, nested };

struct attribute {
    value_kind kind = value_kind::nothing;
    std::string_view text = {};
};

/// A value that a file has no type for: nothing where it is empty, a number where it reads wholly as one of JSON, else a text.
attribute untyped(std::string_view text);

/// The value of one of several attributes, by its number.
struct numbered_attribute {
    std::uint32_t number;
    value_kind kind;
    std::string text;
};

/// Which attributes are wanted.
struct attribute_wish {
    std::vector<std::string> names = {};
    bool all = false;

    bool empty() const noexcept { return names.empty() && !all; }
};

/// Numbers the attributes of a file that are wanted, as the reader meets their names.
class attribute_names {
public:
    attribute_names() = default;
    attribute_names(const attribute_wish& wanted, std::string file);

    /// Whether none are wanted: then nothing is to be told here.
    bool empty() const noexcept { return wish_.empty(); }
    bool all() const noexcept { return wish_.all; }
    /// The number of the attribute of this name, which the file has; none where it is not wanted.
    std::optional<std::uint32_t> number_of(std::string_view name);
    /// Notes a name that the file has, and that is not wanted whatever the wish says.
    void leave_out(std::string_view name);

    const std::vector<std::string>& wanted() const noexcept { return names_; }
    bool is_found(std::uint32_t number) const noexcept { return found_[number]; }
    /// Names that the file has beside those that are wanted: some where it has many.
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
    std::unordered_map<std::string, std::uint32_t, hash, std::equal_to<>> known_; ///< also of `others_`
};

/// The attributes of rows. Only values that rows have take memory.
class attribute_list {
public:
    /// The value that a row has; rows come in ascending order.
    void set(std::size_t row, std::uint32_t number, const attribute& value);
    /// Keeps the attributes that the file has, now that all rows have come.
    void take_names(const attribute_names& from);
    /// Says that files like this one, "an index", cannot have attributes.
    void lack(std::string what) { lacking_ = std::move(what); }

    std::size_t count() const noexcept { return columns_.size(); }
    const std::string& name(std::size_t which) const noexcept { return columns_[which].name; }
    attribute at(std::size_t row, std::size_t which) const noexcept;
    /// That of this name, if it is there.
    void erase(std::string_view name) {
        std::erase_if(columns_, [&](const column& each) { return each.name == name; });
    }
    void erase(std::size_t which) { columns_.erase(columns_.begin() + static_cast<std::ptrdiff_t>(which)); }
    /// Row `order[i]` as row i.
    attribute_list in_order(std::span<const std::uint32_t> order) const;

    const std::vector<std::string>& others() const noexcept { return others_; }
    const std::string& lacking() const noexcept { return lacking_; }

private:
    struct column {
        std::string name;
        std::vector<std::uint32_t> rows; ///< that have a value, ascending
        std::vector<value_kind> kinds;
        text_list texts;
    };

    std::vector<column> columns_;
    std::vector<std::string> others_; ///< names that the file has, too
    std::string lacking_;
};

} // namespace quadrille::files

#endif
