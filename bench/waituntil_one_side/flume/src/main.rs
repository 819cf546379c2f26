// SPDX-License-Identifier: MIT
// Kernel threads, and a selector made anew each time: a sixteenth of the items will do. For one processor they are bound to one.
use std::thread;
use std::time::Instant;
use flume::{bounded, Receiver, Selector, Sender};

fn consume(c: &[Receiver<u64>], items: u64) -> u64 {
    let mut sum = 0;
    for _ in 0..items {
        sum += c.iter().fold(Selector::new(), |s, inn| s.recv(inn, |item| item.unwrap())).wait();
    }
    sum
}

fn produce(c: Vec<Sender<u64>>, items: u64) {
    for i in 0..items {
        c[i as usize % c.len()].send(i).unwrap();
    }
}

fn through(channels: u64, items: u64) -> u64 {
    let (out, c): (Vec<Sender<u64>>, Vec<_>) = (0..channels).map(|_| bounded(128)).unzip();
    let _alive = out.clone(); // a channel whose producer has ended would be ready for ever
    let producer = thread::spawn(move || produce(out, items));
    let sum = consume(&c, items);
    producer.join().unwrap();
    2 * sum - items * (items - 1)
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (processors, channels, items) = (args[0], args[1], args[2] / 16);
    if processors == 1 {
        core_affinity::set_for_current(core_affinity::get_core_ids().unwrap()[0]);
    }
    through(channels, items / 10);
    let start = Instant::now();
    let off = through(channels, items);
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / items as f64, off);
}
