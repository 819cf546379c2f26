// SPDX-License-Identifier: MIT
// biased: in the order of the clauses, without a random number.
use std::time::Instant;
use tokio::sync::mpsc::{channel, Receiver, Sender};

async fn consume_2(c: [Receiver<u64>; 2], items: u64) -> u64 {
    let [mut c0, mut c1] = c;
    let mut sum = 0;
    for _ in 0..items {
        tokio::select! {
            biased;
            item = c0.recv() => sum += item.unwrap(),
            item = c1.recv() => sum += item.unwrap(),
        }
    }
    sum
}

async fn consume_4(c: [Receiver<u64>; 4], items: u64) -> u64 {
    let [mut c0, mut c1, mut c2, mut c3] = c;
    let mut sum = 0;
    for _ in 0..items {
        tokio::select! {
            biased;
            item = c0.recv() => sum += item.unwrap(),
            item = c1.recv() => sum += item.unwrap(),
            item = c2.recv() => sum += item.unwrap(),
            item = c3.recv() => sum += item.unwrap(),
        }
    }
    sum
}

async fn consume_8(c: [Receiver<u64>; 8], items: u64) -> u64 {
    let [mut c0, mut c1, mut c2, mut c3, mut c4, mut c5, mut c6, mut c7] = c;
    let mut sum = 0;
    for _ in 0..items {
        tokio::select! {
            biased;
            item = c0.recv() => sum += item.unwrap(),
            item = c1.recv() => sum += item.unwrap(),
            item = c2.recv() => sum += item.unwrap(),
            item = c3.recv() => sum += item.unwrap(),
            item = c4.recv() => sum += item.unwrap(),
            item = c5.recv() => sum += item.unwrap(),
            item = c6.recv() => sum += item.unwrap(),
            item = c7.recv() => sum += item.unwrap(),
        }
    }
    sum
}

async fn produce(c: Vec<Sender<u64>>, items: u64) {
    for i in 0..items {
        c[i as usize % c.len()].send(i).await.unwrap();
    }
}

async fn through(channels: u64, items: u64) -> u64 {
    let (out, c): (Vec<Sender<u64>>, Vec<_>) = (0..channels).map(|_| channel(128)).unzip();
    let _alive = out.clone(); // a channel whose producer has ended would be ready for ever
    tokio::spawn(produce(out, items));
    let consumer = match channels {
        2 => tokio::spawn(consume_2(c.try_into().unwrap(), items)),
        4 => tokio::spawn(consume_4(c.try_into().unwrap(), items)),
        _ => tokio::spawn(consume_8(c.try_into().unwrap(), items)),
    };
    2 * consumer.await.unwrap() - items * (items - 1)
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (processors, channels, items) = (args[0], args[1], args[2]);
    let runtime = match processors {
        1 => tokio::runtime::Builder::new_current_thread().build().unwrap(),
        n => tokio::runtime::Builder::new_multi_thread().worker_threads(n as usize).build().unwrap(),
    };
    runtime.block_on(through(channels, items / 10));
    let start = Instant::now();
    let off = runtime.block_on(through(channels, items));
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / items as f64, off);
}
