"""KDTree answers as scipy's does: random calls of every method and option; then what the arguments may be."""
# SPDX-License-Identifier: MIT

import gc

import numpy as np
import pytest
from hypothesis import given, strategies as st

import quadrille

spatial = pytest.importorskip("scipy.spatial")

# Distances of lattices are exact and often equal. Left out is where scipy's answers have no sense: NaN; k of 0, at which
# it crashes; worlds of a size below 0; and lists of radii that do not ascend, of which its own count is wrong.
SIDE = 8
scales = st.sampled_from([1.0, 0.5, 2.0**-20, 2.0**100, 0.1, 3e-7])
boxsizes = st.sampled_from([None, None, SIDE, (SIDE, 0), (0, 2 * SIDE)])
dtypes = st.sampled_from([np.float64, np.float32, np.int64])
lattice = st.lists(st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1)), max_size=40)


@st.composite
def worlds(draw):
    """Points of two trees, places, and the lattice's step: (points, others, places, boxsize, step)."""
    boxsize, dtype = draw(boxsizes), draw(dtypes)
    # A step that is no power of two rounds: in worlds that wrap images are at other distances then.
    exact = st.sampled_from([1.0, 0.5, 2.0**-20])
    step = 1.0 if dtype == np.int64 else draw(scales if boxsize is None else exact)
    points, others = (np.array(draw(lattice), dtype).reshape(-1, 2) * dtype(step) for _ in range(2))
    some = st.tuples(st.integers(-3, SIDE + 3), st.integers(-3, SIDE + 3))
    places = np.array(draw(st.lists(some, min_size=1, max_size=6)), dtype).reshape(-1, 2) * dtype(step)
    shape = draw(st.sampled_from([(-1, 2), (1, -1, 2), (-1, 1, 2)]))
    places = places[0] if draw(st.booleans()) else places.reshape(shape)
    return points, others, places, None if boxsize is None else np.multiply(boxsize, step), float(dtype(step))


@st.composite
def lengths(draw, step):
    """A distance that points have, the numbers beside it, and others."""
    length = np.sqrt(draw(st.sampled_from([1.0, 2.0, 4.0, 5.0, 8.0, 13.0, 25.0, 50.0]))) * step
    beside = draw(st.sampled_from([None, None, -np.inf, np.inf]))
    length = length if beside is None else np.nextafter(length, beside)
    return float(draw(st.sampled_from([length] * 6 + [-length, np.inf, 0.0, 1e-200, 1e200])))


