// Points: inserted, erased and moved one by one, by hand or by themselves; cells split and merge.
// SPDX-License-Identifier: MIT
#include "playground/tree_scene.hpp"

#include <algorithm>

namespace quadrille::playground {
namespace {

constexpr float side_of_world = 64;
constexpr std::uint8_t fading = 6; ///< of 255, per tick

class points final : public tree_scene<point<float>> {
public:
    using tree_scene::tree_scene;

    float prepare() override {
        side_ = side_of_world;
        if (settings_.count > 0) {
            insert(anywhere(side_, 1, random_));
        }
        return 1;
    }

    /// Nothing moves between the changes.
    void move() override {
        for (std::uint8_t& mark : marks_) {
            mark = mark > fading ? static_cast<std::uint8_t>(mark - fading) : std::uint8_t{0};
        }
        count_tick();
    }

    /// A swarm that comes, drop by drop, and goes again: until a hand takes over.
    void update() override {
        if (is_by_hand_ || settings_.speed <= 0) {
            return;
        }
        const auto changes = static_cast<std::uint32_t>(settings_.speed * 3) + 1;
        for (std::uint32_t change = 0; change < changes; ++change) {
            if (tree_.size() >= settings_.count) {
                is_growing_ = false;
            } else if (tree_.size() <= 1) {
                is_growing_ = true;
                middle_ = anywhere(side_, 8, random_);
            }
            if (is_growing_) {
                insert(dripping());
            } else if (!tree_.empty()) {
                erase(tree_.item_at(next_alive()));
            }
        }
    }

    void answer() override {
        visited_ = {};
        counted_ = tree_.count(middle_part(), {}, &visited_);
    }

    void digest(oracle::order_free_hash& into) const override {
        const statistics stats = tree_.stats();
        into.add(index_pair{stats.size, stats.leaves});
        into.add(index_pair{stats.inner_cells, counted_});
        tree_.each([&](auto hit) { into.add(hit.index()); });
    }

    /// How many points there are, and how many in the middle half of the world.
    void last_answers(std::vector<std::uint32_t>& into) const override {
        into.insert(into.end(), {tree_.size(), counted_});
    }

    void act(action what, point<float> where, float reach) override {
        is_by_hand_ = is_by_hand_ || what != action::hover;
        switch (what) {
        case action::add: insert(where); break;
        case action::grab: held_ = closest(where, reach); break;
        case action::carry:
            if (tree_.move(held_, where)) {
                shapes_[held_.index] = where;
                marks_[held_.index] = 255;
            }
            break;
        case action::drop: held_ = {}; break;
        case action::erase: {
            std::vector<item> hit;
            tree_.query(circle<float>{where, reach}, hit);
            tree_.erase(hit);
            break;
        }
        case action::hover: break;
        }
        answer();
    }

private:
    void insert(point<float> where) {
        const item which = tree_.insert(where);
        must(which);
        shapes_.resize(tree_.index_limit());
        marks_.resize(tree_.index_limit());
        shapes_[which.index] = where;
        marks_[which.index] = 255;
    }
    void erase(item which) noexcept { tree_.erase(which); }

    item closest(point<float> where, float reach) const noexcept {
        neighbor found;
        const bool is_there = tree_.nearest(where, {&found, 1}, {.distance = double(reach)}) == 1;
        return is_there ? found.which : item{};
    }

    /// Around a middle that wanders, now and then elsewhere.
    point<float> dripping() noexcept {
        if (random_.below(60) == 0) {
            middle_ = anywhere(side_, 8, random_);
        }
        const auto x = static_cast<float>(double(middle_.x) + 2.5 * random_.gaussian());
        const auto y = static_cast<float>(double(middle_.y) + 2.5 * random_.gaussian());
        return {std::clamp(x, 0.0F, side_), std::clamp(y, 0.0F, side_)};
    }

    std::uint32_t next_alive() noexcept {
        std::uint32_t index = random_.below(tree_.index_limit());
        while (!tree_.item_at(index)) {
            index = (index + 1) % tree_.index_limit();
        }
        return index;
    }

    box<float> middle_part() const noexcept {
        return box_from_center(point<float>{side_ / 2, side_ / 2}, {side_ / 4, side_ / 4});
    }

    point<float> middle_ = {side_of_world / 2, side_of_world / 2};
    bool is_growing_ = true;
    bool is_by_hand_ = false;
    item held_;
    std::uint32_t counted_ = 0;
};

} // namespace

std::unique_ptr<scene> make_points(const settings& how) { return std::make_unique<points>(how); }

} // namespace quadrille::playground
