// Light: a lantern and the cones of guards among walls; moths shine where the lantern sees them.
// SPDX-License-Identifier: MIT
#include "playground/tree_scene.hpp"

#include <quadrille/visibility.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace quadrille::playground {
namespace {

constexpr std::uint32_t movers_every = 8; ///< one wall in this number moves
constexpr std::uint32_t moths = 600;
constexpr float part_covered = 0.12F;
constexpr float lantern_reach = 16;
constexpr float guard_reach = 13;
constexpr float half_angle = 0.35F; ///< of a guard's cone
/// How far a guard's head turns in a tick: the cosine and the sine of 0.01.
constexpr point<float> head_turn = {0.99995F, 0.0099998F};

/// What goes its way between walls.
struct walker {
    point<float> place;
    point<float> way; ///< per tick

    void walk(float speed, float margin, float side) noexcept {
        way = reflected(way, place, margin, side);
        place = {place.x + speed * way.x, place.y + speed * way.y};
    }
};

class light final : public tree_scene<box<float>> {
public:
    using tree_scene::tree_scene;

    float prepare() override {
        std::vector<float> widths = sides_of(settings_, random_);
        for (float& width : widths) {
            width *= 1.5F;
        }
        side_ = std::max(room_for(widths, part_covered), 24.0F);
        for (std::size_t index = 0; index < widths.size(); ++index) {
            const auto lengthened = static_cast<float>(random_.between(0.4, 1.6));
            const point<float> half = {widths[index] * lengthened / 2, widths[index] / lengthened / 2};
            shapes_.push_back(box_from_center(anywhere(side_, std::max(half.x, half.y), random_), half));
            const point<float> towards = heading(random_);
            const float step = index % movers_every == 0 ? 0.03F : 0.0F;
            ways_.push_back({step * towards.x, step * towards.y});
        }
        marks_.resize(shapes_.size());
        must(tree_.assign(shapes_));
        lantern_ = {{side_ / 2, side_ / 2}, {0.036F, 0.023F}};
        for (walker& guard : guards_) {
            const point<float> towards = heading(random_);
            guard = {anywhere(side_, 2, random_), {0.03F * towards.x, 0.03F * towards.y}};
        }
        for (point<float>& facing : facings_) {
            facing = heading(random_);
        }
        moths_.resize(moths);
        for (walker& moth : moths_) {
            const point<float> towards = heading(random_);
            moth = {anywhere(side_, 1, random_), {0.025F * towards.x, 0.025F * towards.y}};
        }
        is_lit_.resize(moths);
        return 1;
    }

    void move() override {
        for (std::size_t index = 0; index < shapes_.size(); index += movers_every) {
            box<float>& wall = shapes_[index];
            const point<float> half = {(wall.max.x - wall.min.x) / 2, (wall.max.y - wall.min.y) / 2};
            walker center = {{wall.min.x + half.x, wall.min.y + half.y}, ways_[index]};
            center.walk(settings_.speed, std::max(half.x, half.y), side_);
            wall = box_from_center(center.place, half);
            ways_[index] = center.way;
        }
        if (!is_held_) {
            lantern_.walk(settings_.speed, 2, side_);
        }
        for (std::size_t guard = 0; guard < guards_.size(); ++guard) {
            guards_[guard].walk(settings_.speed, 2, side_);
            const point<float> facing = facings_[guard];
            facings_[guard] = {facing.x * head_turn.x - facing.y * head_turn.y,
                               facing.x * head_turn.y + facing.y * head_turn.x};
        }
        for (walker& moth : moths_) {
            moth.walk(settings_.speed, 1, side_);
        }
        count_tick();
    }

    void answer() override {
        visited_ = {};
        outlines_.clear();
        const auto of_lantern = lantern_sight_.look(tree_, lantern_view(), whole_shape(), {}, &visited_);
        outlines_.emplace_back(of_lantern.begin(), of_lantern.end());
        for (std::size_t moth = 0; moth < moths_.size(); ++moth) {
            is_lit_[moth] = lantern_sight_.sees(moths_[moth].place) ? 1 : 0;
        }
        for (std::size_t guard = 0; guard < guards_.size(); ++guard) {
            const view<float> from = {guards_[guard].place, guard_reach, facings_[guard], half_angle};
            const auto cone = guard_sight_.look(tree_, from, whole_shape(), {}, &visited_);
            outlines_.emplace_back(cone.begin(), cone.end());
        }
    }

    /// Of the lantern alone: cones need a sine, whose last bit differs from one machine to the next.
    void digest(oracle::order_free_hash& into) const override {
        into.add(outlines_.front().size());
        for (std::size_t moth = 0; moth < moths_.size(); ++moth) {
            into.add(2 * moth + is_lit_[moth]);
        }
    }

    void act(action what, point<float> where, float) override {
        is_held_ = what == action::grab || what == action::carry || (is_held_ && what == action::hover);
        if (what == action::grab || what == action::carry || what == action::add) {
            lantern_.place = {std::clamp(where.x, 0.0F, side_), std::clamp(where.y, 0.0F, side_)};
            answer();
        }
    }

    void show(const frame& wanted, picture& into) override {
        tree_scene::show(wanted, into);
        for (const auto& outline : outlines_) {
            into.add_polygon(outline);
        }
        into.add_ring(lantern_.place, lantern_reach);
        for (const walker& guard : guards_) {
            into.add_ring(guard.place, guard_reach);
        }
        std::uint32_t lit = 0;
        for (std::size_t moth = 0; moth < moths_.size(); ++moth) {
            into.add_dot(moths_[moth].place, is_lit_[moth] != 0 ? 255 : 0);
            lit += is_lit_[moth];
        }
        into.set(fact::answers, lit);
        into.set(fact::vertices, outlines_.empty() ? 0.0 : static_cast<double>(outlines_.front().size()));
    }

    /// Three numbers for each moth: the bits of its place, and whether it is lit; and first those of the lantern.
    void last_answers(std::vector<std::uint32_t>& into) const override {
        add_place(lantern_.place, 1, into);
        for (std::size_t moth = 0; moth < moths_.size(); ++moth) {
            add_place(moths_[moth].place, is_lit_[moth], into);
        }
    }

private:
    static void add_place(point<float> place, std::uint32_t flag, std::vector<std::uint32_t>& into) {
        into.insert(into.end(), {std::bit_cast<std::uint32_t>(place.x), std::bit_cast<std::uint32_t>(place.y), flag});
    }

    view<float> lantern_view() const noexcept { return {.where = lantern_.place, .reach = lantern_reach}; }

    std::vector<point<float>> ways_; ///< of walls
    walker lantern_ = {};
    bool is_held_ = false;
    std::array<walker, 3> guards_ = {};
    std::array<point<float>, 3> facings_ = {};
    std::vector<walker> moths_;
    std::vector<std::uint8_t> is_lit_; ///< by moth
    visibility<float> lantern_sight_;
    visibility<float> guard_sight_;
    std::vector<std::vector<point<float>>> outlines_; ///< the lantern's, then those of the guards
};

} // namespace

std::unique_ptr<scene> make_light(const settings& how) { return std::make_unique<light>(how); }

} // namespace quadrille::playground
