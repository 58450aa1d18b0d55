// Outlines: a box around the things of each rank, so that questions go only to ranks that may have answers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_OUTLINES_HPP
#define QUADRILLE_DETAIL_RANKS_OUTLINES_HPP

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::ranks::detail {

/// A tree of these boxes; it answers the questions about the world.
template <class Scalar>
class outlines {
public:
    struct entry {
        box<Scalar> around;
        std::int32_t rank;
        std::uint64_t things; ///< of the rank
    };

    explicit outlines(const options& how)
        : boxes_(options{.period = how.period, .origin = how.origin}), wraps_(bool(how.period)) {}

    /// Adds the outline of one rank: a box slightly larger than the bounds, because tests round differently. In a world
    /// that wraps, it adds several boxes, because a tree stores no box wider than half a period.
    static void add(std::vector<entry>& to, const box<Scalar>& bounds, std::int32_t rank, std::uint64_t things,
                    const options& how) {
        if (things == 0) {
            return;
        }
        const auto along = [&](Scalar from, Scalar till, double period) {
            constexpr auto farthest = double((std::numeric_limits<Scalar>::max)());
            const double slack = slack_of(from, till);
            cut cuts{(std::max)(double(from) - slack, -farthest), (std::min)(double(till) + slack, farthest), 1};
            if (period > 0) {
                cuts.till = (std::min)(cuts.till, cuts.from + period);
                cuts.pieces = 1 + static_cast<int>((cuts.till - cuts.from) / (period * 0.375));
            }
            return cuts;
        };
        const cut columns = along(bounds.min.x, bounds.max.x, how.period.width());
        const cut rows = along(bounds.min.y, bounds.max.y, how.period.height());
        for (int column = 0; column < columns.pieces; ++column) {
            for (int row = 0; row < rows.pieces; ++row) {
                to.push_back(
                    {{{columns.at(column), rows.at(row)}, {columns.at(column + 1), rows.at(row + 1)}}, rank, things});
            }
        }
    }

    change_report assign(std::span<const entry> all) {
        std::vector<box<Scalar>> boxes;
        for (const entry& each : all) {
            boxes.push_back(each.around);
        }
        entries_.assign(all.begin(), all.end());
        largest_ = 0;
        for (const box<Scalar>& each : boxes) {
            largest_ = (std::max)(largest_, extent_of(each));
        }
        return boxes_.assign(boxes);
    }

    /// Returns more than the error of a distance to this area: the distances of large things, or to large areas, are
    /// differences of large numbers.
    template <class Area>
    double slack_about(const Area& area) const noexcept {
        constexpr double part = 0x1p-40;
        return part * (largest_ + extent_of(quadrille::detail::around(area)));
    }

    /// Appends the ranks that may have answers, each once.
    template <class Question>
    void of(const Question& question, std::vector<std::int32_t>& ranks) const {
        const auto add = [&](auto hit) { ranks.push_back(entries_[hit.index()].rank); };
        if constexpr (requires { question.moving(); }) {
            Question bare = question;
            bare.wanted = {};
            boxes_.ask(bare, add);
        } else if constexpr (requires { question.distance; }) {
            within(question.area, question.distance, ranks);
        } else if (is_endless(question.area)) {
            add_all(ranks);
        } else {
            // For every relation: a thing that has it intersects the box around the area.
            const box<Scalar> around = quadrille::detail::around(question.area);
            const double x = slack_of(around.min.x, around.max.x);
            const double y = slack_of(around.min.y, around.max.y);
            boxes_.query(box<Scalar>{{static_cast<Scalar>(around.min.x - x), static_cast<Scalar>(around.min.y - y)},
                                     {static_cast<Scalar>(around.max.x + x), static_cast<Scalar>(around.max.y + y)}},
                         add);
        }
        unite(ranks);
    }
    /// Appends the ranks that have a thing no farther than a distance.
    template <class Area>
    void within(const Area& area, double distance, std::vector<std::int32_t>& ranks) const {
        if (is_endless(area)) {
            add_all(ranks);
        } else {
            boxes_.query_within(area, distance, [&](auto hit) { ranks.push_back(entries_[hit.index()].rank); });
        }
        unite(ranks);
    }
    /// Appends the nearest ranks, until they have `things` things in total.
    template <class Area>
    void nearest(const question::nearest<Area>& question, std::uint64_t things, nearest_workspace& workspace,
                 std::vector<std::int32_t>& ranks) const {
        if (is_endless(question.where)) {
            add_all(ranks);
            unite(ranks);
            return;
        }
        std::uint64_t so_far = 0;
        const question::nearest<Area> bare{question.where, {.distance = question.wanted.distance}};
        for (const auto hit : boxes_.ask(bare, workspace)) {
            if (so_far >= things) {
                break;
            }
            const entry& here = entries_[hit.index()];
            if (std::find(ranks.begin(), ranks.end(), here.rank) == ranks.end()) {
                ranks.push_back(here.rank);
                so_far += here.things;
            }
        }
    }

private:
    /// In a world that wraps, a question about an infinite area examines only some images, and each of them has another
    /// shape.
    template <class Area>
    bool is_endless(const Area& area) const noexcept {
        const auto bounds = quadrille::detail::around(area);
        return wraps_ && !(std::isfinite(bounds.max.x - bounds.min.x) && std::isfinite(bounds.max.y - bounds.min.y));
    }
    void add_all(std::vector<std::int32_t>& ranks) const {
        for (const entry& each : entries_) {
            ranks.push_back(each.rank);
        }
    }
    static double extent_of(const box<Scalar>& of) noexcept {
        const double wide = double(of.max.x) / 2 - double(of.min.x) / 2;
        const double high = double(of.max.y) / 2 - double(of.min.y) / 2;
        return 2 * (std::max)({wide, high, -wide, -high}); // infinite rather than NaN
    }
    /// Returns more than the error of any test.
    static double slack_of(Scalar from, Scalar till) noexcept {
        const double size = (std::max)(std::abs(double(from)), std::abs(double(till)));
        return std::isinf(size) ? 0 : size * double(std::numeric_limits<Scalar>::epsilon()) * 64;
    }
    struct cut {
        double from;
        double till;
        int pieces;

        Scalar at(int piece) const noexcept {
            return static_cast<Scalar>(piece == 0        ? from
                                       : piece == pieces ? till
                                                         : from + (till - from) * piece / pieces);
        }
    };
    static void unite(std::vector<std::int32_t>& ranks) {
        std::sort(ranks.begin(), ranks.end());
        ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    }

    quadtree<void, box<Scalar>> boxes_;
    std::vector<entry> entries_;
    double largest_ = 0; ///< the longest side of any box
    bool wraps_;
};

} // namespace quadrille::ranks::detail

#endif
