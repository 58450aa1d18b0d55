// GEOS' packed R-tree in its best use: the template, whose visitor is inlined, queried in the tree's own order.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"

#include <geos/index/strtree/TemplateSTRtree.h>

namespace quadrille::bench {
namespace {

class geos_strtree final : public subject, public ticking, public answering<window> {
public:
    void build(boxes now) override { update(now); }

    void update(boxes now) override {
        // The old tree is freed first, so that the new one gets warm memory.
        tree_.reset();
        tree_.emplace(node_capacity, now.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            tree_->insert(envelope_of(now[i]), static_cast<std::uint32_t>(i));
        }
        tree_->build();
        now_ = now;
    }

    void pairs(std::vector<index_pair>& found) override {
        for (const std::uint32_t one : tree_->items()) {
            tree_->query(envelope_of(now_[one]), [&found, one](std::uint32_t other) {
                if (one < other) {
                    found.push_back({one, other});
                }
            });
        }
    }

    void ask(const window& area, std::vector<std::uint32_t>& found) override {
        tree_->query(envelope_of(area), [&found](std::uint32_t one) { found.push_back(one); });
    }

private:
    static constexpr std::size_t node_capacity = 10;

    static geos::geom::Envelope envelope_of(const box<float>& shape) {
        return {static_cast<double>(shape.min.x), static_cast<double>(shape.max.x), static_cast<double>(shape.min.y),
                static_cast<double>(shape.max.y)};
    }

    std::optional<geos::index::strtree::TemplateSTRtree<std::uint32_t>> tree_;
    boxes now_;
};

} // namespace

std::unique_ptr<subject> make_geos_strtree(const world&) { return std::make_unique<geos_strtree>(); }

} // namespace quadrille::bench
