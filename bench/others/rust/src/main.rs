// beside FOLDER float|double: the rows of the Rust peers, a line of JSON each: subject, version, row, ns, answers.
// SPDX-License-Identifier: MIT
use std::hint::black_box;
use std::time::Instant;

#[derive(Default)]
struct Answers {
    hits: u64,
    hash: u64,      // a sum, so that the order does not matter
    distances: f64, // the hash of the nearest, which may be others at equal distances
}

impl Answers {
    fn add(&mut self, question: usize, hit: u64, count: usize) {
        self.hits += count as u64;
        self.hash += (question as u64 % 1024 + 1) * hit;
    }
    fn add_pair(&mut self, a: u32, b: u32) {
        self.add(0, (a as u64 + 1) * (b as u64 + 1) % 1_000_003, 1);
    }
}

/// The version that Cargo.toml has of the crate: `"=1.2.3"`.
fn version(name: &str) -> String {
    let line = include_str!("../Cargo.toml").lines().find(|line| line.starts_with(name)).unwrap();
    let number = line.split("\"=").nth(1).unwrap().split('"').next().unwrap();
    number.to_string() + if name == "kiddo" && cfg!(feature = "simd") { " simd" } else { "" }
}

fn timed(work: impl FnOnce()) -> f64 {
    let begin = Instant::now();
    work();
    begin.elapsed().as_nanos() as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn print(name: &str, row: &str, time: f64, each: usize, found: Answers) {
    let crate_name = name.split(' ').next().unwrap();
    let hash = if found.distances > 0.0 { found.distances.to_string() } else { found.hash.to_string() };
    let (version, time, hits) = (version(crate_name), time / each as f64, found.hits);
    println!(
        r#"{{"subject": "{name}", "version": "{version}", "row": "{row}", "ns": {time}, "answers": [{hits}, {hash}]}}"#
    );
}

/// The median of three, after one to warm up; `on` is what both work on.
fn measure<On>(
    (name, row, each): (&str, &str, usize),
    on: &mut On,
    mut work: impl FnMut(&mut On),
    check: impl FnOnce(&mut On, &mut Answers),
) {
    work(on);
    let times = (0..3).map(|_| timed(|| work(on))).collect();
    let mut found = Answers::default();
    check(on, &mut found);
    print(name, row, median(times), each, found);
}

fn numbers(folder: &str, name: &str) -> Vec<f64> {
    let bytes = std::fs::read(format!("{folder}/{name}.f64")).expect(name);
    bytes.chunks_exact(8).map(|word| f64::from_le_bytes(word.try_into().unwrap())).collect()
}

mod float {
    use super::*;
    type T = f32;
    include!("rows.rs");
    include!("peers.rs");
    #[cfg(feature = "packed")]
    include!("packed.rs");
    pub fn run(folder: &str) {
        peers(folder);
        #[cfg(feature = "packed")]
        packed!(folder, "packed_spatial_index simd", SimdIndex2DF32, finish_simd_f32);
    }
}

mod double {
    use super::*;
    type T = f64;
    include!("rows.rs");
    include!("peers.rs");
    #[cfg(feature = "packed")]
    include!("packed.rs");
    pub fn run(folder: &str) {
        peers(folder);
        #[cfg(feature = "packed")]
        packed!(folder, "packed_spatial_index", Index2D, finish, pairs);
        #[cfg(feature = "packed")]
        packed!(folder, "packed_spatial_index simd", SimdIndex2D, finish_simd, pairs);
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    match words.get(2).map(String::as_str) {
        Some("float") => float::run(&words[1]),
        Some("double") => double::run(&words[1]),
        _ => panic!("usage: beside FOLDER float|double"),
    }
}
