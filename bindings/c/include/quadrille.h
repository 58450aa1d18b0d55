/* quadrille for C: a quadtree for things that move. C99, and any language that calls C.
 * SPDX-License-Identifier: MIT
 *
 *   quadrille_tree* tree = NULL;
 *   quadrille_create(QUADRILLE_CIRCLES, QUADRILLE_FLOAT32, NULL, &tree);
 *   const float shapes[] = {0, 0, 1,  1.5f, 0, 1,  9, 9, 1};          // x, y, radius of each
 *   quadrille_assign(tree, shapes, 3, NULL);                          // every tick: quadrille_sync
 *   quadrille_answers found;
 *   quadrille_pairs(tree, 0, &found);                                 // found.a[i] touches found.b[i]
 *   quadrille_free_answers(&found);
 *   quadrille_destroy(tree);
 *
 * - Every function except those that only read a field returns a status. If it is not QUADRILLE_OK, nothing has
 *   changed, and `quadrille_message()` is a sentence with the expected and the actual input. A null tree, and a null
 *   pointer for an array that is needed, is QUADRILLE_BAD_REQUEST. So is a destroyed tree in a library built with
 *   QUADRILLE_CHECKED; in other libraries its use is undefined.
 * - Arrays of shapes and places have the tree's scalar, `float` or `double`, without gaps: of points x, y; of circles
 *   x, y, radius; of boxes min x, min y, max x, max y.
 * - Answers are exact for the stored shapes and complete; the C++ headers (quadtree.hpp, questions.hpp) describe what
 *   each verb finds, in which order, and its cost.
 * - Threads: any number may read one tree, or one may change it; a conflicting call returns QUADRILLE_BUSY. (Functions
 *   that return no status do not test this.) Each thread has its own `quadrille_message()`.
 * - Strings are UTF-8, and are valid until the program ends; the string of `quadrille_message()` is valid until the
 *   next call of the thread.
 */
#ifndef QUADRILLE_H
#define QUADRILLE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(QUADRILLE_SHARED)
#ifdef QUADRILLE_BUILDS_C
#define QUADRILLE_C_API __declspec(dllexport)
#else
#define QUADRILLE_C_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define QUADRILLE_C_API __attribute__((visibility("default")))
#else
#define QUADRILLE_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended. */
typedef enum quadrille_status {
    QUADRILLE_OK = 0,
    QUADRILLE_BAD_REQUEST = 1, /* invalid arguments */
    QUADRILLE_NO_MEMORY = 2,
    QUADRILLE_BAD_SHAPE = 3, /* not finite, inverted, or too wide for a world that wraps */
    QUADRILLE_NO_ITEM = 4,   /* a handle that is null, stale or another tree's */
    QUADRILLE_FULL = 5,      /* the tree has max_items, or an index has no generation left */
    QUADRILLE_NOT_LOADED = 6, /* the bytes are not a saved tree of this kind */
    QUADRILLE_NOT_SAVED = 7, /* the sink reported an error */
    QUADRILLE_BUSY = 8,      /* a change during a question, also in its visitor, or a question during a change */
    QUADRILLE_FAILED = 9     /* the system reported an error, for example no thread */
} quadrille_status;

/* The shape of all items of a tree. */
typedef enum quadrille_shape { QUADRILLE_POINTS = 0, QUADRILLE_CIRCLES = 1, QUADRILLE_BOXES = 2 } quadrille_shape;
/* The numbers of a tree's shapes and places. */
typedef enum quadrille_scalar { QUADRILLE_FLOAT32 = 0, QUADRILLE_FLOAT64 = 1 } quadrille_scalar;

/* A handle: it is valid until its item is erased. Indices are dense. Generation 0 means no item. */
typedef struct quadrille_item {
    uint32_t index;
    uint32_t generation;
} quadrille_item;

typedef struct quadrille_tree quadrille_tree;

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* Returns "0.1.0", for example: the version of the library, not of this header. */
QUADRILLE_C_API const char* quadrille_version(void);
/* Returns the message of this thread's last call that did not return QUADRILLE_OK; "" if there was none. */
QUADRILLE_C_API const char* quadrille_message(void);

/* ---- Trees ------------------------------------------------------------------------------------------------------- */

