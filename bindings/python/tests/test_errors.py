"""What is wrong raises, says where, and changes nothing."""
# SPDX-License-Identifier: MIT

import copy
import gc
import os
import pickle
import re
import signal
import threading

import numpy as np
import pytest

import quadrille


@pytest.fixture
def tree():
    one = quadrille.Quadtree()
    one.assign([[0, 0, 1, 1], [0.5, 0.5, 2, 2], [9, 9, 10, 10]])
    return one


WRONG = [
    (lambda t: t.query([[0, 0, 1, 1], [np.nan, 0, 1, 1]]), ValueError, "NaN in row 1"),
    (lambda t: t.closest_cast([[0, 0, 1, 1], [5, 5, 4, 4]], np.ones((2, 2))), ValueError, "found [5.0, 5.0, 4.0, 4.0] in row 1"),
    (lambda t: t.count([0, 0, -1]), ValueError, "radius of 0 or more"),
    (lambda t: t.assign(np.empty((5, 0))), ValueError, "(5, 0)"),
    (lambda t: t.assign(np.zeros((2, 3))), ValueError, "wanted shapes of the shape (n, 4), found (2, 3)"),
    (lambda t: t.query(np.zeros((2, 5))), ValueError, "2, 3 or 4 columns"),
    (lambda t: t.sync([[0, 0, 1, 1]]), ValueError, "wanted one row for each index below index_limit, 3, found 1"),
    (lambda t: t.nearest([0, 0], k=1.5), TypeError, "wanted k as a whole number, found 1.5"),
    (lambda t: t.nearest([0, 0], k=np.float64(1.5)), TypeError, "wanted k as a whole number, found 1.5"),
    (lambda t: t.nearest([0, 0], k=-1), ValueError, "wanted k as a whole number of 0 … 2147483648, found -1"),
    (lambda t: t.query([0, 0, 1, 1], layers=-1), ValueError, "wanted layers as a whole number of 0 … 4294967295, found -1"),
    (lambda t: t.query([0, 0, 1, 1], without=1.5), TypeError, ""),
    (lambda t: t.query([0, 0, 1, 1], form="star"), ValueError, "form"),
    (lambda t: t.query([0, 0, 1, 1], relation="near"), ValueError, "relation"),
    (lambda t: t.pairs(within="a"), TypeError, "wanted a distance as a number, found 'a'"),
    (lambda t: t.pairs(within=-1), ValueError, "wanted a distance of 0 or more"),
    (lambda t: t.pairs(within=float("nan")), ValueError, "wanted a distance of 0 or more"),
    (lambda t: t.join(None), TypeError, "wanted another Quadtree"),
    (lambda t: t.join("x"), TypeError, "wanted another Quadtree"),
    (lambda t: t.closest_pairs(1, quadrille.Quadtree("circle")), ValueError, "same shape and scalar"),
    (lambda t: t.reserve(-1), ValueError, "wanted items as a whole number of 0 … 4294967295, found -1"),
    (lambda t: t.__setstate__(t.__getstate__()), TypeError, "wanted a tree that has not been made yet"),
    (lambda t: t.aggregate([1, 2]), ValueError, "wanted one weight for each index, 3, found 2"),
    (lambda t: t.look([0, 0, 10], facings=[1, 0]), ValueError, "wanted facings and half_angles, or none of them"),
    (lambda t: t.look([0, 0, 10], facings=[1, 0], half_angles=[[0.1, 0.2]]), ValueError, "wanted half_angles of the shape (n,), found (1, 2)"),
    (lambda t: t.sees([0, 0, 1, 1], walls=[[0, 0, 1, 1]] * 2), ValueError, "wanted one wall for each index, 3, found 2"),
    (lambda t: quadrille.Quadtree("point").sees([0, 0, 1, 1]), ValueError, "wanted a tree of boxes, or walls, found none"),
    (lambda t: quadrille.Quadtree("polygon"), ValueError, "'point', 'circle' or 'box'"),
    (lambda t: quadrille.Quadtree("box", np.int32), ValueError, "float32 or float64"),
    (lambda t: quadrille.Quadtree(leaf_capacity=-1), ValueError, "wanted leaf_capacity as a whole number"),
    (lambda t: quadrille.Quadtree("circle", period=(10, 10)).assign([[0, 0, 9]]), ValueError, "half a period"),
    *(
        (lambda t, bad=bad: quadrille.Quadtree("point", np.float32, period=bad), ValueError, "period")
        for bad in ((-1, 0), (np.nan, 0), (0, np.inf), (1e-320, 0))
    ),
]


