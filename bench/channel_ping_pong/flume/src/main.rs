// SPDX-License-Identifier: MIT
// Kernel threads, so a sixteenth of the rounds will do; for one processor they are bound to one.
use std::thread;
use std::time::Instant;
use flume::{bounded, Receiver, Sender};

fn answer(inn: Receiver<u64>, out: Sender<u64>) {
    for item in inn.iter() {
        out.send(item + 1).unwrap();
    }
}

fn rounds_of(rounds: u64) -> u64 {
    let (there, inn) = bounded(0);
    let (out, back) = bounded(0);
    thread::spawn(move || answer(inn, out));
    let mut sum = 0;
    for i in 0..rounds {
        there.send(i).unwrap();
        sum += back.recv().unwrap();
    }
    2 * sum - rounds * (rounds + 1)
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (processors, rounds) = (args[0], args[1] / 16);
    if processors == 1 {
        core_affinity::set_for_current(core_affinity::get_core_ids().unwrap()[0]);
    }
    rounds_of(rounds / 10);
    let start = Instant::now();
    let off = rounds_of(rounds);
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / rounds as f64, off);
}
