// The life of a tree: every verb, with any options, layers and shapes, rejected input, and callbacks that throw or change the
// tree. After each step it is that of a plain list of shapes, and sound.
// SPDX-License-Identifier: MIT
#include "lives/life.hpp"
#include "fuzz/input.hpp"
#include "fuzz/interrupted_twin.hpp"

namespace quadrille::fuzz {
namespace {

template <class Shape>
class fuzzed_life {
public:
    using scalar = typename Shape::scalar;

    explicit fuzzed_life(input& from)
        : from_(from), life_({options_from(from), testing::style(from.below(testing::styles))}), both_(life_.both()) {}

    void live() {
        for (int rest = 60; rest > 0 && !from_.is_empty(); --rest) {
            step();
            both_.look();
            if (!life_.trouble().empty()) {
                found(life_.trouble() + " after" + story_.str());
            }
        }
    }

private:
    /// One of the verbs with choices that follow from two bytes, as the random tests have them; or what bytes alone say.
    void step() {
        const auto verbs = static_cast<std::uint32_t>(life_.verbs().size());
        const std::uint32_t what = from_.below(verbs + 14);
        if (what < verbs) {
            const testing::command todo = {what, from_.raw<std::uint16_t>()};
            story_ << "\n  " << life_.verbs()[what].name << '(' << todo.chance << ')';
            life_.live(todo);
            return;
        }
        story_ << "\n  of bytes " << what - verbs;
        switch (what - verbs) {
        case 0: both_.insert(from_.shape<Shape>()); break;
        case 1:
            both_.insert_together(from_.shapes<Shape>(from_.below(40)), from_.layers(), from_.below(2) == 0, false,
                                  from_.below(8) == 0);
            break;
        case 2: both_.move(someone(), from_.shape<Shape>()); break;
        case 3: both_.sync(from_.shapes<Shape>(both_.limit()), from_.below(2) == 0); break;
        case 4: both_.assign(from_.shapes<Shape>(from_.below(40))); break;
        case 5: both_.erase(someone()); break;
        default: interrupt(); break;
        }
    }

    item someone() {
        const std::uint32_t die = from_.below(16);
        if (die == 0 && !both_.stale().empty()) {
            return both_.stale()[from_.below(static_cast<std::uint32_t>(both_.stale().size()))];
        }
        return die == 1 || both_.limit() == 0 ? item{} : both_.item_of(from_.below(both_.limit()));
    }

    void interrupt() {
        const std::uint32_t place = from_.below(both_.callbacks);
        const std::uint32_t nth = 1 + from_.below(16);
        const std::uint32_t what = from_.below(10);
        const auto act = [&] {
            if (what < 3) {
                throw interruption();
            }
            change(what);
        };
        const auto area = from_.area<scalar>();
        story_ << ": place " << place << ", call " << nth << ", change " << what;
        both_.interrupt(place, nth, act, area, from_.shape<Shape>());
    }
    void change(std::uint32_t what) {
        switch (what) {
        case 3: both_.insert(from_.shape<Shape>()); break;
        case 4: both_.erase(someone()); break;
        case 5: both_.move(someone(), from_.shape<Shape>()); break;
        case 6: both_.set_layers(someone(), from_.layers()); break;
        case 7: both_.clear(); break;
        case 8: both_.assign(from_.shapes<Shape>(from_.below(20))); break;
        default: both_.copy(from_.below(2) == 0); break;
        }
    }

    input& from_;
    testing::life<Shape, interrupted_twin<Shape>> life_;
    interrupted_twin<Shape>& both_;
    std::ostringstream story_;
};

} // namespace
} // namespace quadrille::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace quadrille::fuzz;
    input from(bytes, size);
    with_a_shape(from, [&]<class Shape>() { fuzzed_life<Shape>(from).live(); });
    expect(quadrille::testing::tracked::living == 0, "values have leaked");
    return 0;
}
