// SPDX-License-Identifier: MIT
// A fifth of the rounds. An arbiter is a thread; with two, the servers are on one and the client is on the other.
use actix::prelude::*;
use std::sync::mpsc;
use std::time::Instant;

const SERVERS: u64 = 100000;

#[derive(Message)]
#[rtype(result = "()")]
struct Begin(Vec<Addr<Server>>);

#[derive(Message)]
#[rtype(result = "()")]
struct Ask(u64);

#[derive(Message)]
#[rtype(result = "()")]
struct Answer(u64);

struct Server {
    client: Addr<Client>,
    number: u64,
}

impl Actor for Server {
    type Context = Context<Self>;
}

impl Handler<Ask> for Server {
    type Result = ();
    fn handle(&mut self, ask: Ask, _: &mut Context<Self>) {
        self.client.do_send(Answer(ask.0 + self.number));
    }
}

struct Client {
    servers: Vec<Addr<Server>>,
    rounds: u64,
    left: u64,
    sum: u64,
    done: mpsc::Sender<u64>,
}

impl Client {
    fn ask_all(&mut self) {
        self.rounds -= 1;
        self.left = SERVERS;
        for to in &self.servers {
            to.do_send(Ask(self.rounds));
        }
    }
}

impl Actor for Client {
    type Context = Context<Self>;
}

impl Handler<Begin> for Client {
    type Result = ();
    fn handle(&mut self, begin: Begin, _: &mut Context<Self>) {
        self.servers = begin.0;
        self.ask_all();
    }
}

impl Handler<Answer> for Client {
    type Result = ();
    fn handle(&mut self, answer: Answer, ctx: &mut Context<Self>) {
        self.sum += answer.0;
        self.left -= 1;
        if self.left == 0 {
            if self.rounds > 0 {
                self.ask_all();
            } else {
                self.done.send(self.sum).unwrap();
                self.servers.clear();
                ctx.stop();
            }
        }
    }
}

fn run(arbiters: &[ArbiterHandle], rounds: u64) -> (f64, u64) {
    let (done, ended) = mpsc::channel();
    let client = Client::start_in_arbiter(&arbiters[0], move |_| Client {
        servers: vec![],
        rounds,
        left: 0,
        sum: 0,
        done,
    });
    let home = arbiters.last().unwrap();
    let servers = (0..SERVERS)
        .map(|number| {
            let client = client.clone();
            Server::start_in_arbiter(home, move |_| Server { client, number })
        })
        .collect();
    let start = Instant::now();
    client.do_send(Begin(servers));
    let sum = ended.recv().unwrap();
    (start.elapsed().as_nanos() as f64, sum)
}

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (workers, rounds) = (args[0], args[1] / 5);
    let _system = System::new();
    let arbiters: Vec<_> = (0..workers).map(|_| Arbiter::new().handle()).collect();
    run(&arbiters, 1);
    let (took, sum) = run(&arbiters, rounds);
    let expected = SERVERS * (rounds * (rounds - 1) / 2) + rounds * (SERVERS * (SERVERS - 1) / 2);
    println!("value {:.4}", took / (2 * SERVERS * rounds) as f64);
    println!("check {}", sum as i64 - expected as i64);
}
