// Questions with hostile numbers (NaN, infinities, −0, denormals, huge, inverted boxes) of trees of hostile shapes: the answers
// are those of a full scan.
// SPDX-License-Identifier: MIT
#include "fuzz/input.hpp"
#include "lives/twin.hpp"

#include <cstdint>
#include <vector>

namespace quadrille::fuzz {
namespace {

/// A twin that is asked about polygons of any number of vertices.
template <class Shape>
class questioned : public testing::twin<Shape> {
public:
    using scalar = typename Shape::scalar;
    using testing::twin<Shape>::twin;

    /// One that may not be convex finds nothing outside its bounds.
    void ask_about_polygon(const polygon<scalar>& area, double distance, std::uint32_t layers) {
        if (area.vertices.size() <= 3) {
            this->expect(testing::is_found_and_counted(this->tree_, question::query{area, filter{layers}}));
            this->expect(
                testing::is_found_and_counted(this->tree_, question::query_within{area, distance, filter{layers}}));
            return;
        }
        const box<scalar> around = bounds_of(area);
        this->tree_.query(area, [&](auto hit) {
            // Of infinite edges the bounds decide.
            this->expect(intersects(bounds_of(hit.shape()), around), "a polygon finds what is outside its bounds");
        });
    }
};

template <class Shape>
class interview {
public:
    using scalar = typename Shape::scalar;

    explicit interview(input& from) : from_(from), both_(options_from(from)) {}

    void hold() {
        for (std::uint32_t rest = from_.below(64); rest > 0; --rest) {
            both_.insert(from_.shape<Shape>());
        }
        both_.look();
        for (int rest = 100; rest > 0 && !from_.is_empty(); --rest) {
            next();
            expect(both_.trouble().empty(), both_.trouble());
        }
    }

private:
    void next() {
        chances own{*this};
        switch (from_.below(20)) {
        case 0: both_.insert(from_.shape<Shape>()); break;
        case 1: both_.move(someone(), from_.shape<Shape>()); break;
        case 2: both_.set_layers(someone(), from_.layers()); break;
        case 3: ask_about_polygon(); break;
        case 4:
        case 5: both_.ask_nearest(own, from_.below(60)); break;
        case 6: both_.look_at_cell(from_.place<scalar>()); break;
        case 7: both_.ask_find(from_.shape<Shape>(), from_.below(64)); break;
        default: both_.ask_a_kind(own, from_.below(testing::question_kinds), 1 + from_.below(6)); break;
        }
    }

    item someone() { return both_.limit() == 0 ? item{} : both_.item_of(from_.below(both_.limit())); }

    void ask_about_polygon() {
        std::vector<point<scalar>> vertices(from_.below(6));
        for (auto& each : vertices) {
            each = from_.place<scalar>();
        }
        both_.ask_about_polygon({vertices}, from_.number<double>(), from_.layers());
    }

    /// What the fields of questions are drawn from.
    struct chances {
        interview& of;

        box<scalar> area() { return of.from_.template area<scalar>(); }
        circle<scalar> disc() { return of.from_.template disc<scalar>(); }
        point<scalar> place() { return of.from_.template place<scalar>(); }
        double distance() { return of.from_.template number<double>(); }
        item someone() { return of.someone(); }
        std::uint32_t layers() { return of.from_.layers(); }
    };

    input& from_;
    questioned<Shape> both_;
};

} // namespace
} // namespace quadrille::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace quadrille::fuzz;
    input from(bytes, size);
    with_a_shape(from, [&]<class Shape>() { interview<Shape>(from).hold(); });
    return 0;
}
