// SPDX-License-Identifier: MIT
// tokio has no channel without room: these have room for one item, which is all that is ever under way.
use std::time::Instant;
use tokio::sync::mpsc;

async fn answer(mut inn: mpsc::Receiver<u64>, out: mpsc::Sender<u64>) {
    while let Some(item) = inn.recv().await {
        out.send(item + 1).await.unwrap();
    }
}

async fn rounds_of(rounds: u64) -> u64 {
    let (there, inn) = mpsc::channel(1);
    let (out, mut back) = mpsc::channel(1);
    tokio::spawn(answer(inn, out));
    let mut sum = 0;
    for i in 0..rounds {
        there.send(i).await.unwrap();
        sum += back.recv().await.unwrap();
    }
    2 * sum - rounds * (rounds + 1)
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (processors, rounds) = (args[0], args[1]);
    let runtime = match processors {
        1 => tokio::runtime::Builder::new_current_thread().build().unwrap(),
        n => tokio::runtime::Builder::new_multi_thread().worker_threads(n as usize).build().unwrap(),
    };
    // In tasks of their own: block_on's thread is not a worker, and its wake-ups cost more.
    let run = |rounds| runtime.block_on(async move { tokio::spawn(rounds_of(rounds)).await.unwrap() });
    run(rounds / 10);
    let start = Instant::now();
    let off = run(rounds);
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / rounds as f64, off);
}
