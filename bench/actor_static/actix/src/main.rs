// SPDX-License-Identifier: MIT
// A quarter of the messages. notify is how an actor sends to itself: not through its mailbox.
use actix::prelude::*;
use std::sync::mpsc;
use std::time::Instant;

#[derive(Message)]
#[rtype(result = "()")]
struct Ping;

struct Receiver {
    inside: bool,
    received: u64,
    times: u64,
    done: mpsc::Sender<(Instant, u64)>,
}

impl Actor for Receiver {
    type Context = Context<Self>;
}

impl Handler<Ping> for Receiver {
    type Result = ();
    fn handle(&mut self, ping: Ping, ctx: &mut Context<Self>) {
        self.received += 1;
        if self.received == self.times {
            self.done.send((Instant::now(), self.received)).unwrap();
            ctx.stop();
        } else if self.inside {
            ctx.notify(ping);
        }
    }
}

fn run(arbiter: &ArbiterHandle, inside: bool, n: u64) -> (f64, u64) {
    let (done, ended) = mpsc::channel();
    let address = Receiver::start_in_arbiter(arbiter, move |_| Receiver { inside, received: 0, times: n, done });
    let start = Instant::now();
    for _ in 0..if inside { 1 } else { n } {
        address.do_send(Ping);
    }
    let (end, received) = ended.recv().unwrap();
    ((end - start).as_nanos() as f64, n - received)
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (inside, n) = (args[0] == 1, args[1] / 4);
    let _system = System::new();
    let arbiter = Arbiter::new();
    run(&arbiter.handle(), inside, n / 10);
    let (took, missing) = run(&arbiter.handle(), inside, n);
    println!("value {:.4}\ncheck {missing}", took / n as f64);
}
