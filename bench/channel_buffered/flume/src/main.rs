// SPDX-License-Identifier: MIT
// Producers and consumers are kernel threads; for one processor they are bound to one.
use std::thread;
use std::time::Instant;
use flume::{bounded, Receiver, Sender};

fn work(mut x: u64, steps: u64) -> u64 {
    for _ in 0..steps {
        x = (x ^ x >> 29).wrapping_mul(6364136223846793005).wrapping_add(1);
    }
    x
}

fn produce(out: Sender<u64>, first: u64, step: u64, items: u64, steps: u64) {
    let mut i = first;
    while i < items {
        out.send(work(i, steps)).unwrap();
        i += step;
    }
}

fn consume(inn: Receiver<u64>, steps: u64) -> u64 {
    inn.iter().fold(0, |sum, item| sum.wrapping_add(work(item, steps)))
}

fn through(pairs: u64, items: u64, steps: u64) -> u64 {
    let (out, inn) = bounded(128);
    let consumers: Vec<_> = (0..pairs)
        .map(|i| {
            let (out, inn) = (out.clone(), inn.clone());
            thread::spawn(move || produce(out, i, pairs, items, steps));
            thread::spawn(move || consume(inn, steps))
        })
        .collect();
    drop(out);
    consumers.into_iter().fold(0, |sum, c| sum.wrapping_add(c.join().unwrap()))
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (processors, pairs, items, steps) = (args[0], args[1], args[2], args[3]);
    if processors == 1 {
        core_affinity::set_for_current(core_affinity::get_core_ids().unwrap()[0]);
    }
    through(pairs, items / 10, steps);
    let start = Instant::now();
    let sum = through(pairs, items, steps);
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / items as f64, sum & 0xffffffffffff);
}
