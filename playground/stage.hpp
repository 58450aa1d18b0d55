// The stage: one scene at a time, its picture, and what a page may call.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_PLAYGROUND_STAGE_HPP
#define QUADRILLE_PLAYGROUND_STAGE_HPP

#include "playground/scene.hpp"

#include <cstdint>
#include <memory>

namespace quadrille::playground {

class stage {
public:
    /// Replaces the scene by a new one, which has to be prepared.
    void begin(kind which, const settings& how) {
        scene_ = make_scene(which, how);
        hash_ = 0;
    }
    float prepare() { return scene_->prepare(); }

    scene& on() noexcept { return *scene_; }
    picture& seen() noexcept { return picture_; }

    /// Takes the answers of this tick into the hash of all of them.
    void note() {
        oracle::order_free_hash answers;
        scene_->digest(answers);
        hash_ = scenes::mixed(hash_ ^ answers.value());
    }
    std::uint64_t hash() const noexcept { return hash_; }

private:
    std::unique_ptr<scene> scene_;
    picture picture_;
    std::uint64_t hash_ = 0;
};

} // namespace quadrille::playground

#endif
