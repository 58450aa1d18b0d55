// The most frequent questions as functions of their own.
// SPDX-License-Identifier: MIT
#define QUADRILLE_BUILDS_C
#include <quadrille.h>

quadrille_status quadrille_query(const quadrille_tree* tree, quadrille_form form, const void* places, size_t count,
                                 quadrille_answers* answers) {
    quadrille_questions asked = QUADRILLE_QUESTIONS("query");
    asked.form = form;
    asked.places = places;
    asked.count = count;
    return quadrille_ask(tree, &asked, answers);
}
quadrille_status quadrille_nearest(const quadrille_tree* tree, const void* points, size_t count, uint64_t k,
                                   quadrille_answers* answers) {
    quadrille_questions asked = QUADRILLE_QUESTIONS("nearest");
    asked.form = QUADRILLE_POINT;
    asked.places = points;
    asked.count = count;
    asked.k = k;
    return quadrille_ask(tree, &asked, answers);
}
quadrille_status quadrille_closest_hits(const quadrille_tree* tree, const void* points, const void* ways, size_t count,
                                        quadrille_answers* answers) {
    quadrille_questions asked = QUADRILLE_QUESTIONS("raycast");
    asked.wanted = QUADRILLE_FIRST;
    asked.form = QUADRILLE_POINT;
    asked.places = points;
    asked.ways = ways;
    asked.count = count;
    return quadrille_ask(tree, &asked, answers);
}
quadrille_status quadrille_pairs(const quadrille_tree* tree, double distance, quadrille_answers* answers) {
    quadrille_questions asked = QUADRILLE_QUESTIONS("pairs");
    asked.distance = &distance;
    return quadrille_ask(tree, &asked, answers);
}
quadrille_status quadrille_join(const quadrille_tree* tree, const quadrille_tree* other, double distance,
                                quadrille_answers* answers) {
    quadrille_questions asked = QUADRILLE_QUESTIONS("join");
    asked.other = other;
    asked.distance = &distance;
    return quadrille_ask(tree, &asked, answers);
}
quadrille_status quadrille_closest_pairs(const quadrille_tree* tree, uint64_t k, quadrille_answers* answers) {
    quadrille_questions asked = QUADRILLE_QUESTIONS("closest_pairs");
    asked.k = k;
    return quadrille_ask(tree, &asked, answers);
}
