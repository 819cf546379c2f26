// SPDX-License-Identifier: MIT
// Kernel threads; for one processor they are bound to one.
use std::thread;
use std::time::Instant;
use crossbeam_channel::{bounded, select_biased, Receiver, Sender};

fn consume_2(c: &[Receiver<u64>], items: u64) -> u64 {
    let mut sum = 0;
    for _ in 0..items {
        select_biased! {
            recv(c[0]) -> item => sum += item.unwrap(),
            recv(c[1]) -> item => sum += item.unwrap(),
        }
    }
    sum
}

fn consume_4(c: &[Receiver<u64>], items: u64) -> u64 {
    let mut sum = 0;
    for _ in 0..items {
        select_biased! {
            recv(c[0]) -> item => sum += item.unwrap(),
            recv(c[1]) -> item => sum += item.unwrap(),
            recv(c[2]) -> item => sum += item.unwrap(),
            recv(c[3]) -> item => sum += item.unwrap(),
        }
    }
    sum
}

fn consume_8(c: &[Receiver<u64>], items: u64) -> u64 {
    let mut sum = 0;
    for _ in 0..items {
        select_biased! {
            recv(c[0]) -> item => sum += item.unwrap(),
            recv(c[1]) -> item => sum += item.unwrap(),
            recv(c[2]) -> item => sum += item.unwrap(),
            recv(c[3]) -> item => sum += item.unwrap(),
            recv(c[4]) -> item => sum += item.unwrap(),
            recv(c[5]) -> item => sum += item.unwrap(),
            recv(c[6]) -> item => sum += item.unwrap(),
            recv(c[7]) -> item => sum += item.unwrap(),
        }
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
    let sum = match channels {
        2 => consume_2(&c, items),
        4 => consume_4(&c, items),
        _ => consume_8(&c, items),
    };
    producer.join().unwrap();
    2 * sum - items * (items - 1)
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (processors, channels, items) = (args[0], args[1], args[2]);
    if processors == 1 {
        core_affinity::set_for_current(core_affinity::get_core_ids().unwrap()[0]);
    }
    through(channels, items / 10);
    let start = Instant::now();
    let off = through(channels, items);
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / items as f64, off);
}