/* Options, all with defaults: `quadrille_options wanted = QUADRILLE_OPTIONS;`. Values out of range are clamped. */
typedef struct quadrille_options {
    size_t struct_size;
    uint32_t leaf_capacity;
    int32_t max_depth;
    double min_cell_side;
    uint32_t max_items;
    uint32_t max_generations;
    double period[2]; /* the width and height after which the world repeats itself; 0: it does not */
    double origin[2]; /* the corner of a period */
} quadrille_options;
#define QUADRILLE_OPTIONS                                                                                              \
    { sizeof(quadrille_options), 48, 32, 0, UINT32_C(1) << 30, 0, {0, 0}, {0, 0} }

/* Makes an empty tree. `wanted` may be null. */
QUADRILLE_C_API quadrille_status quadrille_create(quadrille_shape shape, quadrille_scalar scalar,
                                                  const quadrille_options* wanted, quadrille_tree** tree);
/* Frees a tree; does nothing for null. */
QUADRILLE_C_API quadrille_status quadrille_destroy(quadrille_tree* tree);
/* Makes a copy with the same items, handles, shapes and layers. O(n). */
QUADRILLE_C_API quadrille_status quadrille_clone(const quadrille_tree* tree, quadrille_tree** copy);
/* Makes a tree a copy of another one of the same shape and scalar. */
QUADRILLE_C_API quadrille_status quadrille_copy_from(quadrille_tree* tree, const quadrille_tree* other);
/* Sets how many threads work on one call: 1 by default, 0 for as many as the machine runs at once. It is a change. */
QUADRILLE_C_API quadrille_status quadrille_set_threads(quadrille_tree* tree, uint32_t threads);

/* ---- Change: all or nothing -------------------------------------------------------------------------------------- */

/* The report of a change of several items: which are invalid, and how much work it was. */
typedef struct quadrille_change_report {
    uint32_t rejected;       /* the number of invalid shapes or items */
    uint32_t first_rejected; /* the position of the first one */
    uint32_t displaced;      /* `sync`: items outside their cells */
    uint32_t reinserted;     /* `sync`: those of them that moved to another cell */
    uint32_t rebuilt;        /* 1 if the tree was rebuilt */
} quadrille_change_report;

/* Reports may be null. */

/* Replaces the content: shape i gets index i, in all layers. O(n). */
QUADRILLE_C_API quadrille_status quadrille_assign(quadrille_tree* tree, const void* shapes, size_t count,
                                                  quadrille_change_report* report);
/* Shape i replaces that of index i; `count` is `quadrille_index_limit`. The shapes of erased indices are not read.
 * O(n). */
QUADRILLE_C_API quadrille_status quadrille_sync(quadrille_tree* tree, const void* shapes, size_t count,
                                                quadrille_change_report* report);
/* Adds items in these layers (bit i is layer i; UINT32_MAX for all), and writes their handles. */
QUADRILLE_C_API quadrille_status quadrille_insert(quadrille_tree* tree, const void* shapes, size_t count, uint32_t layers,
                                                  quadrille_item* items, quadrille_change_report* report);
/* Erases items by their handles. */
QUADRILLE_C_API quadrille_status quadrille_erase(quadrille_tree* tree, const quadrille_item* items, size_t count,
                                                 quadrille_change_report* report);
/* Replaces the shapes of items by their handles. */
QUADRILLE_C_API quadrille_status quadrille_move(quadrille_tree* tree, const quadrille_item* items, const void* shapes,
                                                size_t count, quadrille_change_report* report);
/* Replaces the layers of items by their handles. */
QUADRILLE_C_API quadrille_status quadrille_set_layers(quadrille_tree* tree, const quadrille_item* items,
                                                      const uint32_t* layers, size_t count,
                                                      quadrille_change_report* report);
/* Erases all items, and keeps the memory. */
QUADRILLE_C_API quadrille_status quadrille_clear(quadrille_tree* tree);
/* Reserves memory for this number of items. */
QUADRILLE_C_API quadrille_status quadrille_reserve(quadrille_tree* tree, uint32_t items);

/* ---- Inspect ----------------------------------------------------------------------------------------------------- */