def same_neighbors(found, wanted, tree, places):
    """Equal distances; at each an index of such a point, each once: which of equals comes first is left open."""
    for ours, theirs in zip(found, wanted):
        assert type(ours) is type(theirs) or np.ndim(theirs) == 0
        assert np.shape(ours) == np.shape(theirs) and np.asarray(ours).dtype == np.asarray(theirs).dtype
    assert np.array_equal(found[0], wanted[0])
    missing = np.asarray(found[0]) == np.inf
    assert (np.asarray(found[1])[missing] == tree.n).all()
    rows = np.asarray(found[1]).reshape(places.size // 2, -1)
    for row, distances, place in zip(rows, np.asarray(found[0]).reshape(rows.shape), places.reshape(-1, 2)):
        is_met = distances < np.inf
        assert len(set(row[is_met].tolist())) == is_met.sum()
        for index, distance in zip(row[is_met], distances[is_met]):
            assert index in tree.query_ball_point(place, np.nextafter(distance, np.inf))
            assert distance == 0 or index not in tree.query_ball_point(place, distance * (1 - 1e-9))


@given(world=worlds(), data=st.data())
# promise: python: The calls of scipy answer as scipy does.
def test_neighbors(world, data):
    points, _, places, boxsize, step = world
    ours, theirs = (module.cKDTree(points, leafsize=3, boxsize=boxsize) for module in (quadrille, spatial))
    ks = st.one_of(st.integers(1, 50), st.lists(st.integers(1, 50), min_size=1, max_size=4, unique=True))
    options = {"k": ks, "distance_upper_bound": lengths(step), "workers": st.sampled_from([1, 2, -1])}
    options = {name: data.draw(option) for name, option in options.items() if data.draw(st.integers(0, 3)) > 0}
    wanted = theirs.query(places, **options)
    same_neighbors(ours.query(places, **options, p=2, eps=data.draw(st.sampled_from([0, 0.5]))), wanted, theirs, places)


def lists_of(answer, in_order):
    """Of each place its indices, sorted where the order is left open."""
    if isinstance(answer, list):
        return answer if in_order else sorted(answer)
    return [row if in_order else sorted(row) for row in answer.reshape(-1)]


@given(world=worlds(), data=st.data())
# promise: python: The calls of scipy answer as scipy does.
def test_balls(world, data):
    points, _, places, boxsize, step = world
    trees = (module.KDTree(points, leafsize=3, boxsize=boxsize) for module in (quadrille, spatial))
    ours, theirs = (tree.query_ball_point for tree in trees)
    r = data.draw(lengths(step))
    if data.draw(st.booleans()):
        count = places.size // 2
        r = np.array(data.draw(st.lists(lengths(step), min_size=count, max_size=count))).reshape(places.shape[:-1])
    in_order = data.draw(st.sampled_from([None, True, False]))
    options = {"return_sorted": in_order, "workers": data.draw(st.sampled_from([1, 2]))}
    found, wanted = ours(places, r, **options), theirs(places, r, **options)
    assert type(found) is type(wanted) and np.shape(found) == np.shape(wanted)
    is_sorted = in_order or (in_order is None and places.ndim > 1)
    assert lists_of(found, is_sorted) == lists_of(wanted, is_sorted)
    assert np.array_equal(ours(places, r, return_length=True), theirs(places, r, return_length=True))


@given(world=worlds(), data=st.data())
# promise: python: The calls of scipy answer as scipy does.
def test_pairs_of_points(world, data):
    points, others, _, boxsize, step = world
    ours, theirs = (module.KDTree(points, leafsize=3, boxsize=boxsize) for module in (quadrille, spatial))
    if data.draw(st.booleans()):
        our_other, their_other = ours, theirs
    else:
        our_other, their_other = (module.KDTree(others, boxsize=boxsize) for module in (quadrille, spatial))
    r = data.draw(lengths(step))
    assert ours.query_pairs(r) == theirs.query_pairs(r)
    found, wanted = (np.sort(tree.query_pairs(r, output_type="ndarray"), axis=0) for tree in (ours, theirs))
    assert found.dtype == wanted.dtype and np.array_equal(found, wanted)
    rows, wanted_rows = ours.query_ball_tree(our_other, r), theirs.query_ball_tree(their_other, r)
    assert [sorted(row) for row in rows] == [sorted(row) for row in wanted_rows]
    found, wanted = ours.count_neighbors(our_other, r), theirs.count_neighbors(their_other, r)
    assert found == wanted
    radii = sorted(abs(one) for one in data.draw(st.lists(lengths(step), min_size=1, max_size=9)))
    found, wanted = ours.count_neighbors(our_other, radii), theirs.count_neighbors(their_other, radii)
    assert found.dtype == wanted.dtype and np.array_equal(found, wanted)
    for output in ("dict", "ndarray", "coo_matrix", "dok_matrix"):
        found = ours.sparse_distance_matrix(our_other, r, output_type=output)
        wanted = theirs.sparse_distance_matrix(their_other, r, output_type=output)
        assert type(found) is type(wanted)
        if output == "dict":
            assert found == wanted
        elif output == "ndarray":
            assert found.dtype == wanted.dtype and np.array_equal(np.sort(found), np.sort(wanted))
        else:
            assert found.shape == wanted.shape and found.nnz == wanted.nnz and np.array_equal(found.toarray(), wanted.toarray())


# promise: python: The calls of scipy answer as scipy does.
@pytest.mark.parametrize("boxsize", [None, 100])
def test_counts_of_many_points(boxsize):
    """Few pairs, many pairs, and many radii, which are counted in different ways."""
    rng = np.random.default_rng(1)
    points, others = rng.random((3000, 2)) * 100, rng.random((2000, 2)) * 100
    ours, theirs = (module.cKDTree(points, boxsize=boxsize) for module in (quadrille, spatial))
    our_other, their_other = (module.cKDTree(others, boxsize=boxsize) for module in (quadrille, spatial))
    for radii in ([0.5], [30], [0.5, 30], np.linspace(0.1, 30, 40)):
        wanted = theirs.count_neighbors(their_other, radii)
        found = ours.count_neighbors(our_other, radii)
        assert found.dtype == wanted.dtype and found.tolist() == wanted.tolist()
    mixed = [[3.0, np.nan, 1.0], [-3.0, 7.0, 5.0], [0.0, 1.0, 6.0]]  # each for itself
    found = ours.count_neighbors(our_other, mixed)
    assert found.tolist() == [[ours.count_neighbors(our_other, one) for one in row] for row in mixed]
    assert found[0, 1] == 0 and found[1, 0] == found[0, 0] == theirs.count_neighbors(their_other, 3)
    empty = quadrille.cKDTree(np.empty((0, 2)), boxsize=boxsize)
    assert empty.count_neighbors(ours, np.arange(9)).tolist() == [0] * 9


# promise: python: The calls of scipy answer as scipy does.
@pytest.mark.parametrize("kind", [tuple, list, np.array, lambda place: np.array(place, np.float32)])
def test_single_places(kind):
    points = np.random.default_rng(1).integers(0, 50, (500, 2)) / 2
    ours, theirs = (module.cKDTree(points) for module in (quadrille, spatial))
    for x, y in ((3, 4), (10.25, 7), (-1, 30)):
        place = kind([x, y])
        found, wanted = ours.query(place), theirs.query(place)
        assert type(found[0]) is float and type(found[1]) is int and found[0] == wanted[0]
        found, wanted = ours.query(place, 7), theirs.query(place, 7)
        assert found[0].tolist() == wanted[0].tolist() and found[0].shape == found[1].shape == (7,)
        for r in (2, -2.5, 0, np.float64(3), np.inf, np.nan):
            balls = [tree.query_ball_point(place, r) for tree in (ours, theirs)]
            assert all(type(ball) is list for ball in balls) and sorted(balls[0]) == sorted(balls[1])
    for wrong in ([1, 2, 3], (1,), 5, [1, 2, 3, 4]):
        for call in (ours.query, lambda place: ours.query_ball_point(place, 1)):
            with pytest.raises(ValueError, match="places of the plane"):
                call(wrong)


def test_lists_do_not_change_the_garbage_collector():
    tree = quadrille.cKDTree(np.zeros((300, 2)))
    for collects in (True, False):
        (gc.enable if collects else gc.disable)()
        try:
            assert len(tree.query_pairs(1)) == 300 * 299 // 2
            assert tree.query_ball_tree(tree, 1) == [list(range(300))] * 300
            assert gc.isenabled() == collects
        finally:
            gc.enable()


def test_squares_of_distances_decide():
    square = [[x, y] for x in range(3) for y in range(3)]
    ours, theirs = (module.cKDTree(square) for module in (quadrille, spatial))
    for bound, closer in ((np.sqrt(2), 9), (1, 1), (np.nextafter(1, 2), 5), (-1.5, 9), (1e-200, 0), (0, 0), (np.inf, 9)):
        found, wanted = (tree.query([1, 1], k=9, distance_upper_bound=bound)[0] for tree in (ours, theirs))
        assert np.isfinite(found).sum() == closer and found.tolist() == wanted.tolist()


def test_arguments_that_scipy_takes_and_those_that_are_wrong():
    scipys = quadrille.KDTree([[0, 0]], 16, compact_nodes=False, copy_data=True, balanced_tree=False, boxsize=[2, 2])
    assert scipys.leafsize == 16 and scipys.boxsize.tolist() == [2, 2]
    with pytest.raises(TypeError, match="leaf_size"):
        quadrille.KDTree([[0, 0]], leaf_size=16)
    tree = quadrille.cKDTree([[0, 0], [3, 4]])
    assert tree.query_ball_point([[0.5, 0.5]], np.nan).tolist() == [[]]
    for call, sentence in (
        (lambda: quadrille.cKDTree([[10, 10], [0, 0]], boxsize=10), "boxsize"),
        (lambda: quadrille.cKDTree([[-1, 1]], boxsize=10), "boxsize"),
        (lambda: quadrille.cKDTree([1, 2]), r"\(n, 2\)"),
        (lambda: quadrille.cKDTree(np.zeros((3, 3))), "plane"),
        (lambda: tree.query([0, 0], k=0), "wanted a k"),
        (lambda: tree.query([0, 0], k=[0, 1]), "wanted a k"),
        (lambda: tree.query([0, 0], k=2.5), "wanted a k"),
        (lambda: tree.query([0, 0], p=1), "p = 2"),
        (lambda: tree.query([1, 2, 3]), "places of the plane"),
        (lambda: tree.query_pairs(1, output_type="list"), "ndarray"),
        (lambda: tree.query_ball_tree(scipys, 1), "the same period"),
        (lambda: tree.count_neighbors(scipys, [1, 2, 3, 4]), "the same period"),
    ):
        with pytest.raises(ValueError, match=sentence):
            call()


def test_a_distance_whose_square_overflows_is_none():
    tree = quadrille.cKDTree([[0, 0], [1, 1]])
    for more in ({}, {"distance_upper_bound": 1e190}):
        assert tree.query([1e200, 0], **more) == (np.inf, 2)
        assert tree.query([[1e200, 0], [1, 0]], k=2, **more)[1].tolist() == [[2, 2], [0, 1]]
