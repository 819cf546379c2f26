/* SPDX-License-Identifier: MIT */
/* Park and unpark as a protocol: docs/protocols/park.md, libconc/src/kernel/park.c, and the epilogue of
 * a switch in processor.c. docs/protocols/models.md says what is modelled and what is not.
 *
 * The idea. A user thread is not a process here: it is a stack that a kernel thread is on, or
 * nobody. Two workers dispatch it from one queue; `on` counts who is on its stack. An unparker
 * gives one permit per park, beginning at any time after the thread has said that it will park.
 * With DEADLINE a timer may fire once per park; the thread then parks again for its permit. With
 * PINNED the thread waits in the kernel.
 *
 * Each line that reads or writes a word that others write is one step; all of them are atomic
 * read-modify-writes or acquire and release, and none is followed by a look at another word for
 * which the order matters, so there is no store buffer here: idle.pml has one. */

// case: park -DPARKS=2
// case: deadline -DDEADLINE
// case: kernel -DPINNED
// case: kernel_deadline -DPINNED -DDEADLINE
// mutant: park s/atomic { was = park; park = NOTIFIED }/was = park; park = NOTIFIED/
// mutant: park s/atomic { park == RUNNING -> park = PARKED }/park == RUNNING -> park = PARKED/
// mutant: park s/:: else -> atomic { ready() }.*/:: else/
// mutant: park s/on--;	.*/leave_park();/; s/leave_park();	.*/on--;/
// mutant: kernel s/atomic { park == RUNNING -> park = PARKED_KERNEL };/park == RUNNING -> park = PARKED_KERNEL;/
// mutant: kernel s/atomic { if :: !kernel_woken -> sleeps = true :: else fi };/sleeps = true;/
// mutant: kernel s/:: kernel_woken -> break/:: park != PARKED_KERNEL -> break/
// mutant: kernel s/^	kernel_woken = false;/	skip;/
// mutant: kernel s/taken++;.*/skip;/
// mutant: deadline s/atomic { park == was -> park = EXPIRED };/park == was -> park = EXPIRED;/
// mutant: deadline s/:: was == NOTIFIED || was == EXPIRED -> break/:: false -> break/
// mutant: deadline s/atomic { !firing -> timer = false };/timer = false;/
#ifndef PARKS
#define PARKS 2
#endif
#define WORKERS 2

mtype = { RUNNING, NOTIFIED, PARKED, PARKED_KERNEL, EXPIRED };

mtype park = RUNNING;	/* the thread's word */
byte on;		/* kernel threads on the thread's stack */
byte queued = 1;	/* times it stands in the queue of ready threads */
byte pc;		/* where the thread goes on: 0 begin, 1 after the switch, 2 after its 2nd park */
byte begun, ended;	/* parks */
byte unparked;		/* permits given */
bool timer, firing;	/* queued; under the timer lock, which fire holds */
bool kernel_woken;	/* the party that moved the word away from PARKED_KERNEL has taken the slot */
bool sleeps, woken;	/* the futex: somebody sleeps on kernel_woken, was woken */
byte taken, given;	/* slots: taken on its behalf, given back */

inline ready() { assert(queued == 0 && on == 0); queued++ }

/* ---- park.c: conc_thread_unpark ---- */
inline unpark(was) {
	atomic { was = park; park = NOTIFIED }	/* exchange_acq_rel */
	if
	:: was == PARKED -> atomic { ready() }	/* conc_scheduler_ready */
	:: was == PARKED_KERNEL -> wake_kernel()
	:: else				/* RUNNING, EXPIRED: it will find the permit */
	fi
}

/* ---- park.c: expire, called under the timer lock; timer.c: make_ready, behind it ---- */
inline expire(was) {
	do
	:: was = park;				/* load_relaxed, or the failed CAS */
		if
		:: was == NOTIFIED || was == EXPIRED -> break
		:: else
		fi;
		if
		:: atomic { park == was -> park = EXPIRED };	/* cas_acq_rel */
			if
			:: was == PARKED -> firing = false; atomic { ready() }
			:: was == PARKED_KERNEL -> wake_kernel()
			:: else		/* RUNNING: the epilogue's CAS will fail */
			fi;
			break
		:: else		/* again */
		fi
	od
}

