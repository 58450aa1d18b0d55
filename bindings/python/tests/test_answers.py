"""Answers are those of a full scan. Coordinates are eighths, so that nothing is rounded."""
# SPDX-License-Identifier: MIT

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute
import quadrille

SHAPES = ["point", "circle", "box"]
DTYPES = [np.float32, np.float64]


def drawn(rng, shape, count, dtype, size=6.0):
    """Shapes on a lattice of eighths."""
    where = rng.integers(0, 800, (count, 2)) / 8
    extent = rng.integers(0, int(size * 8), (count, 2)) / 8
    rows = {"point": where, "circle": np.c_[where, extent[:, 0]], "box": np.c_[where, where + extent]}[shape]
    return rows.astype(dtype)


def lists_of(found):
    offsets, indices = found
    return [sorted(indices[a:b].tolist()) for a, b in zip(offsets[:-1].astype(int), offsets[1:].astype(int))]


# promise: python
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
@given(seed=st.integers(0, 2**32 - 1), count=st.integers(0, 300), threads=st.sampled_from([1, 3]))
def test_areas_pairs_and_neighbours(shape, dtype, seed, count, threads):
    rng = np.random.default_rng(seed)
    shapes = drawn(rng, shape, count, dtype)
    tree = quadrille.Quadtree(shape, dtype, threads=threads)
    tree.assign(shapes)
    tree.validate()
    assert len(tree) == count
    assert tree.shapes.dtype == dtype and np.array_equal(tree.shapes, shapes)
    for form in SHAPES:
        areas = drawn(rng, form, 20, dtype)
        between = brute.distances(areas, shapes) if count > 0 else np.empty((20, 0))
        wanted = [np.flatnonzero(row == 0).tolist() for row in between]
        assert lists_of(tree.query(areas)) == wanted
        assert tree.count(areas).tolist() == [len(row) for row in wanted]
        assert tree.any(areas).tolist() == [len(row) > 0 for row in wanted]
        assert sorted(tree.query(areas[0]).tolist()) == wanted[0]
        assert tree.count(areas[0]) == len(wanted[0])
        # Distances are compared where rounding cannot matter.
        near = [np.flatnonzero(row <= 3).tolist() for row in between]
        if not np.any((between > 2.99999) & (between < 3.00001) & (between != 3)):
            assert lists_of(tree.query_within(areas, 3)) == near
            assert tree.count(areas, within=3).tolist() == [len(row) for row in near]
        distances, indices = tree.nearest(areas, k=4)
        assert distances.shape == indices.shape == (20, 4)
        sorted_between = np.sort(np.c_[between, np.full((20, 4), np.inf)], axis=1)[:, :4]
        np.testing.assert_allclose(distances, sorted_between, rtol=1e-6, atol=1e-6)
        assert np.all((indices == count) == np.isinf(distances))
    found = tree.pairs()
    assert found.dtype == np.uint32 and found.shape[1:] == (2,)
    assert {tuple(sorted(pair)) for pair in found.tolist()} == (brute.pairs_within(shapes, 0) if count > 0 else set())
    assert len(found) == tree.count_pairs()


# promise: python: A life of changes.
@pytest.mark.parametrize("shape", SHAPES)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_life_of_changes(shape, seed):
    """Inserts, moves, erases, layers and ticks, each followed by a question."""
    rng = np.random.default_rng(seed)
    tree = quadrille.Quadtree(shape, threads=1)
    known = {}  # shape and layers by handle
    for _ in range(12):
        what = rng.integers(0, 5)
        handles = list(known)
        some = rng.permutation(len(handles))[: rng.integers(0, len(handles) + 1)]
        chosen = np.array([handles[i] for i in some], dtype=np.uint64)
        if what == 0 or not known:
            rows = drawn(rng, shape, int(rng.integers(0, 60)), np.float32)
            layers = int(rng.integers(1, 8))
            for handle, row in zip(tree.insert(rows, layers).tolist(), rows):
                known[handle] = (row, layers)
        elif what == 1:
            tree.erase(chosen)
            for handle in chosen.tolist():
                del known[handle]
            assert not tree.contains(chosen).any()
        elif what == 2:
            rows = drawn(rng, shape, len(chosen), np.float32)
            tree.move(chosen, rows)
            for handle, row in zip(chosen.tolist(), rows):
                known[handle] = (row, known[handle][1])
        elif what == 3:
            layers = rng.integers(0, 8, len(chosen)).astype(np.uint32)
            tree.set_layers(chosen, layers)
            for handle, one in zip(chosen.tolist(), layers.tolist()):
                known[handle] = (known[handle][0], one)
        else:
            rows = drawn(rng, shape, tree.index_limit, np.float32)
            tree.sync(rows)
            known = {handle: (rows[handle & 0xFFFFFFFF], layers) for handle, (_, layers) in known.items()}
        tree.validate()
        assert len(tree) == len(known)
        all_handles = np.array(list(known), dtype=np.uint64)
        assert tree.contains(all_handles).all()
        assert tree.layers(all_handles).tolist() == [layers for _, layers in known.values()]
        area = drawn(rng, "box", 1, np.float32, size=60)
        for layer in (0xFFFFFFFF, 2):
            wanted = sorted(
                handle & 0xFFFFFFFF
                for handle, (row, layers) in known.items()
                if (layer == 0xFFFFFFFF or layers & layer) and brute.distances(area, row[None])[0, 0] == 0
            )
            assert sorted(tree.query(area[0], layers=layer).tolist()) == wanted


