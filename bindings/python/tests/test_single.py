"""Calls about one place or item answer as calls with arrays do, whatever the numbers come in."""
# SPDX-License-Identifier: MIT

import contextlib
import gc
import re
import threading
import warnings

import numpy as np
import pytest
from hypothesis import given, strategies as st

import quadrille

SHAPES = {"point": 2, "circle": 3, "box": 4}
DTYPES = [np.float32, np.float64]


def forms_of(row):
    """The same numbers as a tuple, a list, ints where they are, arrays of both dtypes, and elements of an array."""
    whole = [int(one) if one == int(one) else one for one in row]
    arrays = [np.array(row, dtype) for dtype in DTYPES]
    strided = np.repeat(arrays[1], 2)[::2]
    return [tuple(row), list(row), tuple(whole), *arrays, strided, tuple(arrays[0]), list(arrays[1])]


# promise: python: A call about one place answers as one about many.
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
@given(seed=st.integers(0, 2**32 - 1), period=st.sampled_from([0, 16]), threads=st.sampled_from([1, 2]))
def test_questions(shape, dtype, seed, period, threads):
    rng = np.random.default_rng(seed)
    tree = quadrille.Quadtree(shape, dtype, period=(period, 0), threads=threads)
    rows = rng.integers(0, 64, (50, SHAPES[shape])) / 8
    rows[:, 2:] /= 4
    if shape == "box":
        rows[:, 2:] += rows[:, :2]
    handles = tree.insert(rows)
    tree.set_layers(handles[::2], 2)
    for columns in SHAPES.values():
        place = (rng.integers(0, 64, columns) / 8).tolist()
        options = {"layers": int(rng.choice([2, quadrille.ALL_LAYERS])), "without": int(rng.choice(handles))}
        of_many = tree.query([place], **options)[1].tolist()
        within = tree.query_within([place], 1.5, **options)[1].tolist()
        nearest = [found[0].tolist() for found in tree.nearest([place], 3, distance=2.5, **options)]
        for one in forms_of(place):
            assert tree.query(one, **options).tolist() == of_many
            assert tree.query_within(one, 1.5, **options).tolist() == within
            assert tree.query_within(one, np.float32(1.5), **options).tolist() == within
            found = tree.nearest(one, 3, distance=2.5, **options)
            assert [of.tolist() for of in found] == nearest
            assert [of.dtype for of in found] == [np.float64, np.int64] and found[0].shape == found[1].shape == (3,)
            assert [of.shape for of in tree.nearest(one, 0)] == [(0,), (0,)]
            all_of = [found[0].tolist() for found in tree.nearest([place], 70)]
            assert [of.tolist() for of in tree.nearest(one, 70)] == all_of


# promise: python: A call about one place answers as one about many.
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_changes(shape, dtype):
    tree = quadrille.Quadtree(shape, dtype)
    row, other = [1, 2.5, 3, 4][: SHAPES[shape]], [2, 3, 4.5, 5][: SHAPES[shape]]
    handles = [tree.insert(one, 5) for one in forms_of(row)]
    assert all(type(one) is int for one in handles) and len(set(handles)) == len(handles) == len(tree)
    assert (tree.shapes == np.array(row, dtype)).all() and (tree.layers(handles) == 5).all()
    assert tree.items.tolist() == handles
    for handle, one in zip(handles, forms_of(other)):
        assert tree.move(handle, one) == quadrille.Report("reinsert", 0, 0)
    assert isinstance(tree.move(handles[0], tuple(other)), quadrille.Report)
    assert tree.move(tree.items[0], tuple(row)) == tree.move([handles[0]], [row])
    assert tree.shapes[0].tolist() == row and (tree.shapes[1:] == np.array(other, dtype)).all()
    tree.validate()
    for handle in (handles[0], tree.items[1], np.array(handles[2]), [handles[3]], np.int64(handles[4])):
        tree.erase(handle)
    assert len(tree) == len(handles) - 5
    with pytest.raises(KeyError, match="wanted an item of this tree"):
        tree.erase(handles[0])
    with pytest.raises(KeyError, match="wanted an item of this tree"):
        tree.move(handles[0], tuple(row))
    tree.validate()


NOT_PLACES = [(1,), (1, 2, 3, 4, 5), (1, "a"), (1, None), (1, (2, 3)), (1, 2j), (10**400, 1), ((1, 2), (3,))]
NOT_PLACES += ["ab", None, 5, {1: 2}]


