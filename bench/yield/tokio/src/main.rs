// SPDX-License-Identifier: MIT
use std::time::Instant;

async fn yielder(n: u64) -> u64 {
    let mut done = 0;
    while done < n {
        done += 1;
        tokio::task::yield_now().await;
    }
    done
}

async fn both(n: u64) -> u64 {
    let (a, b) = (tokio::spawn(yielder(n)), tokio::spawn(yielder(n)));
    a.await.unwrap() + b.await.unwrap()
}

fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        both(n / 10).await;
        let start = Instant::now();
        let done = both(n).await;
        println!("value {:.4}\ncheck {}", start.elapsed().as_nanos() as f64 / done as f64, done);
    });
}
