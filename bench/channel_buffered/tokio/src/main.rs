// SPDX-License-Identifier: MIT
// tokio's channels have one receiver; several consumers share it through a mutex, as its documentation advises.
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{mpsc, Mutex};

fn work(mut x: u64, steps: u64) -> u64 {
    for _ in 0..steps {
        x = (x ^ x >> 29).wrapping_mul(6364136223846793005).wrapping_add(1);
    }
    x
}

async fn produce(out: mpsc::Sender<u64>, first: u64, step: u64, items: u64, steps: u64) {
    let mut i = first;
    while i < items {
        out.send(work(i, steps)).await.unwrap();
        i += step;
    }
}

async fn consume(mut inn: mpsc::Receiver<u64>, steps: u64) -> u64 {
    let mut sum = 0u64;
    while let Some(item) = inn.recv().await {
        sum = sum.wrapping_add(work(item, steps));
    }
    sum
}

async fn consume_shared(inn: Arc<Mutex<mpsc::Receiver<u64>>>, steps: u64) -> u64 {
    let mut sum = 0u64;
    loop {
        let item = inn.lock().await.recv().await;
        match item {
            Some(item) => sum = sum.wrapping_add(work(item, steps)),
            None => return sum,
        }
    }
}

async fn through(pairs: u64, items: u64, steps: u64) -> u64 {
    let (out, inn) = mpsc::channel(128);
    let mut consumers = Vec::new();
    if pairs == 1 {
        consumers.push(tokio::spawn(consume(inn, steps)));
    } else {
        let inn = Arc::new(Mutex::new(inn));
        for _ in 0..pairs {
            consumers.push(tokio::spawn(consume_shared(inn.clone(), steps)));
        }
    }
    for i in 0..pairs {
        tokio::spawn(produce(out.clone(), i, pairs, items, steps));
    }
    drop(out);
    let mut sum = 0u64;
    for consumer in consumers {
        sum = sum.wrapping_add(consumer.await.unwrap());
    }
    sum
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (processors, pairs, items, steps) = (args[0], args[1], args[2], args[3]);
    let runtime = match processors {
        1 => tokio::runtime::Builder::new_current_thread().build().unwrap(),
        n => tokio::runtime::Builder::new_multi_thread().worker_threads(n as usize).build().unwrap(),
    };
    runtime.block_on(through(pairs, items / 10, steps));
    let start = Instant::now();
    let sum = runtime.block_on(through(pairs, items, steps));
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / items as f64, sum & 0xffffffffffff);
}