inline wake_kernel() {
	taken++;				/* conc_scheduler_kernel_wake */
	kernel_woken = true;
	atomic { if :: sleeps -> woken = true :: else fi }	/* conc_os_futex_wake */
}

/* ---- processor.c: leave_park, on the stack after the one that was left ---- */
inline leave_park() {
	if
	:: atomic { park == RUNNING -> park = PARKED }	/* cas_acq_rel */
	:: else -> atomic { ready() }			/* the permit or the timer has come */
	fi
}

/* ---- park.c: park_kernel ---- */
inline park_kernel() {
	kernel_woken = false;
	if
	:: atomic { park == RUNNING -> park = PARKED_KERNEL };	/* cas_acq_rel */
		given++;				/* conc_scheduler_slot_release */
		do
		:: kernel_woken -> break
		:: else ->				/* conc_os_futex_wait: look and sleep in one */
			atomic { if :: !kernel_woken -> sleeps = true :: else fi };
			if
			:: sleeps -> atomic { woken -> woken = false; sleeps = false }
			:: else
			fi
		od;
		assert(taken == given)			/* it runs only when it is counted */
	:: else
	fi
}

inline leave() {
#ifdef PINNED
	park_kernel()
#else
	on--;		/* conc_context_switch: off the stack, and only now … */
	leave_park();	/* … published as waiting */
	left = true
#endif
}

/* What a worker does on the thread's stack; back when it has left it. */
active [WORKERS] proctype worker() {
	bool left;

end:	do
	:: atomic { queued > 0 -> queued--; assert(on == 0); on++ };	/* dispatch */
		left = false;
		do
		:: left -> break
		:: !left && pc == 0 && begun == PARKS -> on--; left = true	/* done */
		:: !left && pc == 0 && begun < PARKS ->		/* conc_thread_park(_until) begins */
			begun++;			/* registered: the unpark may come from here on */
			pc = 1;
			if
			:: park == NOTIFIED		/* load_acquire: it is there */
			:: else ->
#ifdef DEADLINE
				atomic { !firing -> timer = true };	/* conc_timer_add */
#endif
				leave()
			fi
		:: !left && pc == 1 ->			/* resumed */
#ifdef DEADLINE
			atomic { !firing -> timer = false };	/* conc_timer_remove: fire is over */
			atomic {			/* exchange_acquire */
				if
				:: park == NOTIFIED -> pc = 3
				:: else -> assert(park == EXPIRED); pc = 2
				fi;
				park = RUNNING
			}
#else
			assert(park == NOTIFIED);	/* nobody else can have moved it */
			park = RUNNING; pc = 3
#endif
		:: !left && pc == 2 ->			/* -ETIMEDOUT: the permit is still to come */
			pc = 4;
			if
			:: park == NOTIFIED
			:: else -> leave()
			fi
		:: !left && pc == 4 ->
			assert(park == NOTIFIED);
			park = RUNNING; pc = 3
		:: !left && pc == 3 -> ended++; pc = 0
		od
	od
}

active proctype unparker() {
	mtype was;

	do
	:: unparked == PARKS -> break
	:: unparked < PARKS -> begun > unparked; unparked++; unpark(was)
	od
}

#ifdef DEADLINE
active proctype timers() {
	mtype was;

end:	do
	:: atomic { timer -> timer = false; firing = true }; expire(was); firing = false
	od
}
#endif

active proctype monitor() {
end:	timeout;
	assert(ended == PARKS && unparked == PARKS);	/* no wake-up was lost */
	assert(park == RUNNING && queued == 0 && on == 0);
	assert(taken == given)
}
