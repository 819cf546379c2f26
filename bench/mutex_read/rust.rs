// SPDX-License-Identifier: MIT
// Threads of the kernel; with one processor the case has one thread.
use std::sync::RwLock;
use std::time::Instant;

const WORDS: usize = 16;
static TABLE: RwLock<[i64; WORDS]> = RwLock::new([0; WORDS]);

#[inline(never)]
fn is_torn() -> i64 {
    let t = TABLE.read().unwrap();
    let mut torn = false;
    for i in 1..WORDS {
        torn |= t[i] != t[0];
    }
    torn as i64
}

#[inline(never)]
fn increment() {
    for w in TABLE.write().unwrap().iter_mut() {
        *w += 1;
    }
}

fn work(operations: i64, every: i64) -> i64 {
    let mut torn = 0;
    for i in 1..=operations {
        if every != 0 && i % every == 0 {
            increment();
        } else {
            torn += is_torn();
        }
    }
    torn
}

fn through(threads: i64, operations: i64, every: i64) -> i64 {
    let before = TABLE.read().unwrap()[0];
    let workers: Vec<_> = (0..threads).map(|_| std::thread::spawn(move || work(operations / threads, every))).collect();
    let torn: i64 = workers.into_iter().map(|w| w.join().unwrap()).sum();
    (TABLE.read().unwrap()[0] - before) * 1000 + torn
}

fn main() {
    let args: Vec<i64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (threads, operations, every) = (args[1], args[2], args[3]);
    through(threads, operations / 10, every);
    let start = Instant::now();
    let check = through(threads, operations, every);
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / operations as f64, check);
}
