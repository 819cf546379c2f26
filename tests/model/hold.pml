/* SPDX-License-Identifier: MIT */
/* The scheduler is held, so that nobody runs user threads: docs/protocols/idle.md, "Standing still";
 * libconc/src/kernel/scheduler.c (conc_scheduler_hold, conc_scheduler_let_go), watchdog.c. docs/protocols/models.md
 * says what is left out.
 *
 * The idea. Workers run, sleep and are woken as in idle.pml, with one queue for all. Meanwhile a caller holds and
 * lets go, once or TWICE: a user thread on worker 0 (USER), the watchdog (WATCHDOG), or both. Timers fire at any time:
 * they put a thread into the queue, or wake one that waits in the kernel. User threads make others ready, enter a
 * blocking section, park in the kernel, compute for ever.
 *
 * A push is a store that stays in its pusher's store buffer until some later moment, an atomic read-modify-write of
 * the pusher, or somebody's membarrier: for a ring that is x86, for the global queue aarch64, where a later
 * load may pass a seq_cst store.
 *
 * RUN: workers that run a thread at first. OPS: threads that threads make ready. EVENTS: timers.
 * BLOCKING: one blocking section. PINNED: a thread waits in the kernel on the last worker, and may do so again.
 * FOREIGN: a foreign kernel thread waits, and its timer wakes it. STUCK: the watchdog looks for stuck workers. */
// case: user -DUSER -DRUN=2 -DOPS=1 -DEVENTS=1
// case: alone -DUSER -DSLOTS=1 -DRUN=1 -DOPS=0 -DEVENTS=2 -DTWICE
// case: watchdog -DWATCHDOG -DRUN=1 -DOPS=1 -DEVENTS=1
// case: blocking -DWATCHDOG -DSLOTS=1 -DRUN=1 -DOPS=0 -DEVENTS=1 -DBLOCKING -DTWICE
// case: pinned -DWATCHDOG -DSLOTS=1 -DRUN=0 -DOPS=0 -DEVENTS=2 -DPINNED
// case: foreign -DWATCHDOG -DSLOTS=1 -DRUN=0 -DOPS=0 -DEVENTS=2 -DFOREIGN
// case: both -DUSER -DWATCHDOG -DSLOTS=1 -DRUN=1 -DOPS=0 -DEVENTS=1 -DPINNED
// case: stuck -DUSER -DSTUCK -DWORKERS=3 -DRUN=1 -DOPS=0 -DEVENTS=1
// mutant: user s/:: slots > 0 -> assert/:: true -> assert/
// mutant: user s/seen + slot < SLOTS$/seen + slot < SLOTS - 1/
// mutant: user s/slots = slots - seen;/skip;/
// mutant: watchdog s/:: queue > 0 -> wake()	.*/:: queue > 0/
// mutant: watchdog s/	heavy_barrier();	.*/	skip;/
// mutant: watchdog s/:: slots <= 0 -> break/:: true -> break/
// mutant: blocking s/slots == seen \&\& same\[me\] ->/slots == seen ->/
// mutant: blocking s/blocked = blocked_workers;/skip;/
// mutant: blocking s/:: got \&\& able -> blocked_workers++/:: false/
// mutant: foreign s/:: foreign_runs -> result/:: false -> result/
// mutant: foreign s/atomic { activation(); slot_moves() }/slot_moves()/
// mutant: pinned s/still = (slots == 0 \&\& same\[me\])/still = (slots == 0)/
// mutant: pinned /claim_anyway() {/s/activation(); //
// mutant: stuck s/begun == before ->/begun == ended ->/
// mutant: stuck s/begun == before ->/true ->/
// mutant: stuck s/blocked = blocked_workers;/skip;/
// mutant: stuck s/^				begun++;/				skip;/; s/:: result != HELD -> ended++/:: result == HELD -> begun++/
// mutant: stuck s/^inline let_go() {/inline let_go() { ended++;/; s/^	ended++;$/	skip;/
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef WORKERS
#define WORKERS 2
#endif
#define TIMER WORKERS
#define WATCH (WORKERS + 1)
#define OTHER (WORKERS + 2)		/* the foreign kernel thread */
#define KERNEL_THREADS (WORKERS + 3)
#define PIN (WORKERS - 1)

