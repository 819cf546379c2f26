// SPDX-License-Identifier: MIT
// A fifth of the rounds. An arbiter is a thread; a group stays on one, so that no message crosses over.
use actix::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{mpsc, Arc};
use std::time::Instant;

const ACTORS: u64 = 40000;
const GROUP: u64 = 100;

static RECEIVED: AtomicU64 = AtomicU64::new(0);

#[derive(Message)]
#[rtype(result = "()")]
struct Tick;

#[derive(Message)]
#[rtype(result = "()")]
struct Members(Arc<Vec<Addr<Member>>>);

struct Member {
    group: Arc<Vec<Addr<Member>>>,
    received: u64,
    sent: usize,
    end: u64,
    batch: u64,
    done: mpsc::Sender<()>,
}

impl Actor for Member {
    type Context = Context<Self>;
}

impl Handler<Members> for Member {
    type Result = ();
    fn handle(&mut self, members: Members, _: &mut Context<Self>) {
        self.group = members.0;
    }
}

impl Handler<Tick> for Member {
    type Result = ();
    fn handle(&mut self, _: Tick, ctx: &mut Context<Self>) {
        if self.received == self.end {
            RECEIVED.fetch_add(self.received, Relaxed);
            self.group = Arc::new(vec![]);
            self.done.send(()).unwrap();
            ctx.stop();
        } else {
            if self.received % self.batch == 0 {
                for _ in 0..self.batch {
                    self.group[self.sent % GROUP as usize].do_send(Tick);
                    self.sent += 1;
                }
            }
            self.received += 1;
        }
    }
}

fn run(arbiters: &[ArbiterHandle], rounds: u64, batch: u64) -> f64 {
    let (done, ended) = mpsc::channel();
    let nobody = Arc::new(vec![]);
    let groups: Vec<_> = (0..ACTORS / GROUP)
        .map(|i| {
            let one = || {
                let (group, done) = (nobody.clone(), done.clone());
                Member::start_in_arbiter(&arbiters[i as usize % arbiters.len()], move |_| {
                    Member { group, received: 0, sent: 0, end: rounds * GROUP, batch, done }
                })
            };
            Arc::new((0..GROUP).map(|_| one()).collect::<Vec<_>>())
        })
        .collect();
    for group in &groups {
        group.iter().for_each(|m| m.do_send(Members(group.clone())));
    }
    RECEIVED.store(0, Relaxed);
    let start = Instant::now();
    for group in groups {
        group.iter().for_each(|m| m.do_send(Tick));
    }
    (0..ACTORS).for_each(|_| ended.recv().unwrap());
    start.elapsed().as_nanos() as f64
}

fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (workers, rounds, batch) = (args[0], args[1] / 5, args[2]);
    let _system = System::new();
    let arbiters: Vec<_> = (0..workers).map(|_| Arbiter::new().handle()).collect();
    run(&arbiters, 1, batch);
    let took = run(&arbiters, rounds, batch);
    println!("value {:.4}", took / (ACTORS * (rounds * GROUP + 1)) as f64);
    println!("check {}\nMiB {:.1}", ACTORS * rounds * GROUP - RECEIVED.load(Relaxed), peak());
}
