// What the page calls: a few functions, and views of flat arrays. Built for WebAssembly alone.
// SPDX-License-Identifier: MIT
#include "playground/stage.hpp"

#include <cstdint>
#include <vector>

namespace quadrille::playground {
namespace {

/// An array that the page reads: 4 bytes for each number, marks and characters 1.
struct bytes_view {
    const void* data;
    std::uint32_t length;
};

template <class Element>
bytes_view view_of(const std::vector<Element>& numbers) noexcept {
    return {numbers.data(), static_cast<std::uint32_t>(numbers.size())};
}

stage played;
std::vector<float> shapes_asked;
std::vector<std::uint32_t> numbers_asked;

/// In the order in which the page names them.
bytes_view view_at(std::uint32_t which) noexcept {
    const picture& seen = played.seen();
    switch (which) {
    case 0: return view_of(seen.shapes);
    case 1: return view_of(seen.marks);
    case 2: return view_of(seen.ids);
    case 3: return view_of(seen.tiles);
    case 4: return view_of(seen.cells);
    case 5: return view_of(seen.bounds);
    case 6: return view_of(seen.lines);
    case 7: return view_of(seen.vertices);
    case 8: return view_of(seen.polygons);
    case 9: return view_of(seen.dots);
    case 10: return {seen.facts.data(), static_cast<std::uint32_t>(seen.facts.size())};
    case 11: return view_of(shapes_asked);
    default: return view_of(numbers_asked);
    }
}

std::uint32_t counted(const std::vector<std::uint32_t>& numbers) noexcept {
    return static_cast<std::uint32_t>(numbers.size());
}

} // namespace
} // namespace quadrille::playground

using namespace quadrille;
using namespace quadrille::playground;

#ifdef __wasm__
#define QUADRILLE_EXPORT(NAME) __attribute__((export_name(#NAME)))
#else
#define QUADRILLE_EXPORT(NAME)
#endif

// The page passes what it has checked: kinds and sizes by their number.
extern "C" {

QUADRILLE_EXPORT(begin)
void quadrille_begin(std::uint32_t which, std::uint32_t count, std::uint32_t how_wide, float speed,
                     std::uint32_t leaf_capacity, std::uint32_t seed) {
    played.begin(every_kind[which], {count, every_sizes[how_wide], speed, leaf_capacity, seed});
}
QUADRILLE_EXPORT(prepare)
float quadrille_prepare() { return played.prepare(); }

QUADRILLE_EXPORT(move)
void quadrille_move() { played.on().move(); }
QUADRILLE_EXPORT(update)
void quadrille_update() { played.on().update(); }
QUADRILLE_EXPORT(answer)
void quadrille_answer() { played.on().answer(); }
QUADRILLE_EXPORT(compare)
void quadrille_compare() { played.on().compare(); }
QUADRILLE_EXPORT(note)
void quadrille_note() { played.note(); }
QUADRILLE_EXPORT(hash)
std::uint64_t quadrille_hash() { return played.hash(); }

QUADRILLE_EXPORT(set_speed)
void quadrille_set_speed(float speed) { played.on().set_speed(speed); }
QUADRILLE_EXPORT(set_pane)
void quadrille_set_pane(float x0, float y0, float x1, float y1) { played.on().set_pane({{x0, y0}, {x1, y1}}); }
QUADRILLE_EXPORT(act)
void quadrille_act(std::uint32_t what, float x, float y, float reach) {
    played.on().act(static_cast<action>(what), {x, y}, reach);
}

QUADRILLE_EXPORT(show)
void quadrille_show(float x0, float y0, float x1, float y1, std::uint32_t cells, std::uint32_t bounds,
                    std::uint32_t max_items, float tile) {
    const frame wanted = {
        .area = {{x0, y0}, {x1, y1}}, .cells = cells != 0, .bounds = bounds != 0, .max_items = max_items, .tile = tile};
    played.on().show(wanted, played.seen());
}
QUADRILLE_EXPORT(side)
float quadrille_side() { return played.on().walls().max.x; }

QUADRILLE_EXPORT(data)
const void* quadrille_data(std::uint32_t which) { return view_at(which).data; }
QUADRILLE_EXPORT(length)
std::uint32_t quadrille_length(std::uint32_t which) { return view_at(which).length; }

// For tests: the answers go to the last two arrays.

QUADRILLE_EXPORT(every_shape)
void quadrille_every_shape() {
    shapes_asked.clear();
    played.on().every_shape(shapes_asked);
}
QUADRILLE_EXPORT(last_answers)
void quadrille_last_answers() {
    numbers_asked.clear();
    played.on().last_answers(numbers_asked);
}
QUADRILLE_EXPORT(window)
std::uint32_t quadrille_window(float x0, float y0, float x1, float y1) {
    numbers_asked.clear();
    played.on().window({{x0, y0}, {x1, y1}}, numbers_asked);
    return counted(numbers_asked);
}
QUADRILLE_EXPORT(nearest)
std::uint32_t quadrille_nearest(float x, float y, std::uint32_t most) {
    numbers_asked.clear();
    played.on().nearest({x, y}, most, numbers_asked);
    return counted(numbers_asked);
}
/// Cells, blocks, lanes and answers of this window, here and in a tree that is as good as new.
QUADRILLE_EXPORT(work)
void quadrille_work(float x0, float y0, float x1, float y1) {
    counters lived;
    counters fresh;
    played.on().work({{x0, y0}, {x1, y1}}, lived, fresh);
    numbers_asked.clear();
    for (const counters& each : {lived, fresh}) {
        for (const std::uint64_t number : {each.cells, each.blocks, each.lanes, each.answers}) {
            numbers_asked.push_back(static_cast<std::uint32_t>(number));
        }
    }
}
QUADRILLE_EXPORT(is_sound)
std::uint32_t quadrille_is_sound() { return played.on().is_sound() ? 1 : 0; }
/// A string with a zero at its end.
QUADRILLE_EXPORT(kernels)
const char* quadrille_kernels() { return played.on().kernels(); }

} // extern "C"
