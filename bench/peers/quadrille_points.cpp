// This library, as a tree of points; in float, and in double.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"
#include "scalars.hpp"

#include <quadrille/quadtree.hpp>

#include <cstdlib>

namespace quadrille::bench {
namespace {

/// A tree of doubles first copies the places of the world: the time of that pass counts, too.
template <class Scalar>
class quadrille_points final : public subject,
                               public living,
                               public answering<nearest_to>,
                               public answering<neighborhood>,
                               public answering_many<nearest_to>,
                               public pairing {
public:
    void build(boxes now) override { insist(tree_.assign(points_in(now))); }
    void live(boxes now) override { insist(tree_.sync(points_in(now))); }

    void ask(const nearest_to& query, std::vector<std::uint32_t>& found) override {
        nearest_.resize(query.count);
        const std::size_t count = tree_.nearest(in_scalar<Scalar>(query.where), nearest_);
        for (std::size_t i = 0; i < count; ++i) {
            found.push_back(nearest_[i].which.index);
        }
    }

    /// All queries have the same k.
    void ask_all(std::span<const nearest_to> queries, answer_rows<std::uint32_t>& found) override {
        places_.clear();
        for (const nearest_to& query : queries) {
            places_.push_back(in_scalar<Scalar>(query.where));
        }
        const std::size_t wanted = queries.empty() ? 0 : queries.front().count;
        results_.resize(queries.size() * wanted);
        insist(tree_.nearest(places_, wanted, many_, results_));
        found.clear();
        found.offsets.push_back(0);
        for (std::size_t first = 0; first < results_.size(); first += wanted) {
            for (const neighbor& one : std::span(results_).subspan(first, wanted)) {
                if (one.which) {
                    found.answers.push_back(one.which.index);
                }
            }
            found.offsets.push_back(found.answers.size());
        }
    }

    void ask(const neighborhood& area, std::vector<std::uint32_t>& found) override {
        tree_.query(in_scalar<Scalar>(area), found);
    }

    void pairs_within(double distance, std::vector<index_pair>& found) override {
        tree_.pairs(found, {.distance = distance});
    }

    std::optional<std::size_t> bytes() const override { return tree_.stats().bytes; }

private:
    std::span<const point<Scalar>> points_in(boxes now) {
        points_.clear();
        for (const box<float>& one : now) {
            points_.push_back(in_scalar<Scalar>(one.min));
        }
        return points_;
    }

    template <class Result>
    static void insist(const Result& result) {
        if (!result) {
            std::abort();
        }
    }

    std::vector<point<Scalar>> points_;
    std::vector<neighbor> nearest_;
    std::vector<point<Scalar>> places_;
    std::vector<neighbor> results_;
    batch_workspace many_;
    quadtree<void, point<Scalar>> tree_;
};

} // namespace

std::unique_ptr<subject> make_quadrille_points(const world&) { return std::make_unique<quadrille_points<float>>(); }
std::unique_ptr<subject> make_quadrille_points_double(const world&) {
    return std::make_unique<quadrille_points<double>>();
}

} // namespace quadrille::bench
