// SPDX-License-Identifier: MIT
// futures::stream::SelectAll, whose cost depends on how many are ready (StreamMap's on how many there are).
use futures::stream::{select_all, SelectAll, StreamExt};
use std::time::Instant;
use tokio::sync::mpsc::{channel, Receiver, Sender};
use tokio_stream::wrappers::ReceiverStream;

const ROUNDS: u64 = 1000000;

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *state >> 33
}

async fn sends(c: Vec<Sender<u64>>, mut answers: Receiver<u8>) -> Vec<Sender<u64>> {
    let mut random = 1;
    for i in 0..ROUNDS {
        c[(next(&mut random) % c.len() as u64) as usize].send(i).await.unwrap();
        answers.recv().await.unwrap();
    }
    c
}

async fn two(set: &mut SelectAll<ReceiverStream<u64>>, c: Vec<Sender<u64>>) -> (u64, Vec<Sender<u64>>) {
    let (answer, answers) = channel(1);
    let sender = tokio::spawn(sends(c, answers));
    let mut sum = 0;
    for _ in 0..ROUNDS {
        sum += set.next().await.unwrap();
        answer.send(0).await.unwrap();
    }
    (sum, sender.await.unwrap())
}

async fn alone(set: &mut SelectAll<ReceiverStream<u64>>, c: Vec<Sender<u64>>) -> (u64, Vec<Sender<u64>>) {
    let (mut random, mut sum) = (1, 0);
    for i in 0..ROUNDS {
        c[(next(&mut random) % c.len() as u64) as usize].send(i).await.unwrap();
        sum += set.next().await.unwrap();
    }
    (sum, c)
}

async fn both(channels: usize, together: bool) {
    let (mut c, streams): (Vec<Sender<u64>>, Vec<_>) =
        (0..channels).map(|_| { let (s, r) = channel(1); (s, ReceiverStream::new(r)) }).unzip();
    let mut set = select_all(streams);
    let mut start = Instant::now();
    let mut sum = 0;
    for _ in 0..2 {
        start = Instant::now();
        (sum, c) = if together { two(&mut set, c).await } else { alone(&mut set, c).await };
    }
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / ROUNDS as f64, sum - ROUNDS * (ROUNDS - 1) / 2);
}

fn main() {
    let a: Vec<String> = std::env::args().collect();
    let processors: usize = a[1].parse().unwrap();
    let runtime = if processors == 1 {
        tokio::runtime::Builder::new_current_thread().build().unwrap()
    } else {
        tokio::runtime::Builder::new_multi_thread().worker_threads(processors).build().unwrap()
    };
    let (channels, together) = (a[2].parse().unwrap(), a[3] != "alone");
    runtime.block_on(async move { tokio::spawn(both(channels, together)).await.unwrap() });
}
