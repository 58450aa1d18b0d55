// Questions and answers as arrays, for languages that cannot use the types of C++.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_QUESTIONS_HPP
#define QUADRILLE_BINDINGS_FLAT_QUESTIONS_HPP

#include <quadrille/relations.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::flat {

class tree;

/// An invalid request; the message has the expected and the actual value.
class bad_request : public std::invalid_argument {
    using invalid_argument::invalid_argument;
};

/// Ends the call with a `bad_request`: "ABOUT: wanted WANTED, found FOUND". A module that is built without exceptions
/// defines it differently; it does not return there either.
[[noreturn]] void refuse(std::string_view about, std::string_view wanted, std::string_view found = {});

/// Ends the call with `std::bad_alloc`, in the same way.
[[noreturn]] void refuse_memory();

/// Thrown if `questions::goes_on` has returned false.
class interrupted : public std::runtime_error {
public:
    interrupted() : runtime_error("interrupted") {}
};
/// Ends the call with `interrupted`.
[[noreturn]] void interrupt();

/// The forms of areas, and of shapes that are cast. Each is a number of values of the tree's scalar.
enum class form : std::uint8_t {
    box,     ///< min x, min y, max x, max y
    circle,  ///< center x, center y, radius
    point,   ///< x, y
    segment, ///< from x, from y, to x, to y
    polygon  ///< x, y of each vertex
};

/// The requested result of each question.
enum class wanted : std::uint8_t {
    all,   ///< its answers
    count, ///< the number of its answers
    any,   ///< whether it has an answer: 1 or 0
    first  ///< the first answer on a path
};

/// The relation of the found items to a place.
enum class related : std::uint8_t { intersecting, inside, containing };

/// Questions of one verb: `quadrille_questions` of quadrille.h, and members that C does not have. The description of a
/// verb (questions.hpp) defines which members it reads: a `place` is its first point or shape, a `way` the point after
/// it. Other members must keep the values below.
struct questions {
    std::string_view verb; ///< the name of a question: "query", "pairs", …
    wanted what = wanted::all;
    flat::form form = flat::form::box;
    flat::related related = flat::related::intersecting;
    std::size_t count = 1;                    ///< the number of places or items
    const void* places = nullptr;             ///< `count` forms; for polygons the vertices of all
    const std::size_t* vertex_ends = nullptr; ///< for polygons: the end of each in the list of all vertices
    const void* ways = nullptr;               ///< `count` times x, y of the tree's scalar
    const item* items = nullptr;
    const tree* other = nullptr;
    const double* distance = nullptr; ///< one value; null: the default, 0 for areas and pairs, infinite for `nearest`
    std::uint64_t k = 1;
    std::uint32_t layers = all_layers;
    std::uint32_t partners = all_layers;
    item except = {};
    bool with_items = false;  ///< with generations
    counters* work = nullptr; ///< receives the sum of the work
    /// For `nearest`: receive k distances, not squared, and k indices of each question; missing ones are infinite and
    /// `index_limit`. With these, `a` and `measures` have no defined content.
    double* distances = nullptr;
    std::int64_t* indices = nullptr;
    /// Called now and then on the caller's thread; false ends the call. If null, the call is not interrupted.
    bool (*goes_on)() = nullptr;

    /// The members that a language sets by name, in the order of `quadrille_questions`; the last two are not part of
    /// that.
    template <class Archive>
    void fields(Archive& archive) {
        archive("verb", verb);
        archive("wanted", what);
        archive("form", form);
        archive("relation", related);
        archive("count", count);
        archive("places", places);
        archive("vertex_ends", vertex_ends);
        archive("ways", ways);
        archive("items", items);
        archive("other", other);
        archive("distance", distance);
        archive("k", k);
        archive("layers", layers);
        archive("partners", partners);
        archive("except", except);
        archive("with_generations", with_items);
        archive("counters", work);
        archive("distances", distances);
        archive("indices", indices);
    }
};

/// The answers of question q are those from `ends[q - 1]` (0 for the first) to before `ends[q]`. Answers for pairs have
/// `b`.
struct answers {
    std::vector<std::uint64_t> ends;
    std::vector<std::uint32_t> a; ///< indices
    std::vector<std::uint32_t> b;
    std::vector<std::uint32_t> a_generations; ///< if requested
    std::vector<std::uint32_t> b_generations;
    std::vector<double> measures; ///< fractions of paths, or squared distances, of verbs that have these
    std::vector<shift> shifts;    ///< in worlds that wrap
    std::vector<std::uint32_t>
        counts; ///< of each question, for `wanted::count` and `any`; for pairs 2³² − 1 also means more
    std::uint64_t pair_count = 0; ///< of pairs, for `wanted::count`
    std::shared_ptr<void> kept;   ///< the data from which the answers are made, while it is needed

    void put_pair_count(std::uint64_t count) {
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
        pair_count = count;
        counts.push_back(static_cast<std::uint32_t>(count < most ? count : most));
    }
    /// Removes the answers, but keeps the memory.
    void clear() noexcept {
        ends.clear();
        a.clear();
        b.clear();
        a_generations.clear();
        b_generations.clear();
        measures.clear();
        shifts.clear();
        counts.clear();
        pair_count = 0;
        kept.reset();
    }
};

/// One answer, for a visitor.
struct answer {
    std::uint64_t question;
    item a;
    item b;         ///< null unless the answer is a pair
    double measure; ///< NaN if there is none
    shift from_there;
};

/// Returns the number of numbers of a form; for a polygon, of each vertex.
constexpr std::size_t numbers_in(form of) noexcept {
    constexpr std::size_t numbers[] = {4, 3, 2, 4, 2};
    return numbers[static_cast<std::size_t>(of)];
}

/// Returns the names of all verbs.
std::vector<std::string> verbs();

} // namespace quadrille::flat

#endif
