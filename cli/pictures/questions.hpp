// The questions of a picture about its shapes, and their answers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PICTURES_QUESTIONS_HPP
#define QUADRILLE_CLI_PICTURES_QUESTIONS_HPP

#include "cli/answers/piece_counts.hpp"
#include "cli/command/pool.hpp"
#include "cli/command/verb.hpp"
#include "cli/drawing/crowd.hpp"
#include "cli/input/areas.hpp"
#include "files/bytes/interrupt.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/parallel.hpp>
#include <quadrille/quadtree.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

/// The options `--box`, `--circle`, `--polygon`, `--at`, `-k`, `--pairs` and `--within`.
struct questions {
    std::vector<any_area> areas; ///< any number of areas
    std::vector<point<double>> places;
    std::optional<std::uint32_t> nearest; ///< for each place; if empty, one
    bool pairs = false;
    std::optional<double> within; ///< a distance
};

/// Adds these options.
void add_question_options(verb& to, questions& wanted);

/// Throws `bad_input` for -k without a place; `verb` is for the message.
void demand_places(const questions& wanted, const char* verb);

/// How a shape is an answer; later kinds take precedence.
enum class answer_kind : std::uint8_t { none, paired, near, inside };
inline constexpr std::size_t answer_kinds = 4;

/// Lines between centers; only the first `max_strokes` are kept.
class link_list {
public:
    using link = std::pair<point<double>, point<double>>;

    void add(const point<double>& from, const point<double>& to) {
        if (links_.size() < max_strokes) {
            links_.push_back({from, to});
        }
    }
    void add(const link_list& others) {
        for (const auto& [from, to] : others.links_) {
            add(from, to);
        }
    }
    auto begin() const noexcept { return links_.begin(); }
    auto end() const noexcept { return links_.end(); }

private:
    std::vector<link> links_;
};

/// The answers among the shapes of one tree.
struct answers {
    std::vector<answer_kind> of_item; ///< by index
    std::uint64_t inside = 0;
    std::uint64_t near = 0;
    std::uint64_t pairs = 0;
    std::uint64_t paired = 0; ///< shapes that are part of a pair
    link_list to_nearest;     ///< from each place
    link_list between_paired; ///< of pairs within a distance
};

namespace detail {

template <class Scalar>
point<Scalar> to_scalar(const point<double>& of) {
    return {static_cast<Scalar>(of.x), static_cast<Scalar>(of.y)};
}
template <class Scalar>
box<Scalar> to_scalar(const box<double>& of) {
    return {to_scalar<Scalar>(of.min), to_scalar<Scalar>(of.max)};
}
template <class Scalar>
circle<Scalar> to_scalar(const circle<double>& of) {
    return {to_scalar<Scalar>(of.center), static_cast<Scalar>(of.radius)};
}

inline point<double> center_of(const mark& of) {
    return {of.bounds.min.x / 2 + of.bounds.max.x / 2, of.bounds.min.y / 2 + of.bounds.max.y / 2};
}

/// Adds a line between the shapes of a pair; across a seam, on both sides of it.
template <class One, class Other>
void add_link(const One& one, const Other& other, const period& world, link_list& into) {
    const point<double> from = center_of(mark_of(one.shape()));
    const point<double> to = center_of(mark_of(other.image()));
    into.add(from, to);
    if (const shift across = other.shift(); across != shift{}) {
        const point<double> back = {-across.x * world.width(), -across.y * world.height()};
        into.add({from.x + back.x, from.y + back.y}, {to.x + back.x, to.y + back.y});
    }
}

} // namespace detail

/// Several threads find the pairs; the result does not depend on their number.
template <class Tree>
void find_pairs(pool& threads, const Tree& tree, const questions& wanted, answers& found) {
    // Several threads set these flags.
    std::vector<std::atomic<bool>> is_paired(tree.index_limit());
    piece_counts counts;
    std::vector<link_list> links(wanted.within ? parallel::max_pieces : 0);
    const auto note_in = [&](std::uint32_t piece) {
        return [&, piece](const auto& one, const auto& other) {
            files::demand_no_signal();
            ++counts[piece];
            is_paired[one.index()].store(true, std::memory_order_relaxed);
            is_paired[other.index()].store(true, std::memory_order_relaxed);
            if (wanted.within) {
                detail::add_link(one, other, tree.period(), links[piece]);
            }
        };
    };
    parallel::pairs(threads, tree, parallel::per_piece(note_in), {.distance = wanted.within.value_or(0)});
    found.pairs = counts.sum();
    for (std::size_t index = 0; index < is_paired.size(); ++index) {
        if (is_paired[index].load(std::memory_order_relaxed)) {
            found.of_item[index] = answer_kind::paired;
            ++found.paired;
        }
    }
    for (const link_list& each : links) {
        found.between_paired.add(each);
    }
}

template <class Tree>
answers answer(pool& threads, const Tree& tree, const questions& wanted) {
    using scalar = typename Tree::scalar;
    answers found;
    found.of_item.resize(tree.index_limit());
    const auto is_now = [&](std::uint32_t index, answer_kind which) {
        answer_kind& before = found.of_item[index];
        return before >= which ? false : (before = which, true);
    };
    if (wanted.within || wanted.pairs) {
        find_pairs(threads, tree, wanted, found);
    }

    nearest_workspace workspace;
    for (const point<double>& place : wanted.places) {
        std::uint32_t rest = wanted.nearest.value_or(1);
        for (const auto hit : tree.nearest(detail::to_scalar<scalar>(place), workspace)) {
            if (rest-- == 0) {
                break;
            }
            found.near += is_now(hit.index(), answer_kind::near) ? 1 : 0;
            found.to_nearest.add(place, detail::center_of(mark_of(hit.image())));
        }
    }

    const auto note_inside = [&](const auto& hit) { found.inside += is_now(hit.index(), answer_kind::inside) ? 1 : 0; };
    for (const any_area& area : wanted.areas) {
        if (const auto* const vertices = std::get_if<vertex_list>(&area)) {
            std::vector<point<scalar>> corners;
            corners.reserve(vertices->vertices.size());
            for (const point<double>& vertex : vertices->vertices) {
                corners.push_back(detail::to_scalar<scalar>(vertex));
            }
            tree.query(polygon<scalar>{corners}, note_inside);
        } else if (const auto* const round = std::get_if<circle<double>>(&area)) {
            tree.query(detail::to_scalar<scalar>(*round), note_inside);
        } else {
            tree.query(detail::to_scalar<scalar>(std::get<box<double>>(area)), note_inside);
        }
    }
    return found;
}

} // namespace quadrille::cli

#endif
