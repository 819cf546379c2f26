// SPDX-License-Identifier: MIT
// tokio has no channel without room: this one has room for one item, and so half the work.
use std::time::Instant;
use tokio::sync::mpsc;

async fn produce(out: mpsc::Sender<u64>, items: u64) {
    for i in 0..items {
        out.send(i).await.unwrap();
    }
}

async fn consume(mut inn: mpsc::Receiver<u64>) -> u64 {
    let mut sum = 0;
    while let Some(item) = inn.recv().await {
        sum += item;
    }
    sum
}

async fn through(items: u64) -> u64 {
    let (out, inn) = mpsc::channel(1);
    tokio::spawn(produce(out, items));
    2 * tokio::spawn(consume(inn)).await.unwrap() - items * (items - 1)
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (processors, items) = (args[0], args[1]);
    let runtime = match processors {
        1 => tokio::runtime::Builder::new_current_thread().build().unwrap(),
        n => tokio::runtime::Builder::new_multi_thread().worker_threads(n as usize).build().unwrap(),
    };
    runtime.block_on(through(items / 10));
    let start = Instant::now();
    let off = runtime.block_on(through(items));
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / items as f64, off);
}
