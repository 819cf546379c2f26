// SPDX-License-Identifier: MIT
// An arbiter is a thread; the rows are dealt out to them.
use actix::prelude::*;
use std::sync::{mpsc, Arc};
use std::time::Instant;

const RUNS: u32 = 3;

fn row(n: usize, x: &[i32], y: &[i32]) -> Vec<i32> {
    let mut z = vec![0; n];
    for (k, x) in x.iter().enumerate() {
        for (z, y) in z.iter_mut().zip(&y[k * n..(k + 1) * n]) {
            *z += x * y;
        }
    }
    z
}

#[derive(Message)]
#[rtype(result = "()")]
struct Multiply(Arc<Vec<i32>>, Arc<Vec<i32>>);

struct Row {
    number: usize,
    n: usize,
    done: mpsc::Sender<(usize, Vec<i32>)>,
}

impl Actor for Row {
    type Context = Context<Self>;
}

impl Handler<Multiply> for Row {
    type Result = ();
    fn handle(&mut self, m: Multiply, ctx: &mut Context<Self>) {
        let z = row(self.n, &m.0[self.number * self.n..(self.number + 1) * self.n], &m.1);
        self.done.send((self.number, z)).unwrap();
        ctx.stop();
    }
}

fn multiply(arbiters: &[ArbiterHandle], n: usize, x: &Arc<Vec<i32>>, y: &Arc<Vec<i32>>) -> Vec<Vec<i32>> {
    let (done, ended) = mpsc::channel();
    for number in 0..n {
        let done = done.clone();
        Row::start_in_arbiter(&arbiters[number % arbiters.len()], move |_| Row { number, n, done })
            .do_send(Multiply(x.clone(), y.clone()));
    }
    let mut z = vec![vec![]; n];
    for (number, one) in ended.iter().take(n) {
        z[number] = one;
    }
    z
}

fn main() {
    let args: Vec<usize> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (workers, n) = (args[0], args[1]);
    let _system = System::new();
    let arbiters: Vec<_> = (0..workers).map(|_| Arbiter::new().handle()).collect();
    let x: Arc<Vec<i32>> = Arc::new((0..n * n).map(|i| (i % 7) as i32).collect());
    let y: Arc<Vec<i32>> = Arc::new((0..n * n).map(|i| (i % 11) as i32).collect());
    let (mut alone, mut together) = (0.0, 0.0);
    let mut z = multiply(&arbiters, n, &x, &y);
    for _ in 0..RUNS {
        let start = Instant::now();
        z = x.chunks(n).map(|x| row(n, x, &y)).collect();
        alone += start.elapsed().as_secs_f64();
        let start = Instant::now();
        z = multiply(&arbiters, n, &x, &y);
        together += start.elapsed().as_secs_f64();
    }
    let sum: i64 = z.iter().flatten().enumerate().map(|(i, z)| *z as i64 * (i % 97) as i64).sum();
    println!("value {:.4}\ncheck {sum}\nspeedup {:.3}", together * 1e3 / RUNS as f64, alone / together);
}
