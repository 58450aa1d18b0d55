// Which scene is which.
// SPDX-License-Identifier: MIT
#include "playground/scene.hpp"

namespace quadrille::playground {

std::unique_ptr<scene> make_scene(kind which, const settings& how) {
    switch (which) {
    case kind::overview: return make_overview(how);
    case kind::collide: return make_collide(how);
    case kind::boids: return make_boids(how);
    case kind::torus: return make_torus(how);
    case kind::circles: return make_circles(how);
    case kind::light: return make_light(how);
    case kind::look: return make_look(how);
    case kind::hunt: return make_hunt(how);
    case kind::points: return make_points(how);
    }
    return nullptr;
}

} // namespace quadrille::playground