#ifdef FOREIGN
#define CAN_BE_NEVER true
#else
#define CAN_BE_NEVER false
#endif

mtype = { HELD, LATER, NEVER };

short slots = SLOTS - RUN;
bool same[KERNEL_THREADS];		/* the epoch is what it was when this one looked */
byte searching;
byte queue;				/* ready threads, in any queue */
byte stores[KERNEL_THREADS];		/* pushed, and in the store buffer yet */
bool asleep[WORKERS];			/* on the list of sleepers */
bool claimed[WORKERS];			/* wake == CONC_WAKE_CLAIMED */
bool passive[WORKERS];			/* attention: PASSIVE */
bool stuck[WORKERS];			/* attention: STUCK */
byte blocked_workers;
byte begun, ended;			/* holds */
bool foreign_runs;			/* a kernel thread runs that only_ours does not know */
bool in_kernel, kernel_woken;		/* the thread that is pinned to worker PIN */
bool other_waits, other_woken;
byte ops = OPS, events = EVENTS;
byte callers;				/* that have not come to their end */
byte started;				/* workers that are where they begin */

/* What is true, for the properties. */
byte users;				/* user threads, and foreign ones, that run */
byte computing;				/* of these, for ever */
bool holding;
bool moved;				/* somebody took a slot or gave one back meanwhile */
bool ran;				/* a thread ran meanwhile */
bool excused;				/* a look without a barrier has missed a push: the watchdog finds it */

/* ---- Memory ---- */

#define drain(p) queue = queue + stores[p]; stores[p] = 0

#define in_stores	(stores[0] + stores[1] + stores[WORKERS - 1] + stores[TIMER] + stores[OTHER] > 0)

/* conc_scheduler_has_work without a barrier before it: as in idle.pml. */
inline look_only() {
	atomic { got = queue > 0; excused = excused || (!got && in_stores) }
}

inline heavy_barrier() {
	d_step { drain(0); drain(1); drain(WORKERS - 1); drain(TIMER); drain(WATCH); drain(OTHER) }
}

/* ---- Slots ---- */

#define activation()	same[0] = false; same[WATCH] = false
#define slot_moves()	moved = moved || holding

inline claim() {		/* scheduler_claim */
	atomic {
		drain(me);
		if
		:: slots > 0 -> assert(!holding || moved); slots--; activation(); got = true
		:: else -> got = false
		fi
	}
}

inline unclaim() { atomic { drain(me); slots++; slot_moves() } }

inline claim_anyway() { atomic { drain(me); slots--; activation(); slot_moves() } }

/* ---- Waking: idle.pml says more ---- */

inline wake_claimed() {
	atomic {	/* waits where the runtime starts one kernel thread more */
		if
		:: asleep[0] -> asleep[0] = false; claimed[0] = true
		:: asleep[1] -> asleep[1] = false; claimed[1] = true
#if WORKERS > 2
		:: asleep[2] -> asleep[2] = false; claimed[2] = true
#endif
		fi
	}
}

