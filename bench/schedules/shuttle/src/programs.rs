// SPDX-License-Identifier: MIT
// Those of programs/ and of tests/schedules/planted, for shuttle, which switches at its own locks,
// conditions and atomics only: what is a plain variable in C and is raced for is an atomic here, a
// load and a store.
use shuttle::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use shuttle::sync::{Arc, Condvar, Mutex};
use shuttle::thread;

pub fn by_name(name: &str) -> fn() {
    match name {
        "small" => small,
        "buffer" => buffer,
        "unlocked_counter" => unlocked_counter,
        "lost_wakeup" => lost_wakeup,
        "missed_notify" => missed_notify,
        "lock_order" => lock_order,
        "aba" => aba,
        _ => panic!("no such program: {name}"),
    }
}

fn small() {
    let count = Arc::new(Mutex::new(0));
    let clerks: Vec<_> = (0..3)
        .map(|_| {
            let count = count.clone();
            thread::spawn(move || {
                for _ in 0..10 {
                    *count.lock().unwrap() += 1;
                }
            })
        })
        .collect();
    for c in clerks {
        c.join().unwrap();
    }
    assert_eq!(*count.lock().unwrap(), 30);
}

const SIZE: usize = 2;
const ITEMS: u32 = 8;

struct Ring {
    items: [u32; SIZE],
    first: usize,
    last: usize,
}

struct Buffer {
    ring: Mutex<Ring>,
    not_full: Condvar,
    not_empty: Condvar,
}

impl Buffer {
    fn put(&self, item: u32) {
        let mut r = self.ring.lock().unwrap();
        while r.last - r.first == SIZE {
            r = self.not_full.wait(r).unwrap();
        }
        let last = r.last;
        r.items[last % SIZE] = item;
        r.last += 1;
        self.not_empty.notify_one();
    }

    fn take(&self) -> u32 {
        let mut r = self.ring.lock().unwrap();
        while r.last == r.first {
            r = self.not_empty.wait(r).unwrap();
        }
        let item = r.items[r.first % SIZE];
        r.first += 1;
        self.not_full.notify_one();
        item
    }
}

fn buffer() {
    let b = Arc::new(Buffer {
        ring: Mutex::new(Ring {
            items: [0; SIZE],
            first: 0,
            last: 0,
        }),
        not_full: Condvar::new(),
        not_empty: Condvar::new(),
    });
    let producers: Vec<_> = (0..2)
        .map(|_| {
            let b = b.clone();
            thread::spawn(move || (1..=ITEMS).for_each(|i| b.put(i)))
        })
        .collect();
    let consumers: Vec<_> = (0..2)
        .map(|_| {
            let b = b.clone();
            thread::spawn(move || (1..=ITEMS).map(|_| b.take()).sum::<u32>())
        })
        .collect();
    let sum: u32 = consumers.into_iter().map(|c| c.join().unwrap()).sum();
    assert_eq!(sum, ITEMS * (ITEMS + 1));
    for p in producers {
        p.join().unwrap();
    }
}

fn unlocked_counter() {
    let count = Arc::new(AtomicUsize::new(0));
    let clerks: Vec<_> = (0..3)
        .map(|_| {
            let count = count.clone();
            thread::spawn(move || {
                for _ in 0..2 {
                    let c = count.load(SeqCst);
                    count.store(c + 1, SeqCst);
                }
            })
        })
        .collect();
    for c in clerks {
        c.join().unwrap();
    }
    assert_eq!(count.load(SeqCst), 6);
}

fn lost_wakeup() {
    let shared = Arc::new((Mutex::new(false), Condvar::new()));
    let theirs = shared.clone();
    let t = thread::spawn(move || {
        *theirs.0.lock().unwrap() = true;
        theirs.1.notify_one();
    });
    let seen = *shared.0.lock().unwrap();
    if !seen {
        let guard = shared.0.lock().unwrap();
        drop(shared.1.wait(guard).unwrap());
    }
    t.join().unwrap();
}

fn missed_notify() {
    let shared = Arc::new((Mutex::new(0), Condvar::new()));
    let consumers: Vec<_> = (0..2)
        .map(|_| {
            let shared = shared.clone();
            thread::spawn(move || {
                let mut items = shared.0.lock().unwrap();
                while *items == 0 {
                    items = shared.1.wait(items).unwrap();
                }
                *items -= 1;
            })
        })
        .collect();
    for _ in 0..2 {
        let mut items = shared.0.lock().unwrap();
        *items += 1;
        if *items == 1 {
            shared.1.notify_one();
        }
    }
    for c in consumers {
        c.join().unwrap();
    }
}

fn lock_order() {
    fn transfer(from: &Mutex<i64>, to: &Mutex<i64>) {
        let mut f = from.lock().unwrap();
        *f -= 1;
        *to.lock().unwrap() += 1;
    }
    let (a, b) = (Arc::new(Mutex::new(1)), Arc::new(Mutex::new(1)));
    let there = {
        let (a, b) = (a.clone(), b.clone());
        thread::spawn(move || transfer(&a, &b))
    };
    let back = {
        let (a, b) = (a.clone(), b.clone());
        thread::spawn(move || transfer(&b, &a))
    };
    there.join().unwrap();
    back.join().unwrap();
    assert!(*a.lock().unwrap() == 1 && *b.lock().unwrap() == 1);
}

// A pointer is the number of a node, from 1; 0 is none.
struct Node {
    next: AtomicUsize,
    weight: usize,
    used: AtomicBool,
}

struct Stack {
    nodes: [Node; 2],
    top: AtomicUsize,
    weighed: AtomicUsize,
}

impl Stack {
    fn take(&self) -> usize {
        let mut first = self.top.load(SeqCst);
        loop {
            if first == 0 {
                return 0;
            }
            let next = self.nodes[first - 1].next.load(SeqCst);
            self.weighed.fetch_add(self.nodes[first - 1].weight, SeqCst);
            match self.top.compare_exchange(first, next, SeqCst, SeqCst) {
                Ok(_) => break,
                Err(now) => first = now,
            }
        }
        assert!(!self.nodes[first - 1].used.swap(true, SeqCst));
        first
    }

    fn give(&self, n: usize) {
        if n == 0 {
            return;
        }
        let node = &self.nodes[n - 1];
        node.used.store(false, SeqCst);
        let mut next = self.top.load(SeqCst);
        node.next.store(next, SeqCst);
        while let Err(now) = self.top.compare_exchange(next, n, SeqCst, SeqCst) {
            next = now;
            node.next.store(next, SeqCst);
        }
    }
}

fn aba() {
    let node = |weight| Node {
        next: AtomicUsize::new(0),
        weight,
        used: AtomicBool::new(false),
    };
    let s = Arc::new(Stack {
        nodes: [node(3), node(4)],
        top: AtomicUsize::new(0),
        weighed: AtomicUsize::new(0),
    });
    s.give(1);
    s.give(2);
    let users: Vec<_> = (0..3)
        .map(|_| {
            let s = s.clone();
            thread::spawn(move || {
                let (mut a, b) = (s.take(), s.take());
                s.give(a);
                a = s.take();
                s.give(b);
                s.give(a);
            })
        })
        .collect();
    for u in users {
        u.join().unwrap();
    }
}
