// This library: shapes alone, one sync for each tick; in float, and in double.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"
#include "scalars.hpp"

#include <quadrille/quadtree.hpp>

#include <cstdlib>

namespace quadrille::bench {
namespace {

/// A tree of doubles first copies the boxes of the world: the time of that pass counts, too.
template <class Scalar>
class quadrille_subject final : public subject,
                                public ticking,
                                public living,
                                public moving,
                                public copying,
                                public inserting,
                                public answering<window>,
                                public answering<tally>,
                                public answering<line_of_sight>,
                                public answering_many<window>,
                                public answering_many<tally>,
                                public answering_many<line_of_sight> {
public:
    void build(boxes now) override { insist(tree_.assign(in_scalar<Scalar>(now, copies_))); }
    std::optional<std::size_t> bytes() const override { return tree_.stats().bytes; }

    void update(boxes now) override { insist(report_ = tree_.sync(in_scalar<Scalar>(now, copies_))); }
    void pairs(std::vector<index_pair>& found) override { tree_.pairs(found); }
    void live(boxes now) override { update(now); }
    std::optional<std::size_t> filed_anew() const override {
        return report_.method == update_method::rebuild ? tree_.size() : report_.reinserted;
    }

    void choose(numbers movers) override {
        movers_.clear();
        for (const std::uint32_t mover : movers) {
            movers_.push_back(tree_.item_at(mover));
        }
    }
    void move(boxes now) override { insist(tree_.move(movers_, in_scalar<Scalar>(now, copies_))); }
    void pairs_of(std::vector<index_pair>& found) override { tree_.pairs_of(movers_, workspace_, found); }

    void insert(const box<float>& shape) override { insist(tree_.insert(in_scalar<Scalar>(shape))); }
    void ask(const window& area, std::vector<std::uint32_t>& found) override {
        tree_.query(in_scalar<Scalar>(area), found);
    }
    void ask(const tally& query, std::vector<std::uint32_t>& found) override {
        found.push_back(tree_.count(in_scalar<Scalar>(query.area)));
    }
    void ask(const line_of_sight& ray, std::vector<std::uint32_t>& found) override {
        tree_.raycast(in_scalar<Scalar>(ray), [&](auto hit) { found.push_back(hit.index()); });
    }

    void ask_all(std::span<const window> areas, answer_rows<std::uint32_t>& found) override {
        tree_.query(in_scalar<Scalar>(areas, areas_), many_, found);
    }
    void ask_all(std::span<const tally> queries, answer_rows<std::uint32_t>& found) override {
        areas_.clear();
        found.clear();
        found.offsets.push_back(0);
        for (const tally& query : queries) {
            areas_.push_back(in_scalar<Scalar>(query.area));
            found.offsets.push_back(areas_.size());
        }
        found.answers.resize(queries.size());
        insist(tree_.count(areas_, many_, found.answers));
    }
    void ask_all(std::span<const line_of_sight> rays, answer_rows<std::uint32_t>& found) override {
        tree_.raycast(in_scalar<Scalar>(rays, rays_), many_, found);
    }

    void copy_from(const subject& other) override {
        insist(tree_.copy_from(dynamic_cast<const quadrille_subject&>(other).tree_));
    }

private:
    template <class Result>
    static void insist(const Result& result) {
        if (!result) {
            std::abort();
        }
    }

    quadtree<void, box<Scalar>> tree_;
    std::vector<box<Scalar>> copies_;
    change_report report_;
    std::vector<item> movers_;
    pair_workspace workspace_;
    batch_workspace many_;
    std::vector<box<Scalar>> areas_;
    std::vector<ray<Scalar>> rays_;
};

} // namespace

std::unique_ptr<subject> make_quadrille(const world&) { return std::make_unique<quadrille_subject<float>>(); }
std::unique_ptr<subject> make_quadrille_double(const world&) { return std::make_unique<quadrille_subject<double>>(); }

} // namespace quadrille::bench
