// Questions and answers as arrays, for languages that do not know the types of C++.
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

/// What is wrong with a request, as a sentence that says what was wanted and what was found.
class bad_request : public std::invalid_argument {
    using invalid_argument::invalid_argument;
};

/// Ends the call with a `bad_request`: "ABOUT: wanted WANTED, found FOUND". Who builds a module without exceptions defines it otherwise, and
/// it still does not return.
[[noreturn]] void refuse(std::string_view about, std::string_view wanted, std::string_view found = {});

/// Ends the call with `std::bad_alloc`, likewise.
[[noreturn]] void refuse_memory();

/// `questions::goes_on` has returned false.
class interrupted : public std::runtime_error {
public:
    interrupted() : runtime_error("interrupted") {}
};
/// Ends the call as `interrupted`.
[[noreturn]] void interrupt();

/// The forms of areas, and of shapes that are cast. Each is so many numbers of the tree's scalar.
enum class form : std::uint8_t {
    box,     ///< min x, min y, max x, max y
    circle,  ///< center x, center y, radius
    point,   ///< x, y
    segment, ///< from x, from y, to x, to y
    polygon  ///< of each vertex x, y
};

/// What is wanted of each question.
enum class wanted : std::uint8_t {
    all,   ///< its answers
    count, ///< how many they are
    any,   ///< whether there is one: 1 or 0
    first  ///< of a path what it meets first
};

/// Which items a place finds.
enum class related : std::uint8_t { intersecting, inside, containing };

/// Questions of one verb: `quadrille_questions` of quadrille.h, with what C has no words for. Which members a verb reads, its description says (questions.hpp): a `place` is the first point or shape that it
/// has, a `way` the point after it. Members that it does not read must be as they are here.
struct questions {
    std::string_view verb; ///< the name of a question: "query", "pairs", …
    wanted what = wanted::all;
    flat::form form = flat::form::box;
    flat::related related = flat::related::intersecting;
    std::size_t count = 1;                    ///< of places or items
    const void* places = nullptr;             ///< `count` forms; of polygons the vertices of all
    const std::size_t* vertex_ends = nullptr; ///< of polygons: one more than the last vertex of each, counted over all
    const void* ways = nullptr;               ///< `count` times x, y of the tree's scalar
    const item* items = nullptr;
    const tree* other = nullptr;
    const double* distance = nullptr; ///< one; none: the usual, 0 for areas and pairs, and infinite for what is nearest
    std::uint64_t k = 1;
    std::uint32_t layers = all_layers;
    std::uint32_t partners = all_layers;
    item except = {};
    bool with_items = false;  ///< generations, too
    counters* work = nullptr; ///< the work is added to this
    /// Of `nearest`: where k distances, not squared, and k indices of each question go; infinite and `index_limit` where there are fewer.
    /// With these `a` and `measures` are not for use.
    double* distances = nullptr;
    std::int64_t* indices = nullptr;
    /// Asked now and then on the caller's thread, whether to go on; null: always.
    bool (*goes_on)() = nullptr;

    /// What a language fills by name, in the order of `quadrille_questions`; the last two are no fields of that.
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

/// The answers of question q are those from `ends[q - 1]` (0 for the first) to before `ends[q]`. Answers for pairs have `b`.
struct answers {
    std::vector<std::uint64_t> ends;
    std::vector<std::uint32_t> a; ///< indices
    std::vector<std::uint32_t> b;
    std::vector<std::uint32_t> a_generations; ///< where they are wanted
    std::vector<std::uint32_t> b_generations;
    std::vector<double> measures; ///< fractions of paths, or squared distances, of verbs that have these
    std::vector<shift> shifts;    ///< in worlds that wrap
    std::vector<std::uint32_t>
        counts; ///< of each question, where `wanted::count` or `any` is; of pairs 2³² − 1 for all that are more
    std::uint64_t pair_count = 0; ///< of pairs, where `wanted::count` is
    std::shared_ptr<void> kept;   ///< what answers are made from, as long as it is needed

    void put_pair_count(std::uint64_t count) {
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
        pair_count = count;
        counts.push_back(static_cast<std::uint32_t>(count < most ? count : most));
    }
    /// Empty, with its memory.
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
    item b;         ///< null where answers are no pairs
    double measure; ///< NaN where there is none
    shift from_there;
};

/// How many numbers a form has; of a polygon each vertex.
constexpr std::size_t numbers_in(form of) noexcept {
    constexpr std::size_t numbers[] = {4, 3, 2, 4, 2};
    return numbers[static_cast<std::size_t>(of)];
}

/// The verbs that there are.
std::vector<std::string> verbs();

} // namespace quadrille::flat

#endif
