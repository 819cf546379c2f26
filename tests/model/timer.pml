/* SPDX-License-Identifier: MIT */
/* A timer that fires while somebody asks whether every thread is blocked: libconc/src/kernel/timer.c (conc_timer_run,
 * conc_timer_pending), scheduler.c (conc_scheduler_check_blocked). docs/protocols/idle.md, park.md.
 *
 * The idea. TIMERS sleeping threads are due; one or two kernel threads without a slot (the timekeeper, the watchdog) fire
 * them: take them out under the timers' lock, and make them ready behind it, where somebody with a slot takes them
 * from the queue, runs, and parks for good. Whoever gives its slot back asks whether that is the end: the worker, a
 * third that goes idle at any time, and who has fired, behind it. Nobody may say so before all have run, and one of
 * them must say so in the end. Locks and queues are in one order for all here. */

// case: one -DTIMERS=1
// case: two -DTIMERS=2
// mutant: one s/	firing++;/	skip;/
// mutant: two s/firing == 0 \&\& !taken/!taken/
// mutant: two s/		firing--;	.*/		skip;/; s/	firing++;/	firing++; firing--;/
// mutant: one s/		ask();	.*/		skip;/
// mutant: one s/	slots--; epoch++;/	skip;/
#define FIRERS 2

byte waiting = TIMERS, queued, ran;
byte firing, slots = 1, epoch;
bool lock, over;

inline acquire() { atomic { !lock -> lock = true } }

inline ask() {	/* conc_scheduler_check_blocked */
	atomic { seen = epoch; taken = slots == 0 };
	if
	:: !taken ->
		acquire();
		taken = waiting > 0;
		if
		:: firing == 0 && !taken -> lock = false
		:: else -> taken = true; lock = false
		fi;
		if
		:: !taken && queued == 0 && epoch == seen ->
			assert(ran == TIMERS);
			over = true
		:: else
		fi
	:: else
	fi
}

active [FIRERS] proctype firer() {
	byte due, seen;
	bool taken;

end:	do
	:: waiting > 0 ->
		acquire();
		due = (waiting > 0 -> 1 : 0);
		waiting = waiting - due;
		if
		:: due > 0 ->
	firing++;
			lock = false;
			queued++;	/* conc_scheduler_ready; whoever runs it claims a slot first */
		firing--;	/* conc_timer_pending, which does not see it, sees the queue */
		ask();	/* who has seen `firing` does not ask again */
			due = 0
		:: else -> lock = false
		fi
	od
}

active proctype worker() {
	byte seen;
	bool taken;

end:	do
	:: queued > 0 && slots > 0 ->
	slots--; epoch++;
		queued--; ran++;
		slots++;
		ask()
	od
}

active proctype asks() {
	byte seen;
	bool taken;

	ask()
}

active proctype monitor() {
end:	timeout;
	assert(over && ran == TIMERS && firing == 0)
}
