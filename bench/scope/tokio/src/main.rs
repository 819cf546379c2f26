// SPDX-License-Identifier: MIT
// A JoinSet is tokio's scope. What is cancelled does not run any more, so the parent counts it.
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

static SUM: AtomicU64 = AtomicU64::new(0);

async fn complete(n: u64) {
    let mut set = JoinSet::new();
    for _ in 0..n {
        set.spawn(async { 1 });
    }
    while let Some(one) = set.join_next().await {
        SUM.fetch_add(one.unwrap(), Relaxed);
    }
}

async fn early(n: u64) {
    let mut set = JoinSet::new();
    for _ in 0..n {
        set.spawn(tokio::time::sleep(Duration::from_secs(3600)));
    }
    tokio::task::yield_now().await;
    set.abort_all();
    while let Some(one) = set.join_next().await {
        SUM.fetch_add(one.unwrap_err().is_cancelled() as u64, Relaxed);
    }
}

async fn round_of(what: bool, n: u64) {
    if what { early(n).await } else { complete(n).await }
}

fn main() {
    let what = std::env::args().nth(1).unwrap() == "early";
    let args: Vec<u64> = std::env::args().skip(2).map(|a| a.parse().unwrap()).collect();
    let (n, rounds) = (args[0], args[1]);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().unwrap();
    // Inside a task of its own: spawning from block_on's thread would cost an injection each.
    let took = runtime.block_on(async move {
        tokio::spawn(async move {
            for _ in 0..rounds / 10 {
                round_of(what, n).await;
            }
            let start = Instant::now();
            for _ in 0..rounds {
                round_of(what, n).await;
            }
            start.elapsed()
        })
        .await
        .unwrap()
    });
    println!("value {:.4}\ncheck {}", took.as_nanos() as f64 / (n * rounds) as f64, SUM.load(Relaxed));
}
