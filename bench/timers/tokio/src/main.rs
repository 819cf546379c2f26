// SPDX-License-Identifier: MIT
// Arguments and check: ../ours.c. A timer is a future that was polled once; to drop it cancels it.
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{sleep_until, timeout, Instant, Sleep};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

struct Work {
    timers: Vec<Option<Pin<Box<Sleep>>>>,
    order: Vec<usize>,
    limits: Vec<Duration>,
    anew: bool,
    left: i64,
    took: Duration,
}

impl Work {
    fn new(anew: bool, n: usize, seed: u64) -> Work {
        let mut random = Random(88172645463325252 + seed);
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, random.next() as usize % (i + 1));
        }
        let limits = (0..n).map(|_| Duration::from_millis(1 + random.next() % 3600000)).collect();
        Work { timers: (0..n).map(|_| None).collect(), order, limits, anew, left: 0, took: Duration::ZERO }
    }

    // The memory of a timer is made before the clock runs, as ours is.
    fn make(&mut self, now: Instant) {
        for i in 0..self.timers.len() {
            self.timers[i] = Some(Box::pin(sleep_until(now + self.limits[i])));
        }
    }

    fn poll(&mut self, i: usize) {
        let mut context = Context::from_waker(Waker::noop());
        let _ = self.timers[i].as_mut().unwrap().as_mut().poll(&mut context); // it may have fired
        self.left += 1;
    }

    fn cancel_all(&mut self) {
        self.make(Instant::now());
        let start = Instant::now();
        (0..self.timers.len()).for_each(|i| self.poll(i));
        for k in 0..self.order.len() {
            self.timers[self.order[k]] = None;
            self.left -= 1;
        }
        self.took += start.elapsed();
    }

    fn again(&mut self) {
        let (start, mut now) = (Instant::now(), Instant::now());
        for k in 0..self.order.len() {
            if k % 100 == 0 {
                now = Instant::now();
            }
            let i = self.order[k];
            self.timers[i].as_mut().unwrap().as_mut().reset(now + self.limits[i]);
        }
        self.took += start.elapsed();
    }

    async fn work(mut self, rounds: u32) -> Work {
        self.took = Duration::ZERO;
        if self.anew {
            self.make(Instant::now());
            (0..self.timers.len()).for_each(|i| self.poll(i));
        }
        for _ in 0..rounds {
            if self.anew {
                self.again()
            } else {
                self.cancel_all()
            }
        }
        if self.anew {
            self.left -= self.timers.len() as i64;
            self.timers.iter_mut().for_each(|t| *t = None);
        }
        self
    }
}

async fn timers(anew: bool, processors: usize, n: usize, rounds: u32) {
    let mut all: Vec<Work> = (0..processors).map(|i| Work::new(anew, n / processors, i as u64)).collect();
    for times in [1, rounds] {
        let tasks: Vec<_> = all.drain(..).map(|w| tokio::spawn(w.work(times))).collect();
        for task in tasks {
            all.push(task.await.unwrap());
        }
    }
    let took = all.iter().map(|w| w.took).max().unwrap();
    let left: i64 = all.iter().map(|w| w.left).sum();
    println!("value {:.4}\ncheck {}", took.as_nanos() as f64 / (n as f64 * rounds as f64), left);
}

async fn produce(out: mpsc::Sender<u64>, items: u64) {
    for i in 0..items {
        out.send(i).await.unwrap();
    }
}

async fn consume(mut inn: mpsc::Receiver<u64>) -> u64 {
    let mut sum = 0;
    while let Ok(Some(item)) = timeout(Duration::from_secs(3600), inn.recv()).await {
        sum += item;
    }
    sum
}

async fn through(items: u64) -> u64 {
    let (out, inn) = mpsc::channel(1);
    tokio::spawn(produce(out, items));
    2 * tokio::spawn(consume(inn)).await.unwrap() - items * (items - 1)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let n: Vec<u64> = args[1..].iter().map(|a| a.parse().unwrap()).collect();
    let runtime = match n[0] {
        1 => tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap(),
        n => tokio::runtime::Builder::new_multi_thread().enable_time().worker_threads(n as usize).build().unwrap(),
    };
    if args[0] != "wait" {
        runtime.block_on(timers(args[0] == "again", n[0] as usize, n[1] as usize, n[2] as u32));
        return;
    }
    runtime.block_on(through(n[2] / 10));
    let start = Instant::now();
    let off = runtime.block_on(through(n[2]));
    println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / n[2] as f64, off);
}
