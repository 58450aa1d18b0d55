/* The world in C: circles that move, who touches whom, who is near.
 * SPDX-License-Identifier: MIT */
#include <quadrille.h>

#include <stdio.h>
#include <stdlib.h>

static void demand(quadrille_status status) {
    if (status != QUADRILLE_OK) {
        fprintf(stderr, "quadrille: %s\n", quadrille_message());
        exit(1);
    }
}

int main(void) {
    float circles[100][3]; /* x, y, radius */
    quadrille_tree* world = NULL;
    quadrille_answers found;
    const float here[2] = {0, 0};
    size_t i = 0;
    int tick = 0;

    for (i = 0; i < 100; ++i) {
        circles[i][0] = (float)(i % 10) * 2.5f;
        circles[i][1] = (float)(i / 10) * 2.5f;
        circles[i][2] = 1;
    }
    // [world
    demand(quadrille_create(QUADRILLE_CIRCLES, QUADRILLE_FLOAT32, NULL, &world));
    demand(quadrille_assign(world, circles, 100, NULL));
    // world]
    // [tick
    for (tick = 0; tick < 3; ++tick) {
        for (i = 0; i < 100; i += 2) {
            circles[i][0] += 0.4f;
        }
        demand(quadrille_sync(world, circles, 100, NULL));
        demand(quadrille_pairs(world, 0, &found));
        printf("tick %d: %u pairs touch", tick, (unsigned)found.count);
        printf(found.count > 0 ? ", the first %u and %u\n" : "\n", found.count > 0 ? (unsigned)found.a[0] : 0U,
               found.count > 0 ? (unsigned)found.b[0] : 0U);
        quadrille_free_answers(&found);
    }
    // tick]
    // [near
    demand(quadrille_nearest(world, here, 1, 3, &found));
    for (i = 0; i < found.count; ++i) {
        printf("near: %u, squared distance %g\n", (unsigned)found.a[i], found.measures[i]);
    }
    quadrille_free_answers(&found);
    // near]
    demand(quadrille_destroy(world));
    return 0;
}