/* Returns the number of items. For a null tree this and the next four functions return 0. */
QUADRILLE_C_API uint32_t quadrille_size(const quadrille_tree* tree);
/* Returns one more than the highest index in use since the last `assign` or `clear`. */
QUADRILLE_C_API uint32_t quadrille_index_limit(const quadrille_tree* tree);
/* Returns 1 if there is an item with this handle, else 0. */
QUADRILLE_C_API int quadrille_contains(const quadrille_tree* tree, quadrille_item item);
/* Returns the handle of an index; generation 0 if there is no item. */
QUADRILLE_C_API quadrille_item quadrille_item_at(const quadrille_tree* tree, uint32_t index);
/* Returns the layers of an item; 0 if there is no such item. */
QUADRILLE_C_API uint32_t quadrille_layers(const quadrille_tree* tree, quadrille_item item);

/* Writes the shape as it is stored: 2, 3 or 4 numbers of the tree's scalar. */
QUADRILLE_C_API quadrille_status quadrille_get_shape(const quadrille_tree* tree, quadrille_item item, void* shape);
/* Writes the shapes of all indices below `quadrille_index_limit`; NaN where there is no item. */
QUADRILLE_C_API quadrille_status quadrille_get_shapes(const quadrille_tree* tree, void* shapes);
/* Writes min x, min y, max x, max y around all items: never too small, sometimes slightly too large; inverted if there
 * are no items. */
QUADRILLE_C_API quadrille_status quadrille_get_bounds(const quadrille_tree* tree, double bounds[4]);
/* The parts of a tree. */
typedef struct quadrille_stats {
    size_t struct_size; /* set it before the call */
    uint32_t size;
    uint32_t inner_cells;
    uint32_t leaves;
    uint32_t blocks;
    int32_t deepest;
    uint64_t bytes; /* all memory that the tree holds */
    const char* kernels; /* the instruction set in use */
} quadrille_stats;
/* Counts cells and blocks. O(cells). */
QUADRILLE_C_API quadrille_status quadrille_get_stats(const quadrille_tree* tree, quadrille_stats* stats);
/* Returns QUADRILLE_FAILED with a message if an invariant of the data structure is broken. O(n). */
QUADRILLE_C_API quadrille_status quadrille_validate(const quadrille_tree* tree);

/* ---- Ask --------------------------------------------------------------------------------------------------------- */

/* The form of places, as numbers of the tree's scalar. */
typedef enum quadrille_form {
    QUADRILLE_BOX = 0,     /* min x, min y, max x, max y */
    QUADRILLE_CIRCLE = 1,  /* x, y, radius */
    QUADRILLE_POINT = 2,   /* x, y */
    QUADRILLE_SEGMENT = 3, /* from x, from y, to x, to y */
    QUADRILLE_POLYGON = 4  /* convex: x, y of each vertex; `vertex_ends` divides the list */
} quadrille_form;
/* The relation of the found items to a place. */
typedef enum quadrille_relation {
    QUADRILLE_INTERSECTING = 0, /* items that have a point in common with the place, its border included */
    QUADRILLE_INSIDE = 1,       /* items inside the place; only for `query` */
    QUADRILLE_CONTAINING = 2    /* items that contain all of the place; only for `query` */
} quadrille_relation;
/* The requested result. */
typedef enum quadrille_wanted {
    QUADRILLE_ALL = 0,
    QUADRILLE_COUNT = 1, /* the number of answers of each question */
    QUADRILLE_ANY = 2,   /* 1 if it has any, else 0 */
    QUADRILLE_FIRST = 3  /* the first item on a path */
} quadrille_wanted;

/* The work of questions; each adds to it. */
typedef struct quadrille_counters {
    uint64_t cells;
    uint64_t blocks;
    uint64_t lanes;
    uint64_t answers;
    uint64_t pairs;
} quadrille_counters;

