/* SPDX-License-Identifier: MIT */
/* Submit and go idle as a protocol: docs/protocols/idle.md; libconc/src/kernel/scheduler.c, run_queue.c,
 * scheduler.h (conc_scheduler_submitted). docs/protocols/models.md says what is left out.
 *
 * The idea. WORKERS workers share SLOTS slots and THREADS user threads. A thread, while it runs,
 * makes a parked one ready, yields, parks, or computes for ever: then nobody may stand in a
 * queue while a slot is free. Worker 0 starts with thread 0, the others asleep.
 *
 * A push to a worker's own ring is a store that stays in its store buffer (x86) until some later
 * moment, an atomic read-modify-write of that worker, or somebody's membarrier. The loads of
 * `slots` and `searching` that follow it do not wait for that. All other words that others write
 * are changed by read-modify-writes or under a lock.
 *
 * FOREIGN: a kernel thread that libconc did not start makes one thread ready, and ends.
 * LEADER: thread 0 alone makes others ready, and none yields, for fewer states.
 * PINNED: thread 0 may park in the kernel, and keeps its worker.
 * LIMITED: thread 0 lowers the number of slots to 1, and sets it to SLOTS again.
 * FLUSHED: the watchdog moves what is in worker 0's ring to the global queue, one by one. */
// case: two -DWORKERS=2 -DSLOTS=2 -DTHREADS=3 -DOPS=3
// case: three -DWORKERS=3 -DSLOTS=2 -DTHREADS=3 -DOPS=1
// case: slots -DWORKERS=3 -DSLOTS=3 -DTHREADS=3 -DOPS=1
// only: more -DWORKERS=3 -DSLOTS=3 -DTHREADS=3 -DOPS=2 -DLEADER
// case: foreign -DWORKERS=2 -DSLOTS=2 -DTHREADS=2 -DOPS=1 -DFOREIGN
// case: pinned -DWORKERS=2 -DSLOTS=1 -DTHREADS=2 -DOPS=2 -DPINNED
// case: pinned_three -DWORKERS=3 -DSLOTS=2 -DTHREADS=2 -DOPS=1 -DPINNED
// case: retired -DWORKERS=3 -DSLOTS=1 -DTHREADS=2 -DOPS=3 -DPINNED
// case: limited -DWORKERS=3 -DSLOTS=2 -DTHREADS=2 -DOPS=1 -DLIMITED
// case: flushed -DWORKERS=2 -DSLOTS=2 -DTHREADS=2 -DOPS=1 -DFLUSHED
// mutant: two s/^	heavy_barrier();/	skip;/
// mutant: two s/^	:: got -> wake()$/	:: got -> skip/
// mutant: two s/^	slots++;					.*/	skip;/
// mutant: two s/^		searching--;$/		skip;/
// mutant: two s/:: slots <= 0 -> break/:: true -> break/
// mutant: two s/claimed\[v\] = true; v = 0/v = 0/
// mutant: two s/:: n > 0 -> ring\[v\]?x; push(x)/:: n > 0 -> ring[v]?x; ring[v]!x; push(x)/
// mutant: more s/:: else -> EXCUSE$/:: else -> skip/
// mutant: more s/:: got \&\& slots > 0 ->/:: false ->/
// mutant: foreign s/:: slots == free \&\& same\[me\] ->/:: true ->/
// mutant: foreign s/look();	.*after only_ours.*/got = false;/
// mutant: foreign s/:: foreign_lives	.*/:: false/
// mutant: pinned s/drain(me); slots--; activation()/drain(me)/
// mutant: pinned s/atomic { drain(me); slots--; activation() };/atomic { x = in_kernel[u]; in_kernel[u] = 0; kernel_woken[x - 1] = true; x = 0 };/; s/atomic { x = in_kernel\[u\]; in_kernel\[u\] = 0; kernel_woken\[x - 1\] = true; x = 0 }$/atomic { drain(me); slots--; activation() }/
// mutant: flushed s/external++;/skip;/
// mutant: flushed s/:: got || external	.*/:: got/
// mutant: flushed s/external--; check_blocked();/external--;/
// mutant: limited s/:: to > limit -> limit = to.*/:: false/
// mutant: limited s/:: to > limit -> limit = to.*/:: true -> limit = to/
// mutant: limited s/slots = slots + change; activation()/slots = slots + change/
// mutant: retired s/^	flush_retired();.*/	skip;/; s/atomic { asleep\[me\] = true };/flush_retired(); asleep[me] = true;/
#ifdef FOREIGN
#define LIVES true
#else
#define LIVES false
#endif
#ifdef LEADER
#define LEADS t == 0
#else
#define LEADS true
#endif
#define each(w) w : 0 .. WORKERS - 1

