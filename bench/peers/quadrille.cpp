// This library: shapes alone, one sync for each tick.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"

#include <quadrille/quadtree.hpp>

#include <cstdlib>

namespace quadrille::bench {
namespace {

class quadrille_subject final : public subject {
public:
    void build(boxes now) override { insist(tree_.assign(now)); }
    void update(boxes now) override { insist(tree_.sync(now)); }
    void pairs(std::vector<index_pair>& found) override { tree_.pairs(found); }
    std::optional<std::size_t> bytes() const override { return tree_.stats().bytes; }

private:
    static void insist(const sync_report& report) {
        if (!report) {
            std::abort();
        }
    }

    quadtree<> tree_;
};

} // namespace

std::unique_ptr<subject> make_quadrille(const world&) { return std::make_unique<quadrille_subject>(); }

} // namespace quadrille::bench