/* Questions of one verb: `quadrille_questions asked = QUADRILLE_QUESTIONS("query");`, then set what the verb reads:
 *
 *   "query"          places of any form, relation         items that intersect each place
 *   "query_within"   places, distance                     items no farther than a distance from each place
 *   "intersecting"   items                                items that intersect each of these
 *   "raycast"        places (points), ways                items on the line from a place along its way; fractions
 *   "cast"           places (points, circles, boxes), ways  items that the shape meets on its way; fractions
 *   "nearest"        places, k, distance                  the k nearest items within a distance; squared distances
 *   "pairs"          distance                             pairs of items that intersect, or are within a distance
 *   "pairs_of"       items, distance                      those of these pairs that contain one of the items
 *   "join"           other, distance                      pairs of an item of this tree and one of another tree
 *   "closest_pairs"  k, distance, other or not            the k closest pairs; squared distances
 *   "each"                                                all items
 *
 * A fraction is the part of the way before the item. The other tree may have any shape and scalar. `quadrille_verb`
 * lists the verbs of the library in use. Members that a verb does not read must keep their initial values. */
typedef struct quadrille_questions {
    size_t struct_size;
    const char* verb;
    quadrille_wanted wanted;
    quadrille_form form;
    quadrille_relation relation;
    size_t count;              /* of places or items */
    const void* places;
    const size_t* vertex_ends; /* for polygons, which are convex: the end of each in the list of all vertices */
    const void* ways;          /* x, y of each path */
    const quadrille_item* items; /* an item that is not in the tree is not an error, and has no answers */
    const quadrille_tree* other;
    const double* distance; /* one value; null: the default, 0 for areas and pairs, infinite for nearest items */
    uint64_t k;
    uint32_t layers;   /* items in any of these layers; for pairs, those of one item … */
    uint32_t partners; /* … and those of the other */
    quadrille_item except; /* an item that is left out */
    int with_generations;  /* 1: answers have handles, not only indices */
    quadrille_counters* counters;
} quadrille_questions;
#define QUADRILLE_QUESTIONS(verb)                                                                                      \
    {                                                                                                                  \
        sizeof(quadrille_questions), (verb), QUADRILLE_ALL, QUADRILLE_BOX, QUADRILLE_INTERSECTING, 1, NULL, NULL,      \
            NULL, NULL, NULL, NULL, 1, UINT32_MAX, UINT32_MAX, {0, 0}, 0, NULL                                         \
    }

/* Answers; `quadrille_free_answers` frees them. Those of question q are from `ends[q - 1]` (0 for the first) to before
 * `ends[q]`. Arrays that a result does not have are null. */
typedef struct quadrille_answers {
    size_t questions;
    size_t count; /* of all answers */
    const uint64_t* ends;
    const uint32_t* a; /* indices */
    const uint32_t* b; /* for pairs the second item; in a join an item of the other tree */
    const uint32_t* a_generations;
    const uint32_t* b_generations;
    const double* measures; /* fractions or squared distances */
    const int16_t* shifts;  /* in worlds that wrap: x, y of each, in periods from the stored place; of pairs b */
    const uint32_t* counts; /* of each question, for QUADRILLE_COUNT and QUADRILLE_ANY; UINT32_MAX for more pairs */
    void* memory;
} quadrille_answers;

/* Answers all questions. Does not free the old content of `answers`. */
QUADRILLE_C_API quadrille_status quadrille_ask(const quadrille_tree* tree, const quadrille_questions* asked,
                                               quadrille_answers* answers);
/* Frees answers, and sets all members to 0; a second call does nothing. */
QUADRILLE_C_API void quadrille_free_answers(quadrille_answers* answers);

/* One answer for a visitor. */
typedef struct quadrille_answer {
    uint64_t question;
    quadrille_item a;
    quadrille_item b; /* generation 0 unless the answer is a pair */
    double measure;   /* NaN if there is none */
    int16_t shift[2];
} quadrille_answer;
/* Returns 0 to continue, another number to end the call. It may query the same tree; changes return QUADRILLE_BUSY. */
typedef int (*quadrille_visitor)(void* context, const quadrille_answer* answer);
/* Calls the visitor with each answer, question by question, and stores none. Returns QUADRILLE_OK also if the visitor
 * ends the call. With QUADRILLE_FIRST and QUADRILLE_ANY each question has one answer at most. */
QUADRILLE_C_API quadrille_status quadrille_visit(const quadrille_tree* tree, const quadrille_questions* asked,
                                                 quadrille_visitor visitor, void* context);