byte limit = SLOTS;			/* N */
short slots = SLOTS - 1;		/* free ones; below zero: more run than there are slots */
bool same[WORKERS + 1];			/* the epoch is what it was when this one looked */
byte searching;				/* workers that look for work, claims for one */
chan ring[WORKERS + 1] = [THREADS] of { byte };
chan stores[WORKERS + 1] = [THREADS] of { byte };	/* pushed, and in the store buffer yet */
chan inject = [THREADS] of { byte };	/* the global queue, under its lock */
bool asleep[WORKERS] = true;		/* on the list of sleepers, under its lock */
bool claimed[WORKERS];			/* wake == CONC_WAKE_CLAIMED */
bool parked[THREADS] = true;
byte running[THREADS];			/* workers on its stack */
byte in_kernel[THREADS];		/* 1 + the worker that it sleeps on; 0: not in the kernel */
bool kernel_woken[WORKERS];
byte changes;				/* of N */
byte ops = OPS;				/* bounds the program: wake-ups and yields left */
byte external;				/* waits for something outside; queues that are moved */
byte computing;				/* workers whose thread computes for ever */
bool foreign_lives = LIVES;
bool excused;				/* a miss that the watchdog is there for */
bool blocked;				/* the report was printed */

/* ---- Memory ---- */

inline drain(w) {
	do
	:: nempty(stores[w]) -> stores[w]?x; ring[w]!x; x = 0
	:: empty(stores[w]) -> break
	od
}

inline heavy_barrier() {	/* conc_os_heavy_barrier */
	d_step {
		for (each(v)) {
			do
			:: nempty(stores[v]) -> stores[v]?x; ring[v]!x; x = 0
			:: empty(stores[v]) -> break
			od
		};
		v = 0
	}
}

/* ---- Queues ---- */

inline push(t) {	/* conc_scheduler_queue: release stores */
	stores[me]!t
}

inline pop() {		/* conc_ring_pop: the CAS on head drains */
	atomic {
		drain(me);
		if
		:: nempty(ring[me]) -> ring[me]?t; got = true
		:: empty(ring[me]) -> got = false
		fi
	}
}

inline take() {		/* conc_scheduler_take(p, true): under the lock, which drains */
	if
	:: empty(inject)
	:: nempty(inject) ->
		atomic {
			drain(me);
			if
			:: nempty(inject) ->
				n = len(inject) / SLOTS;	/* batch - 1, as conc_scheduler_take says */
				inject?t; got = true;
				do
				:: n > 0 && nempty(inject) -> inject?x; ring[me]!x; x = 0; n--
				:: n == 0 || empty(inject) -> n = 0; break
				od
			:: empty(inject)
			fi
		}
	fi
}

inline grab(v) {	/* conc_ring_grab: half of it; the rest into the own ring */
	if
	:: empty(ring[v])
	:: nempty(ring[v]) ->
		atomic {
			drain(me);
			if
			:: nempty(ring[v]) ->
				n = (len(ring[v]) + 1) / 2 - 1;
				ring[v]?t; got = true;
				do
				:: n > 0 -> ring[v]?x; push(x); x = 0; n--
				:: n == 0 -> break
				od
			:: empty(ring[v])
			fi
		}
	fi
}

inline look() {		/* conc_scheduler_has_work, has_stealable: one look at each */
	got = nempty(inject);
	v = 0;
	do
	:: !got && v < WORKERS -> got = nempty(ring[v]); v++
	:: else -> v = 0; break
	od
}

/* ---- Waking ---- */

/* The high half of slots has another value: nobody's earlier look at it holds any more. */
inline activation() {
	same[0] = false; same[1] = false; same[WORKERS - 1] = false; same[WORKERS] = false
}

inline claim() {	/* scheduler_claim */
	atomic {
		drain(me);
		if
		:: slots > 0 -> slots--; activation(); got = true
		:: else -> got = false
		fi
	}
}

inline wake_claimed() {
	atomic {	/* pop_sleeper; any of them: the model has no order among them */
		if
		:: asleep[0] -> v = 0; asleep[0] = false
		:: asleep[1] -> v = 1; asleep[1] = false
#if WORKERS > 2
		:: asleep[2] -> v = 2; asleep[2] = false
#endif
		:: else -> v = WORKERS
		fi
	};
	if
	:: v < WORKERS -> d_step { claimed[v] = true; v = 0 }	/* store_release, futex wake */
	:: else -> assert(false)	/* conc_processor_start: there are enough workers here */
	fi
}

