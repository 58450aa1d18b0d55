// Questions with hostile numbers (NaN, infinities, −0, denormals, huge, inverted boxes) of trees of hostile shapes: the answers
// are those of a full scan.
// SPDX-License-Identifier: MIT
#include "fuzz/input.hpp"
#include "support/twin.hpp"

#include <array>

namespace quadrille::fuzz {
namespace {

/// A twin that is asked about areas of every form, as they come.
template <class Shape>
class questioned : public testing::twin<Shape> {
public:
    using scalar = typename Shape::scalar;
    using testing::twin<Shape>::twin;

    template <class Area>
    void ask_about(const char* form, const Area& area, const filter& wanted) {
        const auto expected = oracle::query(this->all(), area, this->alive_in(wanted.layers));
        std::vector<std::uint32_t> found;
        this->tree_.query(area, found, wanted);
        oracle::sort(found);
        if (found != expected || this->tree_.count(area, wanted) != expected.size() ||
            this->tree_.any(area, wanted) == expected.empty()) {
            this->expect(testing::differ(form, expected.size(), found.size()));
        }
    }
    template <class Area>
    void ask_within_of(const char* form, const Area& area, double distance, const filter& wanted) {
        std::vector<std::uint32_t> expected;
        const auto alive = this->alive_in(wanted.layers);
        for (std::uint32_t index = 0; index < this->limit(); ++index) {
            if (alive[index] != 0 && are_within(this->truth_.shapes[index], area, distance)) {
                expected.push_back(index);
            }
        }
        std::vector<std::uint32_t> found;
        this->tree_.query_within(area, distance, found, wanted);
        oracle::sort(found);
        if (found != expected) {
            this->expect(testing::differ(form, expected.size(), found.size()));
        }
    }
    /// One that may not be convex finds nothing outside its bounds.
    void ask_about_any_polygon(const polygon<scalar>& area) {
        const box<scalar> around = bounds_of(area);
        this->tree_.query(area, [&](auto hit) {
            // Of infinite edges the bounds decide.
            this->expect(intersects(bounds_of(hit.shape()), around), "a polygon finds what is outside its bounds");
        });
    }
    template <class Mover>
    void ask_cast(const Mover& mover, const point<scalar>& way, const filter& wanted) {
        this->expect(testing::reports_what_is_hit<scalar>(
            "cast", oracle::cast(this->all(), mover, way, this->alive_in(wanted.layers)),
            this->tree_.closest_cast(mover, way, wanted),
            [&](auto visitor) { this->tree_.cast(mover, way, visitor, wanted); }));
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
        constexpr double most = testing::infinite<double>;
        const std::uint32_t choice = from_.below(20);
        // The scans of most questions know worlds without a seam; every question's own truth knows both.
        const bool is_asked_here = 3 <= choice && choice <= 16;
        switch (is_asked_here && both_.wraps() ? 17 : choice) {
        case 0: both_.insert(from_.shape<Shape>()); break;
        case 1: both_.move(someone(), from_.shape<Shape>()); break;
        case 2: both_.set_layers(someone(), from_.layers()); break;
        case 3: both_.ask_about("box", from_.area<scalar>(), {from_.layers()}); break;
        case 4: both_.ask_about("circle", from_.disc<scalar>(), {from_.layers()}); break;
        case 5: both_.ask_about("point", from_.place<scalar>(), {from_.layers()}); break;
        case 6: both_.ask_about("segment", from_.line<scalar>(), {from_.layers()}); break;
        case 7: ask_about_polygon(); break;
        case 8:
            both_.ask_within_of("near a box", from_.area<scalar>(), from_.number<double>(), {from_.layers()});
            break;
        case 9: both_.ask_within_of("near a point", from_.place<scalar>(), from_.number<double>(), {}); break;
        case 10: both_.ask_within_of("near a segment", from_.line<scalar>(), from_.number<double>(), {}); break;
        case 11: both_.ask_within_of("near a circle", from_.disc<scalar>(), from_.number<double>(), {}); break;
        case 12: {
            const double distance = from_.below(2) == 0 ? most : from_.number<double>();
            both_.ask_nearest(from_.place<scalar>(), distance, from_.layers(), from_.below(60));
            break;
        }
        case 13: {
            const auto origin = from_.place<scalar>();
            both_.ask_casts({origin, from_.place<scalar>()}, from_.area<scalar>(), from_.layers());
            break;
        }
        case 14: both_.ask_cast(from_.disc<scalar>(), from_.place<scalar>(), {from_.layers()}); break;
        case 15: both_.ask_filtered_pairs({from_.layers(), from_.layers(), from_.number<double>()}); break;
        case 16: {
            const std::vector<item> those = {someone(), someone(), someone()};
            both_.ask_pairs_of(those, {from_.layers(), from_.layers(), from_.number<double>()});
            break;
        }
        case 17: ask_many(); break;
        case 18: both_.look_at_cell(from_.place<scalar>()); break;
        default: both_.ask_find(from_.shape<Shape>(), from_.below(64)); break;
        }
    }

    item someone() { return both_.limit() == 0 ? item{} : both_.item_of(from_.below(both_.limit())); }

    void ask_about_polygon() {
        std::vector<point<scalar>> vertices(from_.below(6));
        for (auto& each : vertices) {
            each = from_.place<scalar>();
        }
        const polygon<scalar> area{vertices};
        if (vertices.size() > 3) {
            both_.ask_about_any_polygon(area);
            return;
        }
        both_.ask_about("polygon", area, {from_.layers()});
        both_.ask_within_of("near a polygon", area, from_.number<double>(), {});
    }

    void ask_many() {
        std::vector<point<scalar>> places;
        for (std::uint32_t rest = from_.below(12); rest > 0; --rest) {
            places.push_back(from_.place<scalar>());
        }
        both_.ask_nearest_of_many(places, from_.below(6), {.layers = from_.layers()});
        chances own{*this};
        both_.ask_a_kind(own, from_.below(testing::question_kinds), 1 + from_.below(6));
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
