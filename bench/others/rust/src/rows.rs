// The abilities of a peer, and the rows that they make. Included once for each scalar, T.
// SPDX-License-Identifier: MIT
type Quad = [T; 4];

/// The boxes; of points, which are boxes without a size, also these.
pub struct Items {
    boxes: Vec<Quad>,
    points: Vec<[T; 2]>,
}

pub trait Index: Sized {
    const NAME: &'static str;
    type Id: Copy + TryInto<usize>;
    fn build(items: &Items) -> Self;
    fn window(&mut self, _window: &Quad) -> Option<&[Self::Id]> {
        None
    }
    fn count(&mut self, _window: &Quad) -> Option<usize> {
        None
    }
    fn nearest(&mut self, _place: &[T; 2], _k: usize) -> Option<&[Self::Id]> {
        None
    }
    /// Of boxes those that intersect, of points those within 1. Whether it can.
    fn pairs(&mut self, _items: &Items, _found: &mut Vec<(u32, u32)>) -> bool {
        false
    }
}

fn arrays<const N: usize>(folder: &str, name: &str) -> Vec<[T; N]> {
    numbers(folder, name).chunks_exact(N).map(|part| std::array::from_fn(|i| part[i] as T)).collect()
}

fn number(id: impl TryInto<usize>) -> usize {
    id.try_into().ok().unwrap()
}

pub fn rows<Of: Index>(folder: &str, shape: &str) {
    let points: Vec<[T; 2]> = if shape == "points" { arrays(folder, shape) } else { vec![] };
    let flat = points.iter().map(|p| [p[0], p[1], p[0], p[1]]).collect();
    let items = Items { boxes: if points.is_empty() { arrays(folder, shape) } else { flat }, points };
    let count = items.boxes.len();
    let mut index = Of::build(&items);
    let row = format!("{shape}: build");
    measure(
        (Of::NAME, &row, count),
        &mut index,
        |index| *index = Of::build(&items),
        |_, found| found.hits = count as u64,
    );
    for size in ["2", "70", "4000"] {
        let windows: Vec<Quad> = arrays(folder, &format!("{shape}{size}"));
        let row = format!("{shape}: windows of {size}");
        if index.window(&windows[0]).is_some() {
            let work = |index: &mut Of| windows.iter().for_each(|window| _ = black_box(index.window(window)));
            measure((Of::NAME, &row, windows.len()), &mut index, work, |index, found| {
                for (which, window) in windows.iter().enumerate() {
                    index.window(window).unwrap().iter().for_each(|hit| found.add(which, number(*hit) as u64 + 1, 1));
                }
            });
        }
        if index.count(&windows[0]).is_some() {
            let row = row + ", counted";
            let work = |index: &mut Of| windows.iter().for_each(|window| _ = black_box(index.count(window)));
            measure((Of::NAME, &row, windows.len()), &mut index, work, |index, found| {
                for (which, window) in windows.iter().enumerate() {
                    let count = index.count(window).unwrap();
                    found.add(which, count as u64, count);
                }
            });
        }
    }
    let places: Vec<[T; 2]> = arrays(folder, "places");
    for k in [1, 8] {
        if items.points.is_empty() || index.nearest(&places[0], k).is_none() {
            continue;
        }
        let work = |index: &mut Of| places.iter().for_each(|place| _ = black_box(index.nearest(place, k)));
        let row = format!("points: nearest {k}");
        measure((Of::NAME, &row, places.len()), &mut index, work, |index, found| {
            for place in &places {
                for near in index.nearest(place, k).unwrap() {
                    let at = items.points[number(*near)];
                    let (x, y) = (at[0] as f64 - place[0] as f64, at[1] as f64 - place[1] as f64);
                    found.hits += 1;
                    found.distances += x * x + y * y;
                }
            }
        });
    }
    let mut pairs = vec![];
    if !index.pairs(&items, &mut pairs) {
        return;
    }
    let row = shape.to_string() + if items.points.is_empty() { ": pairs" } else { ": pairs within 1" };
    let work = |index: &mut Of| {
        pairs.clear();
        index.pairs(&items, &mut pairs);
    };
    let mut again = vec![];
    measure((Of::NAME, &row, count), &mut index, work, |index, found| {
        index.pairs(&items, &mut again);
        again.iter().for_each(|&(a, b)| found.add_pair(a, b));
    });
    if items.points.is_empty() {
        let (mut times, mut found) = (vec![], Answers::default());
        for boxes in arrays(folder, "moves").chunks_exact(count) {
            let moved = Items { boxes: boxes.to_vec(), points: vec![] };
            pairs.clear();
            times.push(timed(|| _ = Of::build(&moved).pairs(&moved, &mut pairs)));
            pairs.iter().for_each(|&(a, b)| found.add_pair(a, b));
        }
        print(Of::NAME, "boxes: tick", median(times.split_off(2)), count, found);
    }
}
