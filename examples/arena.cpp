// A level of a game in one arena: the world takes all its memory from the arena, and is freed with it.
// SPDX-License-Identifier: MIT
// Prints: level 1: 2000 mobs
// Prints: level 2: 2000 mobs
// Prints: an arena of 100 kB: full, an allocation failed
#include <quadrille/quadtree.hpp>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <new>

// [arena
struct arena {
    std::byte* next;
    std::byte* end;
};
void* take(void* context, std::size_t bytes, std::size_t alignment) {
    auto& from = *static_cast<arena*>(context);
    void* where = from.next;
    std::size_t left = static_cast<std::size_t>(from.end - from.next);
    if (std::align(alignment, bytes, where, left) == nullptr) {
        return nullptr; // the insert is then rejected with error::no_memory
    }
    from.next = static_cast<std::byte*>(where) + bytes;
    return where;
}
// arena]

using level = quadrille::quadtree<int>;

/// The world object is in the arena, too.
level* begin_level(arena& room) {
    const quadrille::options options{.memory = {.allocate = take, .context = &room}};
    return new (take(&room, sizeof(level), alignof(level))) level(options);
}

int main() {
    static std::byte memory[1 << 20];
    for (int number = 1; number <= 2; ++number) {
        arena room{memory, memory + sizeof(memory)};
        level& world = *begin_level(room);
        for (int mob = 0; mob < 2000; ++mob) {
            const float x = static_cast<float>(mob % 50 * 3);
            const float y = static_cast<float>(mob / 50 * 3);
            world.insert({{x, y}, {x + 2, y + 2}}, mob);
        }
        std::printf("level %d: %u mobs, %td kB\n", number, world.size(), (room.next - memory) / 1000);
    } // no destructor: the next level reuses this memory

    arena small{memory, memory + 100'000};
    level& world = *begin_level(small);
    while (world.insert({{0, 0}, {1, 1}}, 0)) {
    }
    std::printf("an arena of 100 kB: full, %s\n", quadrille::to_string(world.error()));
}
