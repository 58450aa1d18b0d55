"""What changes from tick to tick, sums over cells, what is visible, and geometries of Shapely."""
# SPDX-License-Identifier: MIT

import copy

import numpy as np
import pytest
from brute import distances, pairs_within

import quadrille


def boxes(random, count=200, side=50):
    low = random.uniform(0, side, (count, 2))
    return np.concatenate([low, low + random.uniform(0, 3, (count, 2))], axis=1).astype(np.float32)


def test_contacts_and_visits_begin_persist_and_end_as_a_full_scan_finds_them():
    random = np.random.default_rng(1)
    tree, contacts, visits = quadrille.Quadtree("box"), quadrille.Contacts(), quadrille.Visits()
    areas = np.array([[10, 10, 9], [30, 30, 12], [900, 900, 1]])
    shapes = boxes(random)
    tree.assign(shapes)
    before = [set(), set()]
    for _ in range(4):
        contacts.update(tree, within=0.5)
        visits.update(tree, areas, within=1)
        visited = {(int(area), int(index)) for area, index in np.argwhere(distances(areas, shapes) <= 1)}
        now = [pairs_within(shapes, 0.5), visited]
        lists = (
            [contacts.now, contacts.began, contacts.persisted, contacts.ended],
            [visits.now, visits.entered, visits.stayed, visits.left],
        )
        for found, these, those in zip(lists, now, before):
            wanted = [these, these - those, these & those, those - these]
            assert len(these) > 0 and [one.tolist() for one in found] == [sorted(map(list, one)) for one in wanted]
        before = now
        shapes = shapes + np.tile(random.uniform(-1, 1, (len(shapes), 2)), 2).astype(np.float32)
        tree.sync(shapes)


def test_contacts_of_two_trees_and_their_handles():
    tree, other, contacts = quadrille.Quadtree("circle"), quadrille.Quadtree("point"), quadrille.Contacts()
    tree.insert([[0, 0, 1], [5, 5, 1]])
    item = other.insert([[0, 1]])
    contacts.update(tree, other)
    assert contacts.began.tolist() == [[0, 0]]
    other.erase(item)
    other.insert([[0, 1]])  # the same index, another item
    contacts.update(tree, other)
    assert contacts.began.tolist() == [[0, 0]] and contacts.ended.tolist() == [[0, 0]]
    assert contacts.handles("ended")[0, 1] == item[0]
    with pytest.raises(ValueError, match="wanted the verb that these contacts have been updated with"):
        contacts.update(tree)
    with pytest.raises(ValueError, match="wanted the list 'now'"):
        contacts.handles("later")


# promise: python: Saved, pickled and copied trees are equal.
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copied_lists_go_their_own_ways(copied):
    tree, contacts, visits = quadrille.Quadtree("circle"), quadrille.Contacts(), quadrille.Visits()
    assert copied(quadrille.Contacts()).now.tolist() == []
    tree.assign([[0, 0, 1], [1, 0, 1]])
    contacts.update(tree)
    visits.update(tree, [[0, 0, 9, 9]])
    other, other_visits = copied(contacts), copied(visits)
    assert type(other) is quadrille.Contacts and other.began.tolist() == [[0, 1]]
    assert other_visits.entered.tolist() == [[0, 0], [0, 1]]
    tree.assign([[0, 0, 1], [9, 0, 1]])
    contacts.update(tree)
    assert contacts.ended.tolist() == [[0, 1]] and contacts.now.tolist() == []
    assert other.now.tolist() == [[0, 1]] and other.ended.tolist() == []


def test_cells_hold_each_item_once():
    random = np.random.default_rng(3)
    tree = quadrille.Quadtree("box")
    tree.assign(boxes(random, 500))
    cells = tree.cells()
    assert cells.counts.sum() == 500
    assert cells.depths[0] == 0 and cells.leaves.any()
    assert cells.squares.shape == cells.bounds.shape == (len(cells.depths), 4)


@pytest.mark.parametrize("layers", [quadrille.ALL_LAYERS, 2])
def test_sums_are_those_of_the_items_below(layers):
    random = np.random.default_rng(4)
    tree = quadrille.Quadtree("point", np.float64)
    points = random.uniform(0, 50, (400, 2))
    tree.assign(points)
    tree.set_layers(tree.items, np.where(np.arange(400) % 3 == 0, 2, 1).astype(np.uint32))
    weights = random.uniform(0.5, 2, 400)
    sums = tree.aggregate(weights, layers=layers)
    assert len(sums.ends) > 5
    for cell in range(len(sums.ends)):
        below = sums.items[sums.first_items[cell] : sums.first_items[sums.ends[cell]]]
        low, high = points[below].min(axis=0), points[below].max(axis=0)
        assert (sums.bounds[cell, :2] <= low).all() and (sums.bounds[cell, 2:] >= high).all()
        assert layers == 2 or np.allclose(sums.bounds[cell], [*low, *high], atol=1e-5)
        assert np.isclose(sums.weights[cell], weights[below].sum())
        assert np.allclose(sums.centers[cell], np.average(points[below], axis=0, weights=weights[below]))
    assert sorted(sums.items.tolist()) == [i for i in range(400) if layers != 2 or i % 3 == 0]


