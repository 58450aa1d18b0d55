// packed_spatial_index, in trees of float only with SIMD: those have no pairs. Included once for each scalar, T.
// SPDX-License-Identifier: MIT
use packed_spatial_index::{Box2D, Index2DBuilder, NeighborWorkspace, Point2D, SearchWorkspace};

fn box2(quad: &Quad) -> Box2D {
    Box2D::new(quad[0] as f64, quad[1] as f64, quad[2] as f64, quad[3] as f64)
}

/// Prints the rows of one form of tree.
macro_rules! packed {
    ($folder:expr, $name:expr, $tree:ident, $finish:ident $(, $pairs:ident)?) => {{
        struct Packed(packed_spatial_index::$tree, SearchWorkspace, NeighborWorkspace);
        impl Index for Packed {
            const NAME: &'static str = $name;
            type Id = usize;
            fn build(items: &Items) -> Self {
                let mut builder = Index2DBuilder::new(items.boxes.len()).parallel(false);
                items.boxes.iter().for_each(|quad| builder.add(box2(quad)));
                Packed(builder.$finish().unwrap(), SearchWorkspace::new(), NeighborWorkspace::new())
            }
            fn window(&mut self, window: &Quad) -> Option<&[usize]> {
                Some(self.0.search_with(box2(window), &mut self.1))
            }
            fn count(&mut self, window: &Quad) -> Option<usize> {
                Some(self.0.count(box2(window)))
            }
            fn nearest(&mut self, place: &[T; 2], k: usize) -> Option<&[usize]> {
                let place = Point2D::new(place[0] as f64, place[1] as f64);
                Some(self.0.neighbors_with(place, k, f64::INFINITY, &mut self.2))
            }
            $(fn $pairs(&mut self, items: &Items, found: &mut Vec<(u32, u32)>) -> bool {
                let each = |a: usize, b: usize| -> ControlFlow<()> {
                    found.push((a as u32, b as u32));
                    ControlFlow::Continue(())
                };
                let points = !items.points.is_empty();
                let _ = if points { self.0.pairs_within_each(1.0, each) } else { self.0.pairs_each(each) };
                true
            })?
        }
        rows::<Packed>($folder, "boxes");
        rows::<Packed>($folder, "points");
    }};
}