# promise: python: What is wrong raises, says where, and changes nothing.
@pytest.mark.parametrize("call, kind, sentence", WRONG)
def test_what_is_wrong_says_what_was_wanted(tree, call, kind, sentence):
    with pytest.raises(kind, match=re.escape(sentence)):
        call(tree)
    assert len(tree) == 3


# promise: python: Bad shapes name their row.
def test_bad_shapes_name_their_row(tree):
    for bad in ([0, 0, np.nan, 1], [5, 5, 4, 4]):
        for change in (tree.assign, tree.sync, tree.insert):
            with pytest.raises(ValueError, match="the first at 1"):
                change([[0, 0, 1, 1], bad, [0, 0, 1, 1]])
    assert len(tree) == 3


# promise: python: Handles of what is gone, or of other trees, are told.
def test_handles(tree):
    handles = tree.items
    tree.erase(handles[:1])
    with pytest.raises(KeyError):
        tree.erase(handles[:1])
    with pytest.raises(KeyError):
        tree.move(handles[:2], [[0, 0, 1, 1], [0, 0, 1, 1]])
    other = quadrille.Quadtree()
    other.assign(np.zeros((9, 4)))
    with pytest.raises(KeyError):
        tree.erase(other.items[8:])
    with pytest.raises(ValueError, match="uint64"):
        tree.erase([1.5])
    wrong = pytest.raises(ValueError, match=re.escape("wanted handles, found the index 2; tree.items[2] is its handle"))
    for use in (tree.erase, tree.contains, tree.layers, tree.intersecting, tree.pairs_of):
        for index in (2, [2]):
            with wrong:
                use(index)
    with wrong:
        tree.nearest((0, 0, 1, 1), without=2)
    for bad in ([2**32], [-1], [np.nan], 2.7, 2**32):
        with pytest.raises(ValueError, match="whole numbers"):
            tree.set_layers(handles[1:2], bad)
    assert np.isnan(tree.shapes[0]).all()
    assert tree.contains(handles).tolist() == [False, True, True]


# promise: python: Arrays of any layout are read.
def test_arrays_are_read_where_they_are_or_copied():
    wide = np.zeros((10, 8), np.float32)
    wide[:, 4:] += np.arange(10)[:, None]
    for given in (wide[:, 4:], np.asfortranarray(wide[:, 4:]), wide[:, 4:].astype(np.float64), wide[:, 4:].tolist()):
        tree = quadrille.Quadtree()
        tree.assign(given)
        assert tree.shapes[3].tolist() == [3, 3, 3, 3]
    assert len(quadrille.Quadtree().pairs()) == 0
    empty = quadrille.Quadtree()
    empty.assign([])
    assert empty.query([0, 0, 1, 1]).tolist() == []
    assert empty.nearest([[0, 0]], k=2)[1].tolist() == [[0, 0]]
    offsets, indices = empty.query(np.empty((0, 4)))
    assert offsets.tolist() == [0] and len(indices) == 0


# promise: python: Answers outlive their tree.
def test_answers_outlive_their_tree():
    tree = quadrille.Quadtree("point")
    tree.assign(np.random.default_rng(1).random((5000, 2)))
    pairs = tree.pairs(within=0.01)
    before = pairs.copy()
    offsets, indices = tree.query([[0, 0, 1, 1]])
    del tree
    gc.collect()
    assert np.array_equal(pairs, before)
    assert len(indices) == 5000