def test_a_lamp_lights_what_no_wall_hides():
    tree = quadrille.Quadtree("box", np.float64)
    tree.assign([[4, -1, 5, 1]])
    outline = tree.look([0, 0, 10])
    assert outline.shape[1] == 2
    area = 0.5 * np.sum(outline[:, 0] * np.roll(outline[:, 1], -1) - np.roll(outline[:, 0], -1) * outline[:, 1])
    shadow = 0.5 * (10 - 4) * (2 * 1 + 2 * 10 / 4)  # behind the wall, to the edge of the square
    assert np.isclose(area, 400 - shadow)
    offsets, vertices = tree.look([[0, 0, 10], [0, 0, 10]], facings=[[1, 0], [-1, 0]], half_angles=[0.1, 0.1])
    assert offsets[0] == 0 and offsets[-1] == len(vertices)
    assert vertices[: int(offsets[1]), 0].max() <= 4 and vertices[int(offsets[1]) :, 0].min() == -10
    assert tree.sees([0, 0, 10, 0]) is False
    assert tree.sees([[0, 0, 10, 0], [0, 0, 10, 10]]).tolist() == [False, True]
    assert tree.sees([0, 0, 10, 0], walls=[[4, 0.5, 5, 0.5]]) is True


def test_geometries_go_in_and_come_out():
    shapely = pytest.importorskip("shapely.geometry")
    tree = quadrille.Quadtree("box", np.float64)
    triangle = shapely.Polygon([(0, 0), (4, 0), (0, 4)])
    tree.assign([triangle, shapely.LineString([(8, 8), (9, 6)]), shapely.Point(20, 20)])
    assert tree.shapes.tolist() == [[0, 0, 4, 4], [8, 6, 9, 8], [20, 20, 20, 20]]
    assert [one.bounds for one in tree.geometries()] == [(0, 0, 4, 4), (8, 6, 9, 8), (20, 20, 20, 20)]
    assert tree.query(shapely.box(3, 3, 8, 6)).tolist() == [0, 1]
    assert tree.query(triangle).tolist() == [0]
    assert tree.query(shapely.LineString([(5, 0), (5, 30)])).tolist() == []
    offsets, indices = tree.query([shapely.Point(1, 1), shapely.Point(20, 20)])
    assert offsets.tolist() == [0, 1, 2] and indices.tolist() == [0, 2]
    distances, indices = tree.nearest(shapely.Point(10, 10), k=1)
    assert indices.tolist() == [1]
    with pytest.raises(ValueError, match="wanted convex polygons, found another one in row 0"):
        tree.query([shapely.Polygon([(0, 0), (4, 0), (1, 1), (0, 4)])])
    with pytest.raises(ValueError, match="wanted convex polygons, found one with a hole in row 0"):
        tree.query([shapely.box(0, 0, 4, 4) - shapely.box(1, 1, 2, 2)])
    with pytest.raises(ValueError, match="wanted geometries that are not empty, found an empty \\w+ in row 1"):
        tree.assign([shapely.Point(1, 1), shapely.Point()])
    dots = quadrille.Quadtree("circle")
    dots.assign([shapely.Point(1, 2)])
    assert dots.geometries()[0].equals(shapely.Point(1, 2))
    with pytest.raises(ValueError, match="wanted points, found Polygon in row 0"):
        quadrille.Quadtree("point").assign([triangle])


def test_frames_of_geopandas_go_in_and_come_out():
    geopandas = pytest.importorskip("geopandas")
    shapely = pytest.importorskip("shapely.geometry")
    places = geopandas.GeoDataFrame(geometry=[shapely.Point(1, 2), shapely.Point(3, 4)], crs="EPSG:4326")
    tree = quadrille.Quadtree("point", np.float64)
    handles = tree.insert(places)
    assert tree.shapes.tolist() == [[1, 2], [3, 4]]
    tree.erase(handles[:1])
    frame = tree.to_geopandas(crs=places.crs)
    assert frame.index.tolist() == [1] and frame.geometry.iloc[0].equals(shapely.Point(3, 4))
    assert tree.query(geopandas.GeoSeries([shapely.box(0, 0, 9, 9)]))[1].tolist() == [1]
