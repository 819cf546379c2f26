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
    left: u64,
    done: mpsc::Sender<Instant>,
}

impl Actor for Receiver {
    type Context = Context<Self>;
}

impl Handler<Ping> for Receiver {
    type Result = ();
    fn handle(&mut self, ping: Ping, ctx: &mut Context<Self>) {
        self.left -= 1;
        if self.left == 0 {
            self.done.send(Instant::now()).unwrap();
            ctx.stop();
        } else if self.inside {
            ctx.notify(ping);
        }
    }
}

fn run(arbiter: &ArbiterHandle, inside: bool, n: u64) -> f64 {
    let (done, ended) = mpsc::channel();
    let address = Receiver::start_in_arbiter(arbiter, move |_| Receiver { inside, left: n, done });
    let start = Instant::now();
    for _ in 0..if inside { 1 } else { n } {
        address.do_send(Ping);
    }
    (ended.recv().unwrap() - start).as_nanos() as f64
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (inside, n) = (args[0] == 1, args[1] / 4);
    let _system = System::new();
    let arbiter = Arbiter::new();
    run(&arbiter.handle(), inside, n / 10);
    println!("value {:.4}\ncheck 0", run(&arbiter.handle(), inside, n) / n as f64);
}
