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


def test_contacts_begin_persist_and_end_as_a_full_scan_tells_it():
    random = np.random.default_rng(1)
    tree, contacts = quadrille.Quadtree("box"), quadrille.Contacts()
    shapes = boxes(random)
    tree.assign(shapes)
    before = set()
    for _ in range(4):
        contacts.update(tree, within=0.5)
        now = pairs_within(shapes, 0.5)
        assert len(now) > 0
        assert contacts.now.tolist() == sorted(map(list, now))
        assert contacts.began.tolist() == sorted(map(list, now - before))
        assert contacts.persisted.tolist() == sorted(map(list, now & before))
        assert contacts.ended.tolist() == sorted(map(list, before - now))
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


def test_visits_enter_stay_and_leave():
    random = np.random.default_rng(2)
    tree, visits = quadrille.Quadtree("point", np.float64), quadrille.Visits()
    areas = np.array([[10, 10, 9], [30, 30, 12], [900, 900, 1]])
    points = random.uniform(0, 50, (300, 2))
    tree.assign(points)
    before = set()
    for _ in range(4):
        visits.update(tree, areas, within=1)
        found = distances(np.column_stack([areas[:, :2], areas[:, 2]]), points) <= 1
        now = {(int(a), int(b)) for a, b in zip(*np.nonzero(found))}
        assert visits.now.tolist() == sorted(map(list, now))
        assert visits.entered.tolist() == sorted(map(list, now - before))
        assert visits.stayed.tolist() == sorted(map(list, now & before))
        assert visits.left.tolist() == sorted(map(list, before - now))
        before = now
        points += random.uniform(-2, 2, points.shape)
        tree.sync(points)


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
        assert np.isclose(sums.weights[cell], weights[below].sum())
        assert np.allclose(sums.centers[cell], np.average(points[below], axis=0, weights=weights[below]))
    assert sorted(sums.items.tolist()) == [i for i in range(400) if layers != 2 or i % 3 == 0]
    with pytest.raises(ValueError, match="wanted one weight for each index, 400, found 399"):
        tree.aggregate(weights[1:])


def test_sums_find_forces_of_far_bodies():
    """The walk that `Sums` describes: a cell far off counts as one body."""
    random = np.random.default_rng(5)
    points = random.uniform(0, 100, (600, 2))
    tree = quadrille.Quadtree("point", np.float64)
    tree.assign(points)
    sums = tree.aggregate()
    place, force, opened = np.array([50.0, 50.0]), np.zeros(2), 0
    cell = 0
    while cell < len(sums.ends):
        low, high = sums.bounds[cell, :2], sums.bounds[cell, 2:]
        gap = np.hypot(*np.maximum(0, np.maximum(low - place, place - high)))
        if gap > 0 and (high - low).max() < 0.3 * gap:
            away = sums.centers[cell] - place
            force += sums.weights[cell] * away / np.hypot(*away) ** 3
            cell = int(sums.ends[cell])
            continue
        opened += 1
        is_last = sums.ends[cell] == cell + 1
        own_end = sums.first_items[sums.ends[cell]] if is_last else sums.first_items[cell + 1]
        for index in sums.items[sums.first_items[cell] : own_end]:
            away = points[index] - place
            force += away / np.hypot(*away) ** 3
        cell += 1
    away = points - place
    exact = (away / np.hypot(away[:, 0], away[:, 1])[:, None] ** 3).sum(axis=0)
    assert np.allclose(force, exact, rtol=0.05, atol=0.05 * np.abs(exact).max())
    assert opened < len(sums.ends)


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
    with pytest.raises(ValueError, match="wanted facings and half_angles, or none of them"):
        tree.look([0, 0, 10], facings=[1, 0])
    with pytest.raises(ValueError, match=r"wanted half_angles of the shape \(n,\), found \(1, 2\)"):
        tree.look([0, 0, 10], facings=[1, 0], half_angles=[[0.1, 0.2]])
    with pytest.raises(ValueError, match="wanted one wall for each index, 1, found 2"):
        tree.sees([0, 0, 1, 1], walls=[[0, 0, 1, 1], [0, 0, 1, 1]])
    with pytest.raises(ValueError, match="wanted a tree of boxes, or walls, found none"):
        quadrille.Quadtree("point").sees([0, 0, 1, 1])


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
    with pytest.raises(ValueError, match="wanted a convex polygon without holes, found another one in row 0"):
        tree.query([shapely.Polygon([(0, 0), (4, 0), (1, 1), (0, 4)])])
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