inline wake() {		/* conc_scheduler_wake */
	got = false;
	do
	:: true ->
		atomic {
			drain(me);
			if
			:: searching == 0 -> searching = 1; got = true
			:: else -> got = false
			fi
		};
		if
		:: !got -> break
		:: else
		fi;
		claim();
		if
		:: got -> got = false; wake_claimed(); break
		:: else
		fi;
		searching--;
		if
		:: slots <= 0 -> break
		:: else
		fi
	od
}

inline submitted() {	/* conc_scheduler_submitted: two relaxed loads */
	if
	:: slots > 0 ->
		if
		:: searching == 0 -> wake()
		:: else
		fi
	:: else
	fi
}

/* ---- Searching ---- */

#ifndef EXCUSE
#define EXCUSE excused = excused || missing
#endif

inline look_everywhere() {
	pop();
	if
	:: !got -> take()
	:: else
	fi;
	v = 0;
	do
	:: !got && v < WORKERS ->
		if
		:: v != me -> grab(v)
		:: else
		fi;
		v++
	:: else -> v = 0; break
	od
}

inline unsearch() {
	if
	:: search -> search = false; atomic { drain(me); searching-- }
	:: else
	fi
}

inline stop_searching() {
	if
	:: search ->
		search = false;
		atomic { drain(me); searching--; got = (searching == 0) };
		if
		:: got && slots > 0 ->
			/* No barrier here: a submitter that saw this searcher may have its push in
			 * its store buffer. It is active, so the thread is not lost; if it never
			 * dispatches, the watchdog finds the thread 5 ms later. */
			missing = false;
			d_step { for (each(v)) { missing = missing || nempty(stores[v]) }; v = 0 };
			look();
			if
			:: got -> wake()
			:: else -> EXCUSE
			fi;
			missing = false
		:: else
		fi
	:: else
	fi
}

/* ---- Is this the end? ---- */

inline check_blocked() {
	atomic { free = slots; same[me] = true };		/* one load */
	if
	:: free < limit
	:: else ->
		look();			/* conc_scheduler_has_work: most often this is enough */
		if
		:: got || external	/* after that look: what was on its way may have arrived */
		:: else ->
			if
			:: foreign_lives	/* only_ours */
			:: else ->
				look();	/* after only_ours: who has ended since may have pushed */
				if
				:: got
				:: else ->
					atomic {
						if
						:: slots == free && same[me] ->
							blocked = true;	/* conc_report_blocked: it is true */
							assert(!foreign_lives);
							for (v : 0 .. THREADS - 1) { assert(parked[v]) };
							v = 0
						:: else
						fi
					}
				fi
			fi
		fi;
		same[me] = false
	fi;
	free = 0
}

/* ---- The worker ---- */

inline sleep() {					/* sleep_until_claimed */
	skip;
end_idle: atomic { claimed[me] -> claimed[me] = false; search = true }
}

inline go_idle() {
	atomic { drain(me); asleep[me] = true };	/* become_passive, push_sleeper */
	slots++;					/* conc_scheduler_unclaim */
	unsearch();
	heavy_barrier();
	look();						/* conc_scheduler_has_stealable */
	if
	:: got -> wake()
	:: else -> check_blocked()
	fi;
	got = false;
	sleep()
}

/* A pinned thread parks in the kernel: park_kernel, conc_scheduler_slot_release, slot_take. */
inline park_in_kernel() {
	atomic { in_kernel[t] = me + 1; parked[t] = true };	/* the CAS to PARKED_KERNEL */
	atomic {	/* conc_scheduler_flush */
		drain(me);
		do
		:: nempty(ring[me]) -> ring[me]?x; inject!x; x = 0
		:: empty(ring[me]) -> break
		od
	};
	slots++;
	/* no barrier: what this does not see is of an active worker, as in stop_searching */
	missing = false;
	d_step { for (each(v)) { missing = missing || nempty(stores[v]) }; v = 0 };
	look();
	if
	:: got -> wake()
	:: else -> EXCUSE; check_blocked()
	fi;
	missing = false; got = false;
end_in_kernel:
	atomic { kernel_woken[me] -> kernel_woken[me] = false }
}

inline flush_retired() {	/* conc_scheduler_flush */
	atomic { drain(me) };
	do
	:: atomic { nempty(ring[me]) -> ring[me]?x };
		atomic { inject!x; x = 0 }	/* between the two it is in no queue */
	:: empty(ring[me]) -> break
	od
}

/* A surplus worker, which came back from the kernel to no free slot: retire. */
inline retire() {
	flush_retired();	/* before it gives its slot up */
	atomic { drain(me); if :: slots < 0 -> slots++; got = true :: else -> got = false fi };
	if
	:: got ->
		unsearch();
		atomic { asleep[me] = true };	/* push_sleeper */
		look();
		if
		:: got -> wake()
		:: else
		fi;
end_surplus: atomic { claimed[me] -> claimed[me] = false; search = true }
	:: else
	fi
}

