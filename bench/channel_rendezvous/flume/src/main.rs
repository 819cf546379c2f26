// SPDX-License-Identifier: MIT
// Kernel threads, so a sixteenth of the items will do; for one processor they are bound to one.
use std::thread;
use std::time::Instant;
use flume::{bounded, Sender};

fn produce(out: Sender<u64>, items: u64) {
    for i in 0..items {
        out.send(i).unwrap();
    }
}

fn through(items: u64) -> u64 {
    let (out, inn) = bounded(0);
    let producer = thread::spawn(move || produce(out, items));
    let sum = inn.iter().sum::<u64>();
    producer.join().unwrap();
    2 * sum - items * (items - 1)
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (processors, items) = (args[0], args[1] / 16);
    if processors == 1 {
        core_affinity::set_for_current(core_affinity::get_core_ids().unwrap()[0]);
    }
    through(items / 10);
    let start = Instant::now();
    let off = through(items);
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / items as f64, off);
}