inline wake() {			/* conc_scheduler_wake */
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

inline submit() {		/* a push, and conc_scheduler_submitted: two relaxed loads */
	stores[me]++;
	if
	:: slots > 0 ->
		if
		:: searching == 0 -> wake()
		:: else
		fi
	:: else
	fi
}

/* ---- Standing still ---- */

inline hold(slot) {		/* conc_scheduler_hold; slot: 1 if the caller keeps one */
	atomic { seen = slots; same[me] = true };
	result = LATER;
	if
	:: foreign_runs -> result = NEVER; assert(CAN_BE_NEVER)
	:: else ->
		blocked = blocked_workers;
		if
		:: blocked > 0		/* it takes its slot back first, or leaves its section */
		:: blocked == 0 && seen + slot < SLOTS
		:: else ->
			if
			:: queue > 0
			:: else ->
				begun++;
				atomic {
					drain(me);
					if
					:: slots == seen && same[me] ->
						slots = slots - seen; result = HELD;
						assert(!holding);
						assert(users == slot);	/* nobody else runs */
						holding = true; moved = false; ran = false
					:: else
					fi
				};
				if
				:: result != HELD -> ended++
				:: else
				fi
			fi
		fi
	fi
}

inline let_go() {		/* conc_scheduler_let_go */
	atomic {
		drain(me);
		still = (slots == 0 && same[me]);
		slots = slots + seen;
		assert(still == !moved);
		assert(!still || !ran);
		holding = false
	};
	ended++;
	heavy_barrier();			/* before the look */
	if
	:: queue > 0 -> wake()			/* for who saw no free slot */
	:: else
	fi
}

inline hold_and_let_go(slot) {
	hold(slot);
	if
	:: result == HELD -> let_go()
	:: else
	fi;
	result = LATER; seen = 0; still = false; same[me] = false; blocked = 0
}

/* ---- The worker ---- */

inline user_runs() {
	users++; assert(!holding || moved); ran = ran || holding
}

inline unsearch() {
	if
	:: search -> search = false; atomic { drain(me); searching-- }
	:: else
	fi
}

inline sleep() {
	skip;
end_idle: atomic { claimed[me] -> claimed[me] = false; search = true; passive[me] = false }
}

inline leave_stuck() {		/* become_passive: whether it has a slot */
	atomic { passive[me] = true; got = !stuck[me]; stuck[me] = false }
}

inline go_idle() {
	leave_stuck();
	asleep[me] = true;
	if
	:: got -> unclaim()
	:: else -> blocked_workers--
	fi;
	unsearch();
	heavy_barrier();
	if
	:: queue > 0 -> wake()
	:: else
	fi;
	got = false;
	sleep()
}

inline retire() {
	atomic {
		drain(me);
		if
		:: slots < 0 -> slots++; slot_moves(); passive[me] = true; got = true
		:: else -> got = false
		fi
	};
	if
	:: got ->
		unsearch();
		asleep[me] = true;
		look_only();
		if
		:: got -> wake()
		:: else
		fi;
		got = false;
end_surplus: atomic { claimed[me] -> claimed[me] = false; search = true; passive[me] = false }
	:: else
	fi
}

inline release(able) {		/* conc_scheduler_slot_release */
	leave_stuck();
	if
	:: got && able -> blocked_workers++
	:: !got && !able -> blocked_workers--
	:: else
	fi;
	if
	:: got -> unclaim()
	:: else
	fi;
	look_only();
	if
	:: got -> wake()
	:: else
	fi;
	got = false
}

inline park_in_kernel() {
	atomic { users--; in_kernel = true };	/* the CAS to PARKED_KERNEL */
	release(false);
end_in_kernel:
	atomic { kernel_woken -> kernel_woken = false; user_runs() };
	passive[me] = false
}

inline blocking_section() {
	release(true);
	skip;
	claim_anyway();
	blocked_workers--;
	passive[me] = false
}

/* A user thread, until it leaves the worker. */
inline run_thread() {
	do
	:: atomic { ops > 0 -> ops-- }; submit()
#ifdef BLOCKING
	:: atomic { sections > 0 -> sections-- }; blocking_section()
#endif
#ifdef PINNED
	:: atomic { me == PIN && parks > 0 -> parks-- }; park_in_kernel()
#endif
	:: users--; break		/* parks, or ends */
	:: computing++;
end_compute: false
	od
}

byte sections = 1, parks = 1;

active [WORKERS] proctype worker() {
	byte me = _pid;
	bool got, search, still;
	short seen;
	byte blocked;
	mtype result;

	if
#ifdef PINNED
	:: me == PIN ->
		atomic { passive[me] = true; in_kernel = true; started++ };
end_pinned:	atomic { kernel_woken -> kernel_woken = false; user_runs() };
		passive[me] = false;
		run_thread()
#endif
	:: me < RUN ->
		atomic { users++; started++ };
		started == WORKERS;
#ifdef USER
		if
		:: me == 0 ->
			callers++;
			hold_and_let_go(1);
#ifdef TWICE
			hold_and_let_go(1);
#endif
			callers--
		:: else
		fi;
#endif
		run_thread()
	:: else ->
		atomic { asleep[me] = true; passive[me] = true; started++ };
end_start:	atomic { claimed[me] -> claimed[me] = false; search = true; passive[me] = false }
	fi;
	do
	:: true ->				/* conc_scheduler_loop */
		if				/* attend */
		:: stuck[me] -> atomic { stuck[me] = false; drain(me); slots--; activation(); slot_moves() }; blocked_workers--
		:: else
		fi;
		if
		:: slots < 0 -> retire()
		:: else
		fi;
		atomic {			/* look_everywhere */
			drain(me);
			if
			:: queue > 0 -> queue--; got = true; user_runs()
			:: else -> got = false
			fi
		};
		if
		:: got ->			/* stop_searching */
			if
			:: search ->
				search = false;
				atomic { drain(me); searching--; got = (searching == 0) };
				if
				:: got && slots > 0 ->
					look_only();
					if
					:: got -> wake()
					:: else
					fi
				:: else
				fi
			:: else
			fi;
			got = false;
			run_thread()
		:: else -> go_idle()
		fi
	od
}

/* ---- The world ---- */

active proctype store_buffers() {
end:	do
	:: stores[0] > 0 -> d_step { drain(0) }
	:: stores[1] > 0 -> d_step { drain(1) }
#if WORKERS > 2
	:: stores[2] > 0 -> d_step { drain(2) }
#endif
	:: stores[TIMER] > 0 -> d_step { drain(TIMER) }
	:: stores[OTHER] > 0 -> d_step { drain(OTHER) }
	od
}

active proctype timers() {	/* the timekeeper, or who else fires them */
	byte me = TIMER;
	bool got;

	started == WORKERS;
	do
	:: events > 0 ->
		events--;
		if
		:: submit()
#ifdef PINNED
		:: atomic { in_kernel -> in_kernel = false };	/* conc_scheduler_kernel_wake */
			claim_anyway();
			kernel_woken = true
#endif
#ifdef FOREIGN
		:: atomic { other_waits -> other_waits = false; foreign_runs = true };
			atomic { activation(); slot_moves() };
			other_woken = true
#endif
		fi
	:: true -> break
	od
}

#ifdef FOREIGN
active proctype other() {
	byte me = OTHER;
	bool got;

	atomic { other_waits = true; foreign_runs = false };
end:	atomic { other_woken -> other_woken = false; user_runs() };
	if
	:: submit()
	:: true
	fi;
	atomic { users--; other_waits = true; foreign_runs = false };
end_again: false
}
#endif

#ifdef WATCHDOG
active proctype watchdog() {
	byte me = WATCH;
	bool got, still;
	short seen;
	byte blocked;
	mtype result;

	started == WORKERS;
	callers++;
	hold_and_let_go(0);
#ifdef TWICE
	hold_and_let_go(0);
#endif
	callers--
}
#endif

#ifdef STUCK
active proctype watchdog() {	/* tick_processors, for worker 0, which has dispatched nothing for long */
	byte me = WATCH, before;
	bool got, ready, none, because;

	started == WORKERS;
	ready = queue > 0;
	before = ended;
	atomic { none = slots <= 0; because = holding };
	if
	:: ready && none && begun == before ->
		atomic {
			got = !stuck[0] && !passive[0];
			stuck[0] = stuck[0] || got
		};
		if
		:: got ->
			assert(!because);	/* a hold makes nobody stuck */
			blocked_workers++; unclaim()
		:: else
		fi
	:: else
	fi;
	if
	:: ready -> wake()
	:: else
	fi
}
#endif

active proctype monitor() {
end:	timeout;
	assert(queue == 0 || (computing > 0 && slots <= 0) || excused);	/* nothing is lost, nor left standing */
	assert(callers == 0 && !holding && begun == ended);
	assert(searching == 0);
	assert(slots == SLOTS - computing + (stuck[0] -> 1 : 0))
}
