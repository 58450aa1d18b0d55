// Uses the description of a question's fields: which arrays they are read from, and their values.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_QUESTION_FIELDS_HPP
#define QUADRILLE_BINDINGS_FLAT_QUESTION_FIELDS_HPP

#include "bindings/flat/questions.hpp"

#include <quadrille/detail/engine/area_forms.hpp>
#include <quadrille/questions.hpp>
#include <quadrille/shapes.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace quadrille::flat {

/// The arrays that a question reads: an archive for its `fields`.
class question_needs {
public:
    bool places = false;
    bool ways = false;
    bool items = false;     ///< one for each question
    bool all_items = false; ///< of one question
    bool k = false;
    bool distance = false;

    template <class Scalar>
    void plain(const point<Scalar>&) noexcept {
        (places ? ways : places) = true;
    }
    template <class Area>
    void form(const Area&) noexcept {
        places = true;
    }
    void plain(const item&) noexcept { items = true; }
    void plain(const std::span<const item>&) noexcept { all_items = true; }
    void plain(const std::uint64_t&) noexcept { k = true; }
    void plain(const double&) noexcept { distance = true; }
    template <class Tree>
    void plain(const Tree&) noexcept {} // the other one of two trees
};

/// Everything that questions of one type read from a request.
struct question_reads {
    question_needs arrays;
    bool distance = false;
    bool layers = false;
    bool partners = false;
    bool except = false;
    bool k = false;

    /// Returns whether one request can be many questions.
    bool is_many() const noexcept { return arrays.places || arrays.items; }
};

template <class Question>
question_reads reads_of(Question asked) noexcept {
    question_reads reads;
    asked.fields(reads.arrays);
    reads.distance = reads.arrays.distance || requires { asked.wanted.distance = 0.0; };
    reads.layers = requires { asked.wanted.layers = 1U; };
    reads.partners = requires { asked.wanted.partners = 1U; };
    reads.except = requires { asked.wanted.except = item{}; };
    reads.k = reads.arrays.k || detail::asks_nearest<Question>;
    return reads;
}

/// Rejects a request with arrays or numbers that its verb does not read, or without those that it reads. Returns the
/// number of questions.
std::size_t check(const questions& asked, const question_reads& reads);

/// Sets the fields of question `number`: an archive for its `fields`.
template <class Scalar>
class question_filler {
public:
    /// `width` is the number of numbers of a place.
    question_filler(const questions& asked, std::size_t number, std::size_t width) noexcept
        : asked_(asked), number_(number), place_(static_cast<const Scalar*>(asked.places)),
          ways_(static_cast<const Scalar*>(asked.ways)) {
        if (place_ != nullptr) {
            place_ += number * width;
        }
    }

    void plain(point<Scalar>& one) noexcept {
        const Scalar* const from = is_place_read_ ? ways_ + 2 * number_ : place_;
        one = {from[0], from[1]};
        is_place_read_ = true;
    }
    template <class Area>
    void form(Area& area) noexcept {
        form_filler fields{*this};
        detail::form_of<Area>::fields(area, fields);
        is_place_read_ = true;
    }
    void plain(item& which) const noexcept { which = asked_.items[number_]; }
    void plain(std::span<const item>& all) const noexcept { all = {asked_.items, asked_.count}; }
    void plain(std::uint64_t& k) const noexcept { k = asked_.k; }
    void plain(double& distance) const noexcept { distance = asked_.distance != nullptr ? *asked_.distance : 0; }
    template <class Tree>
    void plain(const Tree&) const noexcept {}

private:
    /// Sets the fields of an area.
    struct form_filler {
        question_filler& of;

        void plain(point<Scalar>& one) noexcept {
            one = {of.place_[0], of.place_[1]};
            of.place_ += 2;
        }
        void number(Scalar& one) noexcept { one = *of.place_++; }
        void choice(relation& one, relation) const noexcept {
            one = of.asked_.related == related::containing ? relation::contains : relation::inside;
        }
        void vertices(std::span<const point<Scalar>>& those) const noexcept {
            static_assert(sizeof(point<Scalar>) == 2 * sizeof(Scalar));
            const auto* const all = static_cast<const point<Scalar>*>(of.asked_.places);
            const std::size_t first = of.number_ == 0 ? 0 : of.asked_.vertex_ends[of.number_ - 1];
            those = {all + first, all + of.asked_.vertex_ends[of.number_]};
        }
    };

    const questions& asked_;
    std::size_t number_;
    const Scalar* place_;
    const Scalar* ways_;
    bool is_place_read_ = false;
};

} // namespace quadrille::flat

#endif
