// Only moving the boxes: one pass over them, the floor under every tick.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"

namespace quadrille::bench {
namespace {

class stream final : public subject {
public:
    explicit stream(const world& start) : world_(start) {}

    void build(boxes) override {}
    void update(boxes) override { world_.step(); }
    void pairs(std::vector<index_pair>&) override {}
    std::optional<std::size_t> bytes() const override { return 0; }

private:
    world world_;
};

} // namespace

std::unique_ptr<subject> make_stream(const world& start) { return std::make_unique<stream>(start); }

} // namespace quadrille::bench
