// Only moves the boxes in one pass: the lower bound of every tick.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"

namespace quadrille::bench {
namespace {

class stream final : public subject, public ticking, public moving {
public:
    explicit stream(const world& start) : world_(start) {}

    void build(boxes now) override { boxes_.assign(now.begin(), now.end()); }

    void update(boxes) override { world_.step(); }
    void pairs(std::vector<index_pair>&) override {}

    void choose(numbers movers) override { movers_ = movers; }
    void move(boxes now) override {
        for (std::size_t k = 0; k < movers_.size(); ++k) {
            boxes_[movers_[k]] = now[k];
        }
    }
    void pairs_of(std::vector<index_pair>&) override {}

    std::optional<std::size_t> bytes() const override { return 0; }

private:
    world world_;
    std::vector<box<float>> boxes_;
    numbers movers_;
};

} // namespace

std::unique_ptr<subject> make_stream(const world& start) { return std::make_unique<stream>(start); }

} // namespace quadrille::bench