/* Returns the name of a verb by its number; null after the last one. */
QUADRILLE_C_API const char* quadrille_verb(size_t number);

/* ---- From tick to tick ------------------------------------------------------------------------------------------- */

/* Contacts that begin, persist and end among the answers to the same questions. */
typedef struct quadrille_contacts quadrille_contacts;
typedef enum quadrille_contact_list {
    QUADRILLE_NOW = 0,       /* of the last update */
    QUADRILLE_BEGAN = 1,     /* of the last update and not of the one before */
    QUADRILLE_PERSISTED = 2, /* of both */
    QUADRILLE_ENDED = 3      /* of the one before and not of the last; handles of erased items are stale */
} quadrille_contact_list;
typedef struct quadrille_item_pair {
    quadrille_item a; /* for questions about places: the number of the question, and generation 0 */
    quadrille_item b;
} quadrille_item_pair;
/* Makes empty lists. */
QUADRILLE_C_API quadrille_status quadrille_create_contacts(quadrille_contacts** contacts);
/* Frees them; does nothing for null. */
QUADRILLE_C_API quadrille_status quadrille_destroy_contacts(quadrille_contacts* contacts);
/* Updates the lists; call it once for each tick. "pairs" and "join": items in contact (in pairs of one tree a has the
 * lower index). "query", "query_within" and "intersecting": items in each place, which is identified by its number. The
 * verb must be that of the first update. It costs as much as the questions, and a sort. If it fails, no list changes.
 * */
QUADRILLE_C_API quadrille_status quadrille_update_contacts(quadrille_contacts* contacts, const quadrille_tree* tree,
                                                           const quadrille_questions* asked);
/* Returns a list, ascending by a, then b; it is valid until the next update. It is null if it is empty. */
QUADRILLE_C_API quadrille_status quadrille_get_contacts(const quadrille_contacts* contacts, quadrille_contact_list which,
                                                        const quadrille_item_pair** pairs, size_t* count);

/* ---- Cells, and sums over them ----------------------------------------------------------------------------------- */

/* The cells of a tree, parents before children. */
typedef struct quadrille_cells {
    size_t count;
    const double* squares;  /* min x, min y, max x, max y of each */
    const double* bounds;   /* the same form, around the items of a cell and of those below; inverted if none */
    const uint32_t* depths; /* 0 at the root */
    const uint32_t* counts; /* items filed in the cell itself; in an inner cell those too wide for its children */
    const uint8_t* leaves;  /* 1 for a leaf */
    void* memory;
} quadrille_cells;
/* Returns all cells. Does not free the old content of `cells`. O(n). */
QUADRILLE_C_API quadrille_status quadrille_get_cells(const quadrille_tree* tree, quadrille_cells* cells);
/* Frees cells, and sets all members to 0; a second call does nothing. */
QUADRILLE_C_API void quadrille_free_cells(quadrille_cells* cells);

/* Sums over the items of each cell that has any, parents before children: for forces of far bodies, densities, levels
 * of detail. The cells below cell i are i + 1 to before ends[i]. A walk that uses the sum of cell i continues at
 * ends[i]; one that opens the cell continues at i + 1, and visits the cell's own items: from first_items[i] to before
 * first_items[i + 1] (or to before first_items[ends[i]], if there is no cell below). */
typedef struct quadrille_sums {
    size_t count;
    const uint32_t* ends;
    const uint32_t* first_items; /* count + 1 */
    const uint32_t* items;       /* indices, cell after cell */
    const uint32_t* depths;
    const uint8_t* leaves;
    const double* bounds; /* min x, min y, max x, max y around the items of each cell and of those below */
    const double* weights;
    const double* centers; /* x, y of each: the weighted mean of the items' centers; 0, 0 if the weight is 0 */
    void* memory;
} quadrille_sums;
/* `weights` has a number for each index below `quadrille_index_limit`; null: all are 1. O(n). */
QUADRILLE_C_API quadrille_status quadrille_aggregate(const quadrille_tree* tree, const double* weights, uint32_t layers,
                                                     quadrille_sums* sums);
/* Frees sums, and sets all members to 0; a second call does nothing. */
QUADRILLE_C_API void quadrille_free_sums(quadrille_sums* sums);

