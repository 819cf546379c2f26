/* SPDX-License-Identifier: MIT */
/* A timer that fires while somebody asks whether every thread is blocked: libconc/src/kernel/timer.c (conc_timer_run,
 * conc_timer_pending), scheduler.c (conc_scheduler_check_blocked). docs/protocols/idle.md, park.md.
 *
 * The idea. TIMERS sleeping threads are due, in WHEELS wheels; one or two kernel threads without a slot (the timekeeper, the
 * watchdog) fire them: take them out under the locks of the wheels, and make them ready behind those, where somebody with a
 * slot takes them from the queue, runs, and parks for good. A lock that another one has is passed by. Whoever gives its slot
 * back asks whether that is the end: the worker, a third that goes idle at any time, and who has fired, behind it. Nobody may
 * say so before all have run, and one of them must say so in the end. Locks and queues are in one order for all here. */

// case: one -DTIMERS=1 -DWHEELS=1
// case: two -DTIMERS=2 -DWHEELS=1
// case: wheels -DTIMERS=2 -DWHEELS=2
// mutant: one s/		firing++;/		skip;/
// mutant: two s/|| firing > 0/|| false/
// mutant: wheels s/|| firing > 0/|| false/
// mutant: wheels s/	pending = false;/	pending = firing > 0;/; s/|| firing > 0/|| false/
// mutant: wheels s/	held\[w\] = true;/	lock[w] = false;/
// mutant: two s/		firing--;	.*/		skip;/; s/		firing++;/		firing++; firing--;/
// mutant: one s/		ask();	.*/		skip;/
// mutant: one s/	slots--; epoch++;/	skip;/
#define FIRERS 2

byte waiting[WHEELS] = TIMERS / WHEELS, left = TIMERS, queued, ran;
byte firing, slots = 1, epoch;
bool lock[WHEELS], over;

inline ask() {	/* conc_scheduler_check_blocked */
	atomic { seen = epoch; taken = slots == 0 };
	if
	:: !taken ->
	pending = false;
		for (w : 0 .. WHEELS - 1) {	/* conc_timer_pending */
			atomic { !lock[w] -> lock[w] = true };
			pending = pending || waiting[w] > 0 || firing > 0;
			lock[w] = false
		}
		if
		:: !pending && queued == 0 && epoch == seen ->
			assert(ran == TIMERS);
			over = true
		:: else
		fi
	:: else
	fi
}

active [FIRERS] proctype firer() {
	byte due, seen, w;
	bool held[WHEELS], taken, pending;

end:	do
	:: left > 0 ->
		for (w : 0 .. WHEELS - 1) {
			if
			:: atomic { waiting[w] > 0 && !lock[w] -> lock[w] = true };
	held[w] = true;
				waiting[w]--; left--; due++
			:: else
			fi
		}
		if
		:: due > 0 ->
		firing++;
			for (w : 0 .. WHEELS - 1) {
				atomic { if :: held[w] -> lock[w] = false :: else fi; held[w] = false }
			}
			queued = queued + due;	/* conc_scheduler_ready; whoever runs them claims a slot first */
		firing--;	/* conc_timer_pending, which does not see it, sees the queue */
		ask();	/* who has seen `firing` does not ask again */
			due = 0
		:: else
		fi
	od
}

active proctype worker() {
	byte seen, w;
	bool taken, pending;

end:	do
	:: queued > 0 && slots > 0 ->
	slots--; epoch++;
		queued--; ran++;
		slots++;
		ask()
	od
}

active proctype asks() {
	byte seen, w;
	bool taken, pending;

	ask()
}

active proctype monitor() {
end:	timeout;
	assert(over && ran == TIMERS && firing == 0)
}
