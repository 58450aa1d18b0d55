// Many short texts in two blocks of memory.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_TEXT_LIST_HPP
#define QUADRILLE_FILES_TEXT_TEXT_LIST_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// A list that grows at its end. A text costs its bytes and eight more. Views of the texts are valid until the next
/// text is added.
class text_list {
public:
    std::size_t size() const noexcept { return ends_.size(); }
    std::string_view operator[](std::size_t index) const noexcept {
        const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
        return std::string_view(bytes_).substr(begin, ends_[index] - begin);
    }
    void push_back(std::string_view text) {
        bytes_ += text;
        ends_.push_back(bytes_.size());
    }
    void pop_back() {
        ends_.pop_back();
        bytes_.resize(ends_.empty() ? 0 : ends_.back());
    }

private:
    std::string bytes_; ///< of all texts, one after the other
    std::vector<std::size_t> ends_;
};

/// If each text is longer than the one before, or equally long and later in the alphabet, no two are equal. Row numbers
/// are such texts.
inline bool comes_behind(std::string_view text, std::string_view other) noexcept {
    return text.size() != other.size() ? text.size() > other.size() : text > other;
}

} // namespace quadrille::files

#endif
