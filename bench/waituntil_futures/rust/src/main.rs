// SPDX-License-Identifier: MIT
// The combinators of the crate futures over tokio's one-shot channels. Those cannot be reset: three new ones are.
use futures::executor::block_on;
use futures::future::{join, join3, select, Either};
use std::future::Future;
use std::pin::pin;
use std::time::Instant;
use tokio::sync::oneshot::{channel, Receiver};

type Value = Receiver<u64>;

async fn either(a: impl Future<Output = u64>, b: impl Future<Output = u64>) -> u64 {
    match select(pin!(a), pin!(b)).await {
        Either::Left((x, _)) | Either::Right((x, _)) => x,
    }
}

async fn value(a: Value) -> u64 {
    a.await.unwrap()
}

async fn any(a: Value, b: Value, c: Value) -> u64 {
    either(value(a), either(value(b), value(c))).await
}

async fn all(a: Value, b: Value, c: Value) -> u64 {
    join3(value(a), value(b), value(c)).await.2
}

async fn two_or_one(a: Value, b: Value, c: Value) -> u64 {
    either(async { join(value(a), value(b)).await.1 }, value(c)).await
}

async fn either_and_one(a: Value, b: Value, c: Value) -> u64 {
    join(either(value(a), value(b)), value(c)).await.1
}

async fn rounds_of<F: Future<Output = u64>>(predicate: impl Fn(Value, Value, Value) -> F, rounds: u64) -> u64 {
    let mut sum = 0;
    for i in 0..rounds {
        let ((to_a, a), (to_b, b), (to_c, c)) = (channel(), channel(), channel());
        to_a.send(i).unwrap();
        to_b.send(i).unwrap();
        to_c.send(i).unwrap();
        sum += predicate(a, b, c).await;
    }
    2 * sum - rounds * (rounds - 1)
}

fn measure<F: Future<Output = u64>>(predicate: impl Fn(Value, Value, Value) -> F, rounds: u64) {
    block_on(rounds_of(&predicate, rounds / 10));
    let start = Instant::now();
    let off = block_on(rounds_of(&predicate, rounds));
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / rounds as f64, off);
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let rounds = args[2].parse().unwrap();
    match args[1].as_str() {
        "or" => measure(any, rounds),
        "and" => measure(all, rounds),
        "and-or" => measure(two_or_one, rounds),
        _ => measure(either_and_one, rounds),
    }
}