# promise: python: Saved, pickled and copied trees are equal.
def test_saved_and_pickled(tree, tmp_path):
    path = tmp_path / "tree.quad"
    tree.erase(tree.items[1:2])
    tree.save(path)
    for other in (quadrille.Quadtree.load(path), pickle.loads(pickle.dumps(tree)), tree.copy()):
        assert np.array_equal(other.shapes, tree.shapes, equal_nan=True)
        assert np.array_equal(other.items, tree.items)
        assert repr(other) == repr(tree)
    with pytest.raises(ValueError, match="circle<double>"):
        quadrille.Quadtree.load(path, "circle")
    link = tmp_path / "link"
    link.symlink_to(path)
    path.chmod(0o640)
    tree.save(os.fsencode(link))
    assert link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(IsADirectoryError):
        tree.save(tmp_path)
    assert sorted(os.listdir(tmp_path)) == ["link", "tree.quad"], "nothing else is left"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ValueError):
        quadrille.Quadtree.load(path)


@pytest.mark.skipif("QUADRILLE_LONG" not in os.environ, reason="takes some seconds: for QUADRILLE_LONG=1")
def test_pairs_are_counted_beyond_32_bits():
    tree = quadrille.Quadtree("point", threads=1)
    tree.assign(np.zeros((93_000, 2)))
    assert tree.count_pairs() == 93_000 * 92_999 // 2


class Named(quadrille.Quadtree):
    """A subclass with another constructor and something of its own."""

    def __init__(self, name):
        super().__init__("point", np.float64, threads=1)
        self.name = name


def test_subclasses_stay_what_they_are():
    own = Named("own")
    own.assign([[1, 2]])
    for other in (own.copy(), pickle.loads(pickle.dumps(own))):
        assert type(other) is Named and other.name == "own" and len(other) == 1
    own.notes = []
    deep = copy.deepcopy(own)
    deep.notes.append(1)
    deep.clear()
    assert own.notes == [] and len(own) == 1


def test_a_full_disk_leaves_nothing(tree, tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="no space left"):
        tree.save(tmp_path / "tree.quad")
    assert os.listdir(tmp_path) == []


def test_repr_and_counters(tree):
    assert repr(tree) == "Quadtree('box', dtype=float64): 3 items in (0, 0) … (10, 10)"
    tree.reset_counters()
    tree.query([0, 0, 1, 1])
    assert tree.counters["answers"] == 2
    assert tree.stats["size"] == 3


# promise: python: A change while another thread asks raises.
def test_a_change_while_another_thread_asks_raises():
    rng = np.random.default_rng(2)
    tree = quadrille.Quadtree("point", threads=1)
    tree.assign(rng.random((200_000, 2)))
    areas = np.concatenate([rng.random((200_000, 2))] * 2, axis=1)
    areas[:, 2:] += 0.01
    errors, stop = [], threading.Event()

    def ask():
        while not stop.is_set():
            try:
                tree.count(areas)
            except RuntimeError as error:
                errors.append(error)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(200):
        try:
            tree.sync(rng.random((200_000, 2)))
        except RuntimeError as error:
            errors.append(error)
        if errors:
            break
    stop.set()
    for thread in threads:
        thread.join()
    assert errors and "wanted a tree" in str(errors[0])
    tree.validate()


LONG_CALLS = [
    (60_000, lambda tree: tree.count_pairs()),
    (60_000, lambda tree: tree.pairs()),
    (60_000, lambda tree: tree.join(tree)),
    (100, lambda tree: tree.query(np.zeros((2_000_000, 2)))),
]


# promise: python: Ctrl-C ends a long call.
@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
@pytest.mark.parametrize("count, call", LONG_CALLS)
def test_ctrl_c_ends_a_long_call_before_its_end(count, call):
    tree = quadrille.Quadtree("point", threads=1)
    tree.assign(np.zeros((count, 2)))  # where all are paired, and all found
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests run in the background
    threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call(tree)
    finally:
        signal.signal(signal.SIGINT, before)
    assert tree.counters["answers"] == 0, "calls that end have counted their work"
    tree.validate()
