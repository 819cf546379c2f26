// SPDX-License-Identifier: MIT
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

async fn round_of(slots: &'static [AtomicU64]) {
    let mut tasks = Vec::with_capacity(slots.len());
    for slot in slots {
        tasks.push(tokio::spawn(async move { slot.store(slot.load(Relaxed) + 1, Relaxed) }));
    }
    for task in tasks {
        task.await.unwrap();
    }
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (n, rounds) = (args[0], args[1]);
    let slots: &'static [AtomicU64] = (0..n).map(|_| AtomicU64::new(0)).collect::<Vec<_>>().leak();
    let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
    // Inside a task of its own: spawning from block_on's thread would cost an injection each.
    let took = runtime.block_on(async move {
        tokio::spawn(async move {
            for _ in 0..rounds / 10 {
                round_of(slots).await;
            }
            let start = Instant::now();
            for _ in 0..rounds {
                round_of(slots).await;
            }
            start.elapsed()
        })
        .await
        .unwrap()
    });
    let sum: u64 = slots.iter().map(|s| s.load(Relaxed)).sum();
    println!("value {:.4}\ncheck {}", took.as_nanos() as f64 / (n * rounds) as f64, sum);
}
