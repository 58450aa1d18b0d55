// A scene: a world that moves, the tree that follows it, and a question that the tree answers at every tick.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PLAYGROUND_SCENE_HPP
#define QUADRILLE_PLAYGROUND_SCENE_HPP

#include "playground/picture.hpp"
#include "playground/settings.hpp"
#include "scenes/oracle.hpp"

#include <quadrille/vocabulary.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace quadrille::playground {

/// What a hand does to a scene; what it means there is the scene's affair.
enum class action : std::uint8_t {
    hover, ///< the pointer is here
    add,
    grab, ///< the nearest item, if it is close
    carry,
    drop,
    erase ///< whatever is close
};

/// Everything about a scene is determined by its settings and what hands did: integer randomness, + − × ÷ √, and answers in the
/// tree's order, which is the same for every set of kernels.
class scene {
public:
    scene() = default;
    scene(const scene&) = delete;
    scene& operator=(const scene&) = delete;
    virtual ~scene() = default;

    /// Builds the next part of the world; returns how much of it there is, 1 at the end. The other members come after that.
    virtual float prepare() = 0;

    /// A tick is these three, in this order: things move, the tree is told, the tree is asked. It is asked once before the first.
    virtual void move() = 0;
    virtual void update() = 0;
    virtual void answer() = 0;
    /// The same question by brute force, where the scene compares.
    virtual void compare() {}

    /// Adds the answers of this tick.
    virtual void digest(oracle::order_free_hash& into) const = 0;

    virtual void act(action, point<float> /*where*/, float /*reach*/) {}
    virtual void set_speed(float speed) noexcept = 0;
    /// Moves the window that a hand drags over the world, where the scene has one.
    virtual void set_pane(const box<float>&) {}

    /// Asks the tree what is in the frame, and only that.
    virtual void show(const frame& wanted, picture& into) = 0;
    virtual box<float> walls() const noexcept = 0;

    // ---- For tests ---------------------------------------------------------------------------------------------------

    /// All shapes by index, four numbers each: bounds; of circles the center, and twice the radius; NaN where there is none.
    virtual void every_shape(std::vector<float>& into) const = 0;
    /// The last answers, each as many numbers as the scene has for one.
    virtual void last_answers(std::vector<std::uint32_t>& into) const = 0;
    virtual void window(const box<float>& area, std::vector<std::uint32_t>& into) const = 0;
    virtual void nearest(point<float> where, std::uint32_t most, std::vector<std::uint32_t>& into) const = 0;
    /// What this window visits here, and in a tree freshly assigned with the same shapes.
    virtual void work(const box<float>& area, counters& lived, counters& fresh) const = 0;
    virtual bool is_sound() const noexcept = 0;
    /// The instruction set of the kernels.
    virtual const char* kernels() const noexcept = 0;
};

std::unique_ptr<scene> make_scene(kind which, const settings& how);

std::unique_ptr<scene> make_overview(const settings& how);
std::unique_ptr<scene> make_collide(const settings& how);
std::unique_ptr<scene> make_boids(const settings& how);
std::unique_ptr<scene> make_torus(const settings& how);
std::unique_ptr<scene> make_circles(const settings& how);
std::unique_ptr<scene> make_light(const settings& how);
std::unique_ptr<scene> make_look(const settings& how);
std::unique_ptr<scene> make_hunt(const settings& how);
std::unique_ptr<scene> make_points(const settings& how);

} // namespace quadrille::playground

#endif
