// Questions between ranks: written and read by the descriptions of their fields; and their results.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_ASKED_HPP
#define QUADRILLE_DETAIL_RANKS_ASKED_HPP

#include <quadrille/detail/engine/area_forms.hpp>
#include <quadrille/detail/questions/answer.hpp>
#include <quadrille/questions.hpp>
#include <quadrille/rank_report.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::ranks {

template <class Shape>
struct found;

namespace detail {

/// Returns the question of a result, or the question itself.
template <class Question>
auto& asked_of(Question& question) noexcept {
    if constexpr (requires { question.of; }) {
        return question.of;
    } else {
        return question;
    }
}
template <class Question>
inline constexpr bool wants_first = requires { Question::wants_first; };

template <class Question, class Shape>
struct result {};
template <class Question, class Shape>
    requires(!wants_first<Question> && quadrille::detail::result_question<Question>)
struct result<Question, Shape> {
    using type = std::conditional_t<std::is_same_v<typename Question::result, bool>, bool, std::uint64_t>;
};
template <class Question, class Shape>
    requires wants_first<Question>
struct result<Question, Shape> {
    using type = std::optional<found<Shape>>;
};

/// The type of a question as a number: questions about different forms have different numbers.
class form_numbers {
public:
    template <class Plain>
    void plain(const Plain&) {
        number_ = number_ * 31 + sizeof(Plain);
    }
    template <class Area>
    void form(const Area&) {
        number_ = number_ * 31 + quadrille::detail::form_of<std::remove_cvref_t<Area>>::recorded + 1;
    }
    std::uint64_t number() const noexcept { return number_; }

private:
    std::uint64_t number_ = 1;
};
template <class Question>
std::uint64_t number_of_type() {
    std::remove_cvref_t<Question> one{};
    form_numbers forms;
    auto& asked = asked_of(one);
    asked.fields(forms);
    return (forms.number() * 31 + std::uint64_t(asked.recorded)) * 31 + sizeof(one);
}

/// The archive that writes the fields of a question.
class question_writer {
public:
    explicit question_writer(parcel_writer& to) noexcept : to_(to) {}

    template <class Plain>
    void plain(const Plain& one) {
        to_.plain(one);
    }
    template <class Number>
    void number(const Number& one) {
        to_.plain(one);
    }
    template <class Choice>
    void choice(const Choice& one, Choice) {
        to_.plain(one);
    }
    template <class Scalar>
    void vertices(const std::span<const point<Scalar>>& those) {
        to_.plain(std::uint64_t(those.size()));
        to_.bytes(std::as_bytes(those));
    }
    template <class Area>
    void form(Area& area) {
        static_assert(quadrille::detail::has_form<std::remove_cvref_t<Area>>,
                      "areas that travel between ranks are boxes, circles, points, segments or polygons");
        quadrille::detail::form_of<std::remove_cvref_t<Area>>::fields(area, *this);
    }

private:
    parcel_writer& to_;
};

/// The archive that reads them; it owns the vertices.
template <class Scalar>
class question_reader {
public:
    explicit question_reader(parcel_reader& from) noexcept : from_(from) {}

    template <class Plain>
    void plain(Plain& one) noexcept {
        from_.plain(one);
    }
    template <class Number>
    void number(Number& one) noexcept {
        from_.plain(one);
    }
    template <class Choice>
    void choice(Choice& one, Choice) noexcept {
        from_.plain(one);
    }
    void vertices(std::span<const point<Scalar>>& those) {
        std::uint64_t count = 0;
        from_.plain(count);
        std::vector<point<Scalar>>& kept = vertices_.emplace_back();
        if (count <= from_.rest() / sizeof(point<Scalar>)) {
            kept.resize(static_cast<std::size_t>(count));
            from_.bytes(std::as_writable_bytes(std::span(kept)));
        }
        those = kept;
    }
    template <class Area>
    void form(Area& area) {
        quadrille::detail::form_of<Area>::fields(area, *this);
    }

private:
    parcel_reader& from_;
    std::deque<std::vector<point<Scalar>>> vertices_;
};

/// Writes a question; for another rank without handles, which have no meaning there.
template <class Question>
void write_question(const Question& one, parcel_writer& to, bool is_for_another) {
    Question copy = one;
    auto& asked = asked_of(copy);
    if (is_for_another) {
        asked.wanted.except = {};
    }
    asked.fields(question_writer(to));
    to.plain(asked.wanted);
}
template <class Question, class Reader>
void read_question(Question& one, Reader& fields, parcel_reader& from) {
    auto& asked = asked_of(one);
    asked.fields(fields);
    from.plain(asked.wanted);
}

} // namespace detail

/// The result of each question: a number, a boolean, or the first hit.
template <class Question, class Shape>
using result_of = typename detail::result<Question, Shape>::type;

} // namespace quadrille::ranks

#endif
