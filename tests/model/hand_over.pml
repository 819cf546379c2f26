/* SPDX-License-Identifier: MIT */
/* A behaviour that enters a blocking section, or waits, hands its role over: docs/protocols/actor.md, "A behaviour
 * that waits"; libconc/src/kernel/blocking.c, delivery.c (hand_over, defer, let_go), worker.c (sleep), executor.c (await).
 *
 * The idea. One worker, one queue, two actors. Actor 0 gets three messages, actor 1 one, in this order: 0 1 0 0;
 * the last is sent later. The first behaviour of actor 0 blocks until actor 1 has got its message, which stands
 * behind it in the same gulp. Then whoever sent them waits for quiet. Threads play the role of the worker in turn.
 *
 * Every step is atomic or under a lock, in one order for all: the orders of the sleep and of the outboxes are
 * genmc/wake.c's and genmc/quiet.c's, those of the ticket genmc/hold.c's. */

// case: blocks -DMESSAGES=3
// case: one_more -DMESSAGES=4
// mutant: blocks s/hand_over();	.*/skip;/
// mutant: blocks s/held = true;	.*/skip;/
// mutant: one_more s/detached++;	.*/skip;/
// mutant: blocks s/role!true	.*/do :: nempty(rest) -> rest?x :: empty(rest) -> break od; role!true/
// mutant: one_more s/:: atomic { empty(aside) -> held = false };/:: empty(aside) -> held = false;/
// mutant: one_more s/detached--; tell()/detached--/
// mutant: one_more s/m == 1 || !held -> skip/true/
// mutant: one_more s/rested = wakes == seen \&\& is_at_rest/rested = true/
chan inbox = [MESSAGES] of { byte };
chan rest = [MESSAGES] of { byte };	/* of a gulp: the role's */
chan aside = [MESSAGES] of { byte };	/* for actor 0 while it is held: under its lock */
chan role = [1] of { bool };		/* a thread that was spawned goes on as the worker */
bool held;				/* actor 0's ticket */
bool asleep, told, announced;
byte detached, wakes;
byte handled[2], inside[2];
bool over;

#define is_at_rest (asleep && detached == 0)

inline tell() { if :: announced && is_at_rest -> told = true; announced = false :: else fi }

inline hand_over() {
	held = true;	/* hold: before anybody else handles what comes for it */
	atomic {
		detached++;	/* conc_worker_detach */
		skip
	};
	role!true	/* conc_worker_spawn: with rest */
}

/* Messages are 0 2 4 … of actor 0, 1 of actor 1. */
inline begin(a) {
	atomic {
		assert(inside[a] == 0);
		inside[a]++;
		assert(a == 1 || m == 2 * handled[0])	/* in order */
	}
}

inline end_behaviour(a) { atomic { inside[a]--; handled[a]++ } }

inline let_go() {
	do
	:: atomic { empty(aside) -> held = false }; break	/* take_aside, under the lock */
	:: atomic { nempty(aside) -> aside?m }; begin(0); end_behaviour(0)
	od
}

inline fall_asleep() {
	atomic { asleep = true; tell() };
	if
	:: nempty(inbox) -> atomic { if :: asleep -> asleep = false; wakes++ :: else fi }
	:: empty(inbox) ->
end_asleep:	!asleep
	fi
}

active [2] proctype thread() {
	byte m, x;
	bool worker;

end:	do
	:: role?worker ->
		do
		:: !worker -> break
		:: worker && nempty(rest) ->
			rest?m;
			if
			:: atomic { m != 1 && held -> aside!m }		/* defer: under the lock */
			:: atomic { m == 1 || !held -> skip };
				if
				:: m == 1 -> begin(1); end_behaviour(1)
				:: m != 1 && m > 0 -> begin(0); end_behaviour(0)
				:: m == 0 ->
					begin(0);
					hand_over();	/* conc_abi_blocking_begin */
					worker = false;
					handled[1] > 0;		/* the section */
					end_behaviour(0);
					let_go();
					atomic { detached--; tell() }	/* conc_worker_leave */
				fi
			fi
		:: worker && empty(rest) && nempty(inbox) ->	/* conc_queue_gulp */
			d_step {
				do
				:: nempty(inbox) -> inbox?x; rest!x
				:: empty(inbox) -> break
				od;
				x = 0
			}
		:: worker && empty(rest) && empty(inbox) -> fall_asleep()
		od
	od
}

inline send(message) {
	inbox!message;
	atomic { if :: asleep -> asleep = false; wakes++ :: else fi }	/* conc_executor_notify */
}

active proctype sender() {
	byte seen;
	bool rested;

	inbox!0; inbox!1; inbox!2;
	role!true;
#if MESSAGES > 3
	send(4);
#endif
	do					/* executor_await */
	:: atomic { told = false; announced = true; rested = is_at_rest; seen = wakes };
		if
		:: rested && empty(inbox) -> atomic { rested = wakes == seen && is_at_rest }
		:: else -> rested = false
		fi;
		if
		:: rested -> break
		:: else -> told
		fi
	od;
	assert(handled[0] == MESSAGES - 1 && handled[1] == 1);
	over = true
}

active proctype monitor() {
end:	timeout;
	assert(over && !held && inside[0] == 0 && inside[1] == 0)
}
