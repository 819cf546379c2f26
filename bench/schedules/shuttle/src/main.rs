// SPDX-License-Identifier: MIT
// bench PROGRAM POLICY N     the time of one of N schedules
// bench PROGRAM POLICY       the time until a planted bug is found: the median of SEEDS explorations
// What check_random and check_pct with depth 3 do, with a seed that is given.
mod programs;

use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, FailurePersistence, Runner};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

const CAP: usize = 10000;
const SEEDS: u64 = 20;

static RUN: AtomicUsize = AtomicUsize::new(0);

/// How many schedules were run, and whether the last one failed.
fn explore(policy: &str, seed: u64, most: usize, program: fn()) -> (usize, bool) {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    config.silence_warnings = true;
    RUN.store(0, Relaxed);
    let counted = move || {
        RUN.fetch_add(1, Relaxed);
        program()
    };
    let failed = catch_unwind(AssertUnwindSafe(|| match policy {
        "pct" => Runner::new(PctScheduler::new_from_seed(seed, 3, most), config).run(counted),
        _ => Runner::new(RandomScheduler::new_from_seed(seed, most), config).run(counted),
    }))
    .is_err();
    (RUN.load(Relaxed), failed)
}

fn median<T: Copy + Into<f64>>(sorted: &[T]) -> f64 {
    let n = sorted.len();
    (sorted[(n - 1) / 2].into() + sorted[n / 2].into()) / 2.0
}

/// SEEDS times N: they are soon done.
fn speed(policy: &str, n: usize, program: fn()) {
    explore(policy, 0, n, program);
    let start = Instant::now();
    let good = (1..=SEEDS).all(|seed| explore(policy, seed, n, program) == (n, false));
    let seconds = start.elapsed().as_secs_f64() / SEEDS as f64;
    println!(
        "value {:.4}\ncheck {}",
        seconds * 1e6 / n as f64,
        if good { n } else { 0 }
    );
    println!("per_second {:.0}", n as f64 / seconds);
}

fn find(policy: &str, program: fn()) {
    let (mut times, mut counts, mut unfound) = (vec![], vec![], 0);
    explore(policy, 0, CAP, program);
    for i in 0..SEEDS {
        let start = Instant::now();
        let (ran, failed) = explore(policy, i * CAP as u64 + 1, CAP, program);
        times.push(start.elapsed().as_secs_f64() * 1e6);
        counts.push(ran as u32);
        unfound += !failed as u32;
    }
    times.sort_by(f64::total_cmp);
    counts.sort();
    println!("value {:.4}\ncheck {}", median(&times), SEEDS);
    println!(
        "schedules {}\nmost {}\nunfound {}",
        median(&counts),
        counts[counts.len() - 1],
        unfound
    );
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let program = programs::by_name(&args[1]);
    std::panic::set_hook(Box::new(|_| ()));
    match args.get(3) {
        Some(n) => speed(&args[2], n.parse().unwrap(), program),
        None => find(&args[2], program),
    }
}