inline processors(to) {		/* conc_processors: one at a time, under limit_lock */
	change = to - limit;
	if
	:: to > limit -> limit = to	/* before slots; a lower one after */
	:: else
	fi;
	atomic { drain(me); slots = slots + change; activation() };
	limit = to;
	look();
	if
	:: got -> wake()
	:: else
	fi;
	got = false; change = 0
}

inline make_ready(u) {		/* conc_thread_unpark */
	if
	:: in_kernel[u] ->	/* kernel_wake: takes the slot on its behalf, then wakes it */
		atomic { drain(me); slots--; activation() };
		atomic { x = in_kernel[u]; in_kernel[u] = 0; kernel_woken[x - 1] = true; x = 0 }
	:: else -> push(u); submitted()
	fi
}

/* The user thread t, until it leaves the worker. */
inline run_thread() {
	running[t]++; assert(running[t] == 1);
	do
	:: atomic {				/* makes a parked thread ready */
		ops > 0 && LEADS ->
			u = 0;
			do
			:: u < THREADS - 1 -> u++
			:: parked[u] -> parked[u] = false; ops--; got = true; break
			:: !parked[u] -> u = 0; break
			od
	   };
		if
		:: got -> got = false; make_ready(u)
		:: else
		fi;
		u = 0
#ifndef LEADER
	:: atomic { ops > 0 -> ops--; running[t]-- };	/* yields: the epilogue, CONC_LEAVE_YIELD */
		push(t); submitted(); break
#endif
	:: running[t]--; parked[t] = true; break
#ifdef PINNED
	:: t == 0 -> running[t]--; park_in_kernel(); running[t]++
#endif
#ifdef LIMITED
	:: t == 0 && changes < 2 ->
		changes++;
		if
		:: changes == 1 -> processors(1)
		:: else -> processors(SLOTS)
		fi
#endif
	:: computing++;
end_compute: false
	od
}

active [WORKERS] proctype worker() {
	byte me, t, u, x, v, n;
	short free, change;
	bool got, search, missing;

	me = _pid;
	if
	:: me == 0 -> d_step { ring[0]!0; parked[0] = false; asleep[0] = false }
	:: else ->
end_start:	atomic { claimed[me] -> claimed[me] = false; search = true }
	fi;
	do
	:: true ->				/* conc_scheduler_loop */
		if
		:: slots < 0 -> retire()	/* attention: SURPLUS */
		:: else
		fi;
		pop();				/* conc_processor_pick */
		if
		:: !got ->			/* search */
			look_everywhere();
			if			/* at most half of them search at once */
			:: !got && !search && 2 * searching < SLOTS ->
				search = true; atomic { drain(me); searching++ }
			:: else
			fi;
			if
			:: !got && search -> look_everywhere()
			:: else
			fi
		:: else
		fi;
		if
		:: got -> got = false; stop_searching(); got = false; run_thread(); t = 0; got = false
		:: else -> go_idle()
		fi
	od
}

/* ---- The world ---- */

active proctype store_buffers() {
	byte x;

end:	do
	:: atomic { nempty(stores[0]) -> stores[0]?x; ring[0]!x }
	:: atomic { nempty(stores[1]) -> stores[1]?x; ring[1]!x }
#if WORKERS > 2
	:: atomic { nempty(stores[2]) -> stores[2]?x; ring[2]!x }
#endif
	od
}

#ifdef FOREIGN
active proctype foreign() {
	byte me = WORKERS, v, x;
	bool got;

	if
	:: atomic { !parked[0] && parked[1] -> parked[1] = false };
		inject!1;		/* inject_list */
		submitted()
	:: true
	fi;
	foreign_lives = false
}
#endif

#ifdef FLUSHED
active proctype watchdog() {	/* tick_processor: worker 0 dispatches nothing */
	byte me = WORKERS, v, x;
	short free;
	bool got;

	external++;
	if
	:: atomic { nempty(ring[0]) -> ring[0]?x; got = true };
		atomic { inject!x; x = 0 }
	:: empty(ring[0])
	fi;
	external--; check_blocked();
	look();
	if
	:: got -> wake()
	:: else
	fi
}
#endif

active proctype monitor() {
	bool work;

end:	timeout;
	work = nempty(inject) || nempty(ring[0]) || nempty(ring[1]) || nempty(ring[WORKERS - 1]);
	assert(!work || computing > 0);				/* nothing is lost */
	assert(!work || slots <= 0 || excused);			/* nor left standing */
	assert(computing > 0 || blocked || LIVES);		/* the end is told */
	assert(searching == 0)
}
