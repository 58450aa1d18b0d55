// kiddo, rstar and geo-index, each in its fastest calls. Included once for each scalar, T.
// SPDX-License-Identifier: MIT
use geo_index::rtree::{RTree as GeoTree, RTreeBuilder, RTreeIndex, sort::HilbertSort};
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use rstar::{AABB, PointDistance, RTree, RTreeObject, primitives::GeomWithData, primitives::Rectangle};
use std::num::NonZero;
use std::ops::ControlFlow;

struct Kiddo(ImmutableKdTree<T, 2>, Vec<u32>);
impl Index for Kiddo {
    const NAME: &'static str = "kiddo";
    type Id = u32;
    fn build(items: &Items) -> Self {
        Kiddo(ImmutableKdTree::new_from_slice(&items.points).unwrap(), vec![])
    }
    fn nearest(&mut self, place: &[T; 2], k: usize) -> Option<&[u32]> {
        self.1.clear();
        let asked = self.0.query(place);
        if k == 1 {
            self.1.push(asked.nearest_one::<SquaredEuclidean<T>>().execute().item);
        } else {
            let near = asked.nearest_n::<SquaredEuclidean<T>>(NonZero::new(k)?).execute();
            self.1.extend(near.iter().map(|one| one.item));
        }
        Some(&self.1)
    }
    fn pairs(&mut self, items: &Items, found: &mut Vec<(u32, u32)>) -> bool {
        for (point, a) in items.points.iter().zip(0u32..) {
            let near = self.0.query(point).within::<SquaredEuclidean<T>>(1.0).unsorted();
            near.visit(|one| {
                if one.item > a {
                    found.push((a, one.item))
                }
            });
        }
        true
    }
}

fn aabb(window: &Quad) -> AABB<[T; 2]> {
    AABB::from_corners([window[0], window[1]], [window[2], window[3]])
}

trait Filed: PointDistance + RTreeObject<Envelope = AABB<[T; 2]>> {
    fn of(quad: &Quad) -> Self;
}
impl Filed for Rectangle<[T; 2]> {
    fn of(quad: &Quad) -> Self {
        Rectangle::from_aabb(aabb(quad))
    }
}
impl Filed for [T; 2] {
    fn of(quad: &Quad) -> Self {
        [quad[0], quad[1]]
    }
}
struct Rstar<Shape: Filed>(RTree<GeomWithData<Shape, u32>>, Vec<u32>);
impl<Shape: Filed> Index for Rstar<Shape> {
    const NAME: &'static str = "rstar";
    type Id = u32;
    fn build(items: &Items) -> Self {
        let filed = items.boxes.iter().zip(0u32..).map(|(quad, id)| GeomWithData::new(Shape::of(quad), id));
        Rstar(RTree::bulk_load(filed.collect()), vec![])
    }
    fn window(&mut self, window: &Quad) -> Option<&[u32]> {
        self.1.clear();
        let _: ControlFlow<()> = self.0.locate_in_envelope_intersecting_int(aabb(window), |hit| {
            self.1.push(hit.data);
            ControlFlow::Continue(())
        });
        Some(&self.1)
    }
    fn count(&mut self, window: &Quad) -> Option<usize> {
        let mut count = 0;
        let _: ControlFlow<()> = self.0.locate_in_envelope_intersecting_int(aabb(window), |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        Some(count)
    }
    fn nearest(&mut self, place: &[T; 2], k: usize) -> Option<&[u32]> {
        self.1.clear();
        if k == 1 {
            self.1.push(self.0.nearest_neighbor(*place)?.data);
        } else {
            self.1.extend(self.0.nearest_neighbor_iter(*place).take(k).map(|one| one.data));
        }
        Some(&self.1)
    }
    fn pairs(&mut self, items: &Items, found: &mut Vec<(u32, u32)>) -> bool {
        let both = self.0.intersection_candidates_with_other_tree(&self.0);
        found.extend(both.filter(|(a, b)| a.data < b.data).map(|(a, b)| (a.data, b.data)));
        items.points.is_empty()
    }
}

struct GeoIndex(GeoTree<T>, Vec<u32>);
impl Index for GeoIndex {
    const NAME: &'static str = "geo-index";
    type Id = u32;
    fn build(items: &Items) -> Self {
        let mut builder = RTreeBuilder::<T>::new(items.boxes.len() as u32);
        items.boxes.iter().for_each(|quad| _ = builder.add(quad[0], quad[1], quad[2], quad[3]));
        GeoIndex(builder.finish::<HilbertSort>(), vec![])
    }
    fn window(&mut self, window: &Quad) -> Option<&[u32]> {
        self.1 = self.0.search(window[0], window[1], window[2], window[3]);
        Some(&self.1)
    }
    fn nearest(&mut self, place: &[T; 2], k: usize) -> Option<&[u32]> {
        self.1 = self.0.neighbors(place[0], place[1], Some(k), None);
        Some(&self.1)
    }
    fn pairs(&mut self, items: &Items, found: &mut Vec<(u32, u32)>) -> bool {
        found.extend(self.0.intersection_candidates_with_other_tree(&self.0).filter(|(a, b)| a < b));
        items.points.is_empty()
    }
}

fn peers(folder: &str) {
    rows::<Rstar<Rectangle<[T; 2]>>>(folder, "boxes");
    rows::<Rstar<[T; 2]>>(folder, "points");
    rows::<GeoIndex>(folder, "boxes");
    rows::<GeoIndex>(folder, "points");
    rows::<Kiddo>(folder, "points");
}
