"""KDTree answers as scipy's does."""
# SPDX-License-Identifier: MIT

import numpy as np
import pytest

import quadrille

spatial = pytest.importorskip("scipy.spatial")


@pytest.fixture(params=[None, 1.0, (1.0, 0.0)], ids=["plane", "torus", "cylinder"])
def both(request):
    points = np.random.default_rng(7).random((2000, 2))
    boxsize = request.param
    return points, spatial.cKDTree(points, boxsize=boxsize), quadrille.cKDTree(points, boxsize=boxsize)


# promise: python: The calls of scipy answer as scipy does.
def test_query(both):
    points, theirs, ours = both
    places = np.random.default_rng(8).random((7, 9, 2))
    for arguments in ({}, {"k": 3}, {"k": [1, 4]}, {"k": 3, "distance_upper_bound": 0.01}):
        wanted, found = theirs.query(places, **arguments), ours.query(places, **arguments)
        assert found[0].shape == wanted[0].shape
        np.testing.assert_allclose(found[0], wanted[0], atol=1e-12)
        assert np.array_equal(found[1], wanted[1])
    distance, index = ours.query(places[0, 0])
    assert (distance, index) == pytest.approx(theirs.query(places[0, 0]))


def test_pairs_and_balls(both):
    points, theirs, ours = both
    assert ours.query_pairs(0.02) == theirs.query_pairs(0.02)
    assert len(ours.query_pairs(0.02, output_type="ndarray")) == len(theirs.query_pairs(0.02))
    places = np.random.default_rng(9).random((50, 2))
    wanted = theirs.query_ball_point(places, 0.05)
    for found, one in zip(ours.query_ball_point(places, 0.05), wanted):
        assert found == sorted(one)
    assert ours.query_ball_point(places, 0.05, return_length=True).tolist() == [len(one) for one in wanted]
    assert sorted(ours.query_ball_point(places[0], 0.05)) == sorted(wanted[0])
    radii = np.linspace(0.01, 0.1, 50)
    assert [len(one) for one in ours.query_ball_point(places, radii)] == [
        len(one) for one in theirs.query_ball_point(places, radii)
    ]


def test_two_trees(both):
    points, theirs, ours = both
    others = np.random.default_rng(10).random((500, 2))
    their_other = spatial.cKDTree(others, boxsize=theirs.boxsize)
    our_other = quadrille.cKDTree(others, boxsize=ours.boxsize)
    assert ours.count_neighbors(our_other, 0.03) == theirs.count_neighbors(their_other, 0.03)
    assert ours.count_neighbors(our_other, [0.01, 0.03]).tolist() == theirs.count_neighbors(their_other, [0.01, 0.03]).tolist()
    wanted = theirs.sparse_distance_matrix(their_other, 0.03).toarray()
    np.testing.assert_allclose(ours.sparse_distance_matrix(our_other, 0.03).toarray(), wanted, atol=1e-12)
    assert [sorted(row) for row in ours.query_ball_tree(our_other, 0.03)] == [
        sorted(row) for row in theirs.query_ball_tree(their_other, 0.03)
    ]


def test_edges_of_the_arguments():
    points = [[0, 0], [3, 4], [0, 1], [0, 0]]
    ours, theirs = quadrille.cKDTree(points), spatial.cKDTree(points)
    for bound in (0, 1, np.inf):
        found, wanted = (tree.query([0, 0], k=4, distance_upper_bound=bound) for tree in (ours, theirs))
        assert found[0].tolist() == wanted[0].tolist()
    square = [[x, y] for x in range(3) for y in range(3)]
    ours_of_square, theirs_of_square = quadrille.cKDTree(square), spatial.cKDTree(square)
    for bound, closer in ((np.sqrt(2), 9), (1, 1), (np.nextafter(1, 2), 5), (-1.5, 9), (1e-200, 0)):  # squares decide
        options = {"k": 9, "distance_upper_bound": bound}
        found, wanted = (tree.query([1, 1], **options)[0] for tree in (ours_of_square, theirs_of_square))
        assert np.isfinite(found).sum() == closer and found.tolist() == wanted.tolist()
    assert ours.query_ball_point([[0.5, 0.5]], np.nan).tolist() == [[]]
    for data, boxsize in (([[10, 10], [0, 0]], 10), ([[-1, 1]], 10)):
        with pytest.raises(ValueError, match="boxsize"):
            quadrille.cKDTree(data, boxsize=boxsize)
    for bad in ({"k": 0}, {"k": [0, 1]}, {"k": 2.5}):
        with pytest.raises(ValueError, match="wanted a k"):
            ours.query([0, 0], **bad)
    with pytest.raises(ValueError, match="ndarray"):
        ours.query_pairs(1, output_type="list")
    with pytest.raises(ValueError, match="places of the plane"):
        ours.query([1, 2, 3])
    with pytest.raises(ValueError, match=r"\(n, 2\)"):
        quadrille.cKDTree([1, 2])


def test_what_it_cannot_do():
    with pytest.raises(TypeError, match="leaf_size"):
        quadrille.KDTree([[0, 0]], leaf_size=16)
    scipys = quadrille.KDTree([[0, 0]], 16, compact_nodes=False, copy_data=True, balanced_tree=False, boxsize=[2, 2])
    assert scipys.leafsize == 16 and scipys.boxsize.tolist() == [2, 2]
    with pytest.raises(ValueError, match="plane"):
        quadrille.cKDTree(np.zeros((3, 3)))
    with pytest.raises(ValueError, match="p = 2"):
        quadrille.cKDTree(np.zeros((3, 2))).query([0, 0], p=1)
