// GEOS' Quadtree: filled again each tick, because moving an item means removing and inserting it.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"

#include <fmt/format.h>
#include <geos/geom/Envelope.h>
#include <geos/index/ItemVisitor.h>
#include <geos/index/quadtree/Quadtree.h>

#include <deque>

namespace quadrille::bench {
namespace {

struct filed {
    box<float> shape;
    std::uint32_t index;
};

/// The tree returns candidates; their boxes are tested.
class later_items final : public geos::index::ItemVisitor {
public:
    explicit later_items(std::vector<index_pair>& found) : found_(found) {}

    void now_for(const filed& one) { one_ = &one; }

    void visitItem(void* candidate) override {
        const filed& other = *static_cast<const filed*>(candidate);
        if (one_->index < other.index && intersects(one_->shape, other.shape)) {
            found_.push_back({one_->index, other.index});
        }
    }

private:
    std::vector<index_pair>& found_;
    const filed* one_ = nullptr;
};

class all_in final : public geos::index::ItemVisitor {
public:
    all_in(const window& area, std::vector<std::uint32_t>& found) : area_(area), found_(found) {}

    void visitItem(void* candidate) override {
        const filed& one = *static_cast<const filed*>(candidate);
        if (intersects(area_, one.shape)) {
            found_.push_back(one.index);
        }
    }

private:
    const window& area_;
    std::vector<std::uint32_t>& found_;
};

geos::geom::Envelope envelope_of(const box<float>& shape) {
    return {static_cast<double>(shape.min.x), static_cast<double>(shape.max.x), static_cast<double>(shape.min.y),
            static_cast<double>(shape.max.y)};
}

constexpr std::size_t max_items = 200'000;

class geos_quadtree final : public subject, public ticking, public inserting, public answering<window> {
public:
    std::string unfit(boxes now) override {
        return now.size() > max_items ? fmt::format("more than {} items, tens of seconds for a tick", max_items)
                                      : std::string();
    }

    void build(boxes now) override { update(now); }

    void update(boxes now) override {
        filed_.resize(now.size());
        // The old tree is freed first, so that the new one gets warm memory.
        tree_.reset();
        tree_.emplace();
        for (std::size_t i = 0; i < now.size(); ++i) {
            filed_[i] = {now[i], static_cast<std::uint32_t>(i)};
            const geos::geom::Envelope where = envelope_of(now[i]);
            tree_->insert(&where, &filed_[i]);
        }
    }

    void pairs(std::vector<index_pair>& found) override {
        later_items visitor(found);
        // In the tree's order, consecutive items find the same nodes in the cache.
        const std::unique_ptr<std::vector<void*>> in_order(tree_->queryAll());
        for (const void* const item : *in_order) {
            const filed& one = *static_cast<const filed*>(item);
            visitor.now_for(one);
            const geos::geom::Envelope where = envelope_of(one.shape);
            tree_->query(&where, visitor);
        }
    }

    void insert(const box<float>& shape) override {
        // The addresses of a deque's items do not change.
        filed_.push_back({shape, static_cast<std::uint32_t>(filed_.size())});
        const geos::geom::Envelope where = envelope_of(shape);
        tree_->insert(&where, &filed_.back());
    }

    void ask(const window& area, std::vector<std::uint32_t>& found) override {
        all_in visitor(area, found);
        const geos::geom::Envelope where = envelope_of(area);
        tree_->query(&where, visitor);
    }

private:
    std::deque<filed> filed_;
    std::optional<geos::index::quadtree::Quadtree> tree_;
};

} // namespace

std::unique_ptr<subject> make_geos_quadtree(const world&) { return std::make_unique<geos_quadtree>(); }

} // namespace quadrille::bench
