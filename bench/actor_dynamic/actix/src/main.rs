// SPDX-License-Identifier: MIT
// A fifth of the messages.
use actix::prelude::*;
use std::sync::mpsc;
use std::time::Instant;

#[derive(Message)]
#[rtype(result = "()")]
struct Go {
    left: u64,
    received: u64,
    done: Option<mpsc::Sender<(Instant, u64)>>,
}

struct Relay;

impl Actor for Relay {
    type Context = Context<Self>;
}

impl Handler<Go> for Relay {
    type Result = ();
    fn handle(&mut self, go: Go, ctx: &mut Context<Self>) {
        if go.left > 0 {
            Relay.start().do_send(Go { left: go.left - 1, received: go.received + 1, ..go });
        } else {
            go.done.unwrap().send((Instant::now(), go.received + 1)).unwrap();
        }
        ctx.stop();
    }
}

fn run(arbiter: &ArbiterHandle, n: u64) -> (f64, u64) {
    let (done, ended) = mpsc::channel();
    let first = Relay::start_in_arbiter(arbiter, |_| Relay);
    let start = Instant::now();
    first.do_send(Go { left: n - 1, received: 0, done: Some(done) });
    let (end, received) = ended.recv().unwrap();
    ((end - start).as_nanos() as f64, n - received)
}

fn main() {
    let n = std::env::args().nth(1).unwrap().parse::<u64>().unwrap() / 5;
    let _system = System::new();
    let arbiter = Arbiter::new();
    run(&arbiter.handle(), n / 10);
    let (took, missing) = run(&arbiter.handle(), n);
    println!("value {:.4}\ncheck {missing}", took / n as f64);
}
