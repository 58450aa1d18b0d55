// The questions that recordings contain. Their fields are written using only their descriptions.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RECORDINGS_RECORDED_QUESTIONS_HPP
#define QUADRILLE_DETAIL_RECORDINGS_RECORDED_QUESTIONS_HPP

#include <quadrille/detail/batch/question_order.hpp>
#include <quadrille/detail/engine/area_forms.hpp>
#include <quadrille/detail/recordings/records.hpp>
#include <quadrille/questions.hpp>
#include <quadrille/recorded.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::detail {

/// The number of a question in recordings; 0 if it is not recorded.
template <class Question>
inline constexpr recorded_verb recorded_as = [] {
    if constexpr (requires { Question::recorded; }) {
        return Question::recorded;
    } else {
        return recorded_verb{};
    }
}();
template <class Question>
    requires requires { Question::recorded_any; }
inline constexpr recorded_verb recorded_as<question::any<Question>> = Question::recorded_any;
template <class Question>
    requires requires { Question::recorded_count; }
inline constexpr recorded_verb recorded_as<question::count<Question>> = Question::recorded_count;
template <class Question>
    requires requires { Question::recorded_closest; }
inline constexpr recorded_verb recorded_as<question::closest<Question>> = Question::recorded_closest;

/// Calls `use(question)` with one of each recorded question; `with(form)` makes the questions about other forms.
template <class Tree, class Use>
void each_recorded_question(const Use& use) {
    const auto use_recorded = [&]<class Question>(std::type_identity<Question>) {
        if constexpr (recorded_as<Question> != recorded_verb{}) {
            use(Question{});
        }
    };
    const auto use_kind = [&]<class Question>(std::type_identity<Question> kind) {
        use_recorded(kind);
        use_recorded(std::type_identity<question::any<Question>>{});
        use_recorded(std::type_identity<question::count<Question>>{});
        if constexpr (requires { Question::recorded_closest; }) {
            use_recorded(std::type_identity<question::closest<Question>>{});
        }
    };
    [&]<class... Question>(std::type_identity<question::kinds<Question...>>) {
        (use_kind(std::type_identity<Question>{}), ...);
    }(std::type_identity<question::every_kind<Tree>>{});
}

/// The size of a recording does not show how much memory is available: a replay keeps at most this number of items or
/// answers.
inline constexpr std::uint32_t max_reserved = 1U << 20U;

/// The question with the least k that shows whether its answers equal the recorded ones.
template <class Question>
Question with_telling_k(Question asked, const answer_hash& recorded) noexcept {
    if constexpr (requires { asked.k; }) {
        asked.k = recorded.count < asked.k ? recorded.count + 1 : asked.k;
    }
    return asked;
}
/// The number of answers that are kept before the first is delivered.
template <class Question>
std::uint64_t most_kept(const Question& asked) noexcept {
    if constexpr (requires { asked.k; }) {
        return asked.k;
    } else {
        return 0;
    }
}

/// The complete filter of any question. Default values are not written.
struct recorded_filter {
    std::uint32_t layers = all_layers;
    std::uint32_t partners = all_layers;
    double distance = 0;
    item except;

    template <class Filter>
    explicit recorded_filter(const Filter& wanted) noexcept {
        copy(wanted, *this);
    }
    template <class Filter>
    void set(Filter& wanted) const noexcept {
        copy(*this, wanted);
    }

private:
    /// Copies the members that both filters have.
    static void copy(const auto& from, auto& to) noexcept {
        to.layers = from.layers;
        if constexpr (requires { to.partners = from.partners; }) {
            to.partners = from.partners;
        }
        if constexpr (requires { to.distance = from.distance; }) {
            to.distance = from.distance;
        }
        if constexpr (requires { to.except = from.except; }) {
            to.except = from.except;
        }
    }
};

/// Writes the fields of a question.
template <class NameOf>
class field_writer {
public:
    field_writer(record_writer& to, const NameOf& name_of) noexcept : to_(to), name_of_(name_of) {}

    template <class Area>
    void form(const Area& area) noexcept {
        to_.byte(form_of<Area>::recorded);
        form_of<Area>::fields(area, *this);
    }
    template <class Scalar>
    void number(Scalar one) noexcept {
        to_.number(one);
    }
    template <class Choice>
    void choice(Choice one, Choice) noexcept {
        to_.byte(static_cast<std::uint8_t>(one));
    }
    template <class Scalar>
    void vertices(std::span<const point<Scalar>> those) noexcept {
        to_.whole(those.size());
        for (const point<Scalar>& each : those) {
            plain(each);
        }
    }
    void plain(std::uint32_t number) noexcept { to_.whole(number); }
    void plain(std::uint64_t number) noexcept { to_.whole(number); }
    void plain(double number) noexcept { to_.number(number); }
    template <class Scalar>
    void plain(const point<Scalar>& where) noexcept {
        to_.number(where.x);
        to_.number(where.y);
    }
    void plain(const item& which) noexcept { to_.whole(name_of_(which)); }
    void plain(std::span<const item> items) noexcept {
        to_.whole(items.size());
        for (const item& each : items) {
            plain(each);
        }
    }

private:
    record_writer& to_;
    const NameOf& name_of_;
};

/// Writes a question: its filter, with flags that state which fields follow and how the question ended, then its
/// fields.
template <class Question, class NameOf>
void write_question(record_writer& to, const Question& question, unsigned flags, const NameOf& name_of) noexcept {
    auto subject = subject_of(question);
    const recorded_filter wanted(subject.wanted);
    using usual = std::remove_const_t<decltype(subject.wanted)>;
    flags |= wanted.layers != all_layers ? asked::layers : 0U;
    flags |= wanted.partners != all_layers ? asked::partners : 0U;
    flags |= wanted.distance != recorded_filter(usual{}).distance ? asked::distance : 0U;
    flags |= name_of(wanted.except) != 0 ? asked::except : 0U;
    to.byte(static_cast<std::uint8_t>(flags));
    if ((flags & asked::layers) != 0) {
        to.whole(wanted.layers);
    }
    if ((flags & asked::partners) != 0) {
        to.whole(wanted.partners);
    }
    if ((flags & asked::distance) != 0) {
        to.number(wanted.distance);
    }
    if ((flags & asked::except) != 0) {
        to.whole(name_of(wanted.except));
    }
    subject.fields(field_writer(to, name_of));
}

/// The return values of visitors on a path. A fraction that differs from that of its hit is a limit, which a replay
/// returns again.
template <class Scalar>
class path_answers {
public:
    /// Calls the visitor, and notes its return value.
    template <class Visitor, class Hit>
    auto note(Visitor& visitor, const Hit& met) {
        using result = std::remove_cvref_t<decltype(visitor(met))>;
        found_.add(answer_number(met));
        if constexpr (std::floating_point<result>) {
            const auto fraction = static_cast<Scalar>(visitor(met));
            had_limits_ = true;
            if (fraction != met.fraction()) {
                limits_.push_back({found_.count - 1, fraction});
            }
            return fraction;
        } else {
            return invoke_visitor(visitor, met);
        }
    }
    unsigned flags() const noexcept { return had_limits_ ? asked::had_limits : 0U; }
    void write(record_writer& to) const {
        if (had_limits_) {
            to.whole(limits_.size());
            for (const limit& each : limits_) {
                to.whole(each.answer);
                to.number(each.fraction);
            }
        }
        to.answers(found_);
    }

private:
    struct limit {
        std::uint64_t answer;
        Scalar fraction;
    };

    answer_hash found_;
    std::vector<limit> limits_;
    bool had_limits_ = false;
};

} // namespace quadrille::detail

#endif