# promise: python: Along paths.
def test_paths():
    rng = np.random.default_rng(3)
    shapes = drawn(rng, "box", 200, np.float32)
    tree = quadrille.Quadtree()
    tree.assign(shapes)
    origins = drawn(rng, "point", 50, np.float32)
    ways = (rng.integers(-400, 400, (50, 2)) / 8).astype(np.float32)
    offsets, indices, fractions = tree.raycast(origins, ways)
    first, at = tree.closest_hit(origins, ways)
    for ray in range(50):
        hits = slice(int(offsets[ray]), int(offsets[ray + 1]))
        if hits.start == hits.stop:
            assert first[ray] == -1 and at[ray] == np.inf
            continue
        assert at[ray] == fractions[hits].min()
        assert fractions[hits][indices[hits] == first[ray]] == at[ray]
        for index, fraction in zip(indices[hits], fractions[hits]):
            place = origins[ray] + fraction * ways[ray]
            assert brute.distances(place[None], shapes[index][None])[0, 0] < 1e-4
    one_index, one_fraction = tree.closest_hit(origins[0], ways[0])
    assert (one_index, one_fraction) == (first[0], at[0])
    segments = np.concatenate([origins, origins + ways], axis=1)
    assert lists_of(tree.query(segments, form="segment")) == lists_of((offsets, indices))
    moved_first, moved_at = tree.closest_cast(np.c_[origins, np.full(50, 0.5, np.float32)], ways)
    assert np.all(moved_at <= at) and np.all((moved_first >= 0) | (first < 0))


# promise: python: About polygons, inside and containing.
def test_polygons_and_relations():
    tree = quadrille.Quadtree("circle", np.float64)
    tree.assign([[0, 0, 1], [5, 5, 1], [10, 0, 3]])
    triangle = np.array([[-2.0, -2], [4, -2], [-2, 4]])
    offsets, indices = tree.query([triangle, triangle + [5, 5], []], form="polygon")
    assert offsets.tolist() == [0, 1, 2, 2]
    assert indices.tolist() == [0, 1]
    assert tree.query(triangle, form="polygon").tolist() == [0]
    assert tree.query(triangle.tolist(), form="polygon").tolist() == [0]
    assert tree.query([-1, -1, 1, 1], relation="inside").tolist() == [0]
    assert tree.query([10.5, 0.5], relation="containing").tolist() == [2]
    assert sorted(tree.query([-9, -9, 99, 99], relation="inside").tolist()) == [0, 1, 2]


# promise: python: A box with min > max is empty as an area.
@pytest.mark.parametrize("shape", ["point", "circle", "box"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("period", [(0, 0), (32, 32)])
def test_inverted_areas_are_empty(shape, dtype, period):
    tree = quadrille.Quadtree(shape, dtype, period=period)
    tree.assign(np.array([[1, 1, 2, 2], [3, 3, 4, 4], [2, 1, 4, 3]])[:, : {"point": 2, "circle": 3, "box": 4}[shape]])
    for area in ([3, 1, 2, 4], [1, 3, 4, 2], [4, 4, 1, 1], [np.inf, 0, -np.inf, 9]):
        for relation in ("intersecting", "inside", "containing"):
            assert len(tree.query(area, relation=relation)) == 0
            assert tree.count(area, relation=relation) == 0
            assert not tree.any(area, relation=relation)
        assert len(tree.query_within(area, 100)) == 0
        assert tree.count(area, within=100) == 0
        assert np.isinf(tree.nearest(area, k=2)[0]).all()


# promise: python: Of two trees.
def test_two_trees():
    rng = np.random.default_rng(4)
    a_shapes, b_shapes = drawn(rng, "box", 150, np.float32), drawn(rng, "circle", 90, np.float64)
    a, b = quadrille.Quadtree(), quadrille.Quadtree("circle", np.float64)
    a.assign(a_shapes)
    b.assign(b_shapes)
    wanted = {(int(i), int(j)) for i, j in zip(*np.nonzero(brute.distances(a_shapes, b_shapes) == 0))}
    assert {tuple(pair) for pair in a.join(b).tolist()} == wanted
    assert {(j, i) for i, j in b.join(a).tolist()} == wanted
    assert a.count_pairs(other=b) == len(wanted)
    distances, pairs = a.closest_pairs(5)
    between = brute.distances(a_shapes, a_shapes)[np.triu_indices(150, 1)]
    np.testing.assert_allclose(distances, np.sort(between)[:5], atol=1e-6)
    assert pairs.shape == (5, 2)


# promise: python: In worlds that wrap.
def test_a_world_that_wraps():
    tree = quadrille.Quadtree("point", np.float64, period=(100, 100))
    points = np.random.default_rng(5).random((500, 2)) * 100
    tree.assign(points)
    between = np.abs(points[:, None] - points[None])
    between = np.hypot(*np.moveaxis(np.minimum(between, 100 - between), 2, 0))
    wanted = {(int(i), int(j)) for i, j in zip(*np.nonzero(np.triu(between <= 3, 1)))}
    assert {tuple(sorted(pair)) for pair in tree.pairs(within=3).tolist()} == wanted
    distances, _ = tree.nearest(points, k=3)
    np.testing.assert_allclose(distances, np.sort(between, axis=1)[:, :3], atol=1e-9)
    assert tree.period == (100, 100)