/* ---- What is visible among walls --------------------------------------------------------------------------------- */

/* Lights or viewers: `quadrille_views asked = QUADRILLE_VIEWS;`. Arrays are of the tree's scalar. Walls are the boxes
 * of the tree, or for each index a segment inside the item's bounds. */
typedef struct quadrille_views {
    size_t struct_size;
    size_t count;
    const void* places;      /* x, y, reach of each */
    const void* facings;     /* x, y of each, a direction; null: 1, 0 */
    const void* half_angles; /* of each, in radians; null: all directions */
    const void* walls;       /* by index: from x, from y, to x, to y; null: boxes */
    uint32_t layers;         /* of the items that are walls */
} quadrille_views;
#define QUADRILLE_VIEWS                                                                                                \
    { sizeof(quadrille_views), 0, NULL, NULL, NULL, NULL, UINT32_MAX }
/* The vertices of view i are from ends[i - 1] (0 for the first) to before ends[i], counter-clockwise if y is upwards.
 * */
typedef struct quadrille_outlines {
    size_t count;
    const uint64_t* ends;
    const double* vertices; /* x, y of each */
    void* memory;
} quadrille_outlines;
/* Returns the visible area of each view, within the square of half side `reach` around it. */
QUADRILLE_C_API quadrille_status quadrille_look(const quadrille_tree* tree, const quadrille_views* asked,
                                                quadrille_outlines* outlines);
/* Frees outlines, and sets all members to 0; a second call does nothing. */
QUADRILLE_C_API void quadrille_free_outlines(quadrille_outlines* outlines);
/* Writes 1 for each line (from x, from y, to x, to y) whose end is visible from its beginning, else 0. `walls` is as in
 * quadrille_views. */
QUADRILLE_C_API quadrille_status quadrille_see(const quadrille_tree* tree, const void* lines, size_t count, const void* walls,
                                               uint32_t layers, uint8_t* seen);

/* ---- Keep -------------------------------------------------------------------------------------------------------- */

/* Takes some bytes; returns 0 to continue. */
typedef int (*quadrille_sink)(void* context, const void* bytes, size_t count);
/* Writes up to `count` bytes, and returns their number; 0 at the end. */
typedef size_t (*quadrille_source)(void* context, void* bytes, size_t count);
/* Saves the bytes that C++ saves for a tree without values, on every machine. */
QUADRILLE_C_API quadrille_status quadrille_save(const quadrille_tree* tree, quadrille_sink sink, void* context);
/* Loads into a tree of the shape and scalar that were saved. For any bytes: the tree is the saved one, or unchanged. */
QUADRILLE_C_API quadrille_status quadrille_load(quadrille_tree* tree, quadrille_source source, void* context);

/* ---- In short: `quadrille_ask` for the most frequent questions --------------------------------------------------- */

/* Finds the items that intersect each place. */
QUADRILLE_C_API quadrille_status quadrille_query(const quadrille_tree* tree, quadrille_form form, const void* places,
                                                 size_t count, quadrille_answers* answers);
/* Finds the k items nearest to each point, and their squared distances. */
QUADRILLE_C_API quadrille_status quadrille_nearest(const quadrille_tree* tree, const void* points, size_t count, uint64_t k,
                                                   quadrille_answers* answers);
/* Finds the first item on each path, from a point along its way, and the fraction of the way. */
QUADRILLE_C_API quadrille_status quadrille_closest_hits(const quadrille_tree* tree, const void* points, const void* ways,
                                                        size_t count, quadrille_answers* answers);
/* Finds the pairs that are no farther apart than a distance; with 0 those that intersect. */
QUADRILLE_C_API quadrille_status quadrille_pairs(const quadrille_tree* tree, double distance, quadrille_answers* answers);
/* Finds such pairs of an item of this tree and one of another tree. */
QUADRILLE_C_API quadrille_status quadrille_join(const quadrille_tree* tree, const quadrille_tree* other, double distance,
                                                quadrille_answers* answers);
/* Finds the k closest pairs, and their squared distances. */
QUADRILLE_C_API quadrille_status quadrille_closest_pairs(const quadrille_tree* tree, uint64_t k, quadrille_answers* answers);

#ifdef __cplusplus
}
#endif

#endif