WRONG = [
    (lambda t: t.query((0, 0, float("nan"), 1)), ValueError, "wanted areas that are numbers, found NaN in row 0"),
    (lambda t: t.query((0, 0, -1)), ValueError, "a radius of 0 or more, found [0.0, 0.0, -1.0] in row 0"),
    (lambda t: t.query((0, 0, 1, 1), layers=-1), ValueError, "wanted layers as a whole number of 0 … 42"),
    (lambda t: t.query((0, 0, 1, 1), layers=2**80), ValueError, "wanted layers as a whole number"),
    (lambda t: t.query((0, 0, 1, 1), without=-1), ValueError, "the handle of an item, as a whole number"),
    (lambda t: t.query((0, 0, 1, 1), without=None), TypeError, "wanted without"),
    (lambda t: t.query_within((0, 0), -1), ValueError, "wanted a distance of 0 or more, found -1"),
    (lambda t: t.query_within((0, 0), float("nan")), ValueError, "wanted a distance of 0 or more, found nan"),
    (lambda t: t.query_within((0, 0), "a"), TypeError, "wanted a distance as a number, found 'a'"),
    (lambda t: t.nearest((0, 0), k=-1), ValueError, "wanted k as a whole number of 0 … 2147483648, found -1"),
    (lambda t: t.nearest((0, 0), k=1.5), TypeError, "wanted k as a whole number, found 1.5"),
    (lambda t: t.insert((0, 0)), ValueError, "wanted shapes of the shape (n, 4), found (2,)"),
    (lambda t: t.insert((5, 5, 4, 4)), ValueError, "the first at 0"),
    (lambda t: t.insert((5, 5, float("nan"), 4)), ValueError, "the first at 0"),
    (lambda t: t.insert((0, 0, 1, 1), layers=1.5), TypeError, "wanted layers as a whole number, found 1.5"),
    (lambda t: t.move(t.items[0], (5, 5, 4, 4)), ValueError, "the first at 0"),
    (lambda t: t.move(t.items[0], (5, 5)), ValueError, "wanted shapes of the shape (n, 4), found (2,)"),
    (lambda t: t.move(t.items[:2], (5, 5, 6, 6)), ValueError, "wanted as many shapes as items, 2, found 1"),
    (lambda t: t.erase(1.5), ValueError, "uint64"),
    (lambda t: t.erase(True), ValueError, "uint64"),
    (lambda t: t.erase("a"), ValueError, "uint64"),
    (lambda t: t.erase(0), KeyError, "wanted an item of this tree"),
    (lambda t: t.erase(2**64 - 1), KeyError, "wanted an item of this tree"),
]


# promise: python: What is wrong raises, says where, and changes nothing.
@pytest.mark.parametrize("call, kind, sentence", WRONG)
def test_what_is_wrong_says_what_was_wanted(call, kind, sentence):
    tree = quadrille.Quadtree()
    tree.assign([[0, 0, 1, 1], [2, 2, 3, 3]])
    with pytest.raises(kind, match=re.escape(sentence)):
        call(tree)
    assert len(tree) == 2 and tree.shapes.tolist() == [[0, 0, 1, 1], [2, 2, 3, 3]]


@pytest.mark.parametrize("bad", NOT_PLACES)
def test_what_is_no_place_raises(bad):
    tree = quadrille.Quadtree("point")
    item = tree.insert((1, 2))
    within, move = (lambda one: tree.query_within(one, 1)), (lambda one: tree.move(item, one))
    for call in (tree.query, tree.nearest, tree.insert, within, move):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            call(bad)
    assert len(tree) == 1 and tree.shapes.tolist() == [[1, 2]]


def test_answers_own_their_memory():
    tree = quadrille.Quadtree("point", threads=1)
    tree.assign(np.arange(20_000, dtype=np.float64).reshape(-1, 2))
    few, many = tree.query((0, 0, 9, 9)), tree.query((0, 0, 1e5, 1e5))
    distances, indices = tree.nearest((0, 1), 2)
    del tree
    gc.collect()
    assert few.tolist() == [0, 1, 2, 3, 4] and sorted(many.tolist()) == list(range(10_000))
    assert indices.tolist() == [0, 1] and distances.tolist() == [0, np.sqrt(8)]
    for answer in (few, many, distances, indices):
        assert answer.flags.writeable
        answer[0] = 5


def test_numbers_that_float32_has_not():
    tree = quadrille.Quadtree("point", np.float32)
    tree.insert((0.1, 1e-50))
    assert tree.shapes.tolist() == [[np.float32(0.1), 0]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert tree.query((0, 0, 1e300, 1e300)).tolist() == tree.query([[0, 0, 1e300, 1e300]])[1].tolist() == [0]


# promise: python: A change while another thread asks raises.
def test_a_change_of_one_while_another_thread_asks_raises():
    rng = np.random.default_rng(2)
    tree = quadrille.Quadtree("point", threads=1)
    tree.assign(rng.random((100_000, 2)))
    item, areas, stop = int(tree.items[0]), np.tile([0, 0, 0.5, 0.5], (500, 1)), threading.Event()

    def ask():
        while not stop.is_set():
            with contextlib.suppress(RuntimeError):
                tree.count(areas)

    thread = threading.Thread(target=ask)
    thread.start()
    errors = []
    try:
        for _ in range(100_000):
            try:
                tree.move(item, (0.25, 0.25))
            except RuntimeError as error:
                errors.append(str(error))
                break
    finally:
        stop.set()
        thread.join()
    assert "wanted a tree that nothing reads" in errors[0]
    tree.validate()
