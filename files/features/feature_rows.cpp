// Passes features to a sink: each as a point or box, with its geometry.
// SPDX-License-Identifier: MIT
#include "feature_rows.hpp"

#include <vector>

namespace quadrille::files {

void feature_rows::begin(const std::string& name, bool has_times, bool count_frames, bad_rows* passed_over) {
    row_head head = {name, std::vector<box<double>>(), has_times, true, false, passed_over};
    head.counts_frames = count_frames;
    head.are_features = true;
    into_.begin(std::move(head));
}

void feature_rows::add(const feature& one) {
    if (one.id.empty()) {
        ++numbered_;
        number_ = std::to_string(one.place.number);
    }
    into_.add(one.id.empty() ? number_ : one.id, one.t, one.place);
    into_.add_shape(one.is_point ? any_shape(one.bounds.min) : any_shape(one.bounds));
    into_.add_type(one.type);
    if (!one.is_point) {
        taken_as_boxes_ += into_.wants_vertices() ? 0 : 1;
        if (!one.drawn.empty()) {
            into_.add_geometry(one.drawn);
        }
    }
    for (const numbered_attribute& each : one.attributes) {
        into_.add_attribute(each.number, {each.kind, each.text});
    }
}

void feature_rows::forget() {
    skipped_ = taken_as_boxes_ = numbered_ = 0;
    into_.forget();
}

} // namespace quadrille::files
