/* SPDX-License-Identifier: MIT */
/* The exclusive-or selection of a statement as a protocol: docs/protocols/waiting.md and waituntil.md,
 * libconc/src/kernel/waiting.c and waituntil.c, over rendezvous. docs/protocols/models.md says what is modelled
 * and what is not.
 *
 * The idea. Two resources, each a guard and a FIFO; an operation needs a partner of the other mode
 * that is in the FIFO. Statement 0 receives from A and B, in this order; statement 1, where there is
 * one, sends to B and A. Plain senders have one waiter each and no selection. A statement runs ROUNDS
 * times; with AND both its clauses have to take effect, and what is queued stays queued while a block
 * runs. With DEADLINE=s statement s may give up at any time while it waits, and then begins anew, or with
 * GIVES_UP does not.
 *
 * Waiters: 0, 1 are the clauses of statement 0 on A, B; 2, 3 those of statement 1; 4, 5 the plain
 * senders on A, B. The selection word: CLOSED, OPEN, PENDING, or CLAIMED + waiter. */

// case: opposite -DSECOND
// case: rounds -DSECOND -DROUNDS=2
// case: deadline -DSECOND -DDEADLINE=0
// case: plain -DPLAIN=1
// case: both -DSECOND -DPLAIN=1 -DROUNDS=2
// case: and -DPLAIN=2 -DAND
// case: and_deadline -DPLAIN=2 -DAND -DDEADLINE=0
// case: and_opposite -DSECOND -DAND
// case: gives_up -DSECOND -DPLAIN=1 -DDEADLINE=1 -DGIVES_UP
// case: and_both -DSECOND -DPLAIN=1 -DAND -DROUNDS=2
// mutant: gives_up s/selection_move(low, PENDING, ok);/selection_move(low, CLAIMED + low_waiter, ok);/
// mutant: gives_up s/pending -> (selection\[s\] != PENDING); again = true/pending -> skip/
// mutant: rounds s/delist(1 - k);/skip;/
// mutant: deadline s/:: atomic { selection\[s\] == OPEN -> selection\[s\] = CLOSED; gone = true }; break/:: selection[s] == OPEN -> selection[s] = CLOSED; gone = true; break/
// mutant: deadline s/:: selection\[s\] >= CLAIMED -> .*/:: selection[s] >= CLAIMED -> gone = true; break/
// mutant: deadline s/:: selection\[s\] == PENDING -> (selection\[s\] != PENDING)/:: selection[s] == PENDING -> selection[s] = CLOSED; gone = true; break/
// mutant: plain s/selection_move(other\/2, CLAIMED + other, ok);/ok = true;/
// mutant: and s/selection\[mine \/ 2\] >= CLAIMED/false/
// mutant: and s/if :: !ran\[mine - 2 \* s\] -> enlist(mine)/if :: !ran[mine - 2 * s] \&\& !queued[mine] -> enlist(mine)/
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef PLAIN
#define PLAIN 0
#endif
#define CLOSED 0
#define OPEN 1
#define PENDING 2
#define CLAIMED 3
#define NOBODY 15
#define BOTH 0
#define MINE_GONE 1
#define OTHER_GONE 2
#define SENDS(w) ((w) >= 2)
#define RESOURCE(w) ((w) % 2)	/* which resource waiter w is for */

typedef fifo { byte at[4]; byte n };

byte selection[2] = CLOSED;
bool guard[2];
fifo queue[2];
bool queued[6];
byte effects[6];		/* operations that took effect, by waiter */
byte permits[4];		/* of statement 0, 1, plain sender 0, 1 */
byte done_rounds[2];
bool sent[2];			/* plain senders */

inline enter(r) { atomic { !guard[r] -> guard[r] = true } }
inline leave_guard(r) { guard[r] = false }

inline append(r, w) { d_step { queue[r].at[queue[r].n] = w; queue[r].n++; queued[w] = true } }
inline remove(r, w) {
	d_step {
		i = 0;
		do :: queue[r].at[i] != w -> i++ :: else -> break od;
		do
		:: i + 1 < queue[r].n -> queue[r].at[i] = queue[r].at[i + 1]; i++
		:: else -> break
		od;
		queue[r].n--; queue[r].at[queue[r].n] = 0;
		queued[w] = false; i = 0
	}
}

inline unpark(w) {
	if
	:: w < 4 -> d_step { assert(permits[w / 2] == 0); permits[w / 2]++ }
	:: else -> d_step { assert(permits[w - 2] == 0); permits[w - 2]++ }
	fi
}

/* ---- waiting.c: selection_move ---- */
inline selection_move(s, to, ok) {
	again = true;
	do
	:: !again -> break
	:: again ->
		again = false;
		atomic {			/* cas_acq_rel, and what it has seen */
			if
			:: selection[s] == OPEN -> selection[s] = to; ok = true; pending = false
			:: else -> ok = false; pending = selection[s] == PENDING
			fi
		};
		if
		:: pending -> (selection[s] != PENDING); again = true	/* pause_for_pair */
		:: else
		fi
	od
}

/* ---- waiting.c: conc_waiter_claim_pair; other is in the FIFO ---- */
inline claim_pair(mine, other) {
	if
	:: mine >= 4 && other < 4 ->
		selection_move(other/2, CLAIMED + other, ok);
		if :: ok -> how = BOTH :: else -> how = OTHER_GONE fi
	:: mine < 4 && other >= 4 ->
		selection_move(mine/2, CLAIMED + mine, ok);
		if :: ok -> how = BOTH :: else -> how = MINE_GONE fi
	:: else ->			/* claim_two: the words in order */
		low_is_mine = mine < other;
		low = (low_is_mine -> mine : other) / 2;
		low_waiter = (low_is_mine -> mine : other);
		high_waiter = (low_is_mine -> other : mine);
		selection_move(low, PENDING, ok);
		if
		:: !ok ->
			if :: low_is_mine -> how = MINE_GONE :: else -> how = OTHER_GONE fi
		:: else ->
			selection_move(1 - low, CLAIMED + high_waiter, ok);
			if			/* conc_selection_resolve */
			:: ok -> selection[low] = CLAIMED + low_waiter; how = BOTH
			:: else ->
				selection[low] = OPEN;
				if :: low_is_mine -> how = OTHER_GONE :: else -> how = MINE_GONE fi
			fi
		fi
	fi
}

/* Inside the guard: looks for a partner of mine; done: both operations have taken effect, and other
 * is to be unparked; gone: a partner has claimed another clause of mine's statement. */
inline look(mine) {
	done = false; gone = false; n = 0;
	do
	:: done || gone || n >= queue[RESOURCE(mine)].n -> break
	:: else ->
		other = queue[RESOURCE(mine)].at[n];
		if
		:: SENDS(other) == SENDS(mine) -> n++
		:: else ->
			claim_pair(mine, other);
			if
			:: how == BOTH ->
				effects[mine]++; effects[other]++;
				remove(RESOURCE(mine), other);
				done = true
			:: how == MINE_GONE -> gone = true
			:: how == OTHER_GONE -> n++
			fi
		fi
	od;
	n = 0
}

/* ---- waituntil.c: waituntil_enlist ---- */
inline enlist(mine) {
	enter(RESOURCE(mine));
	if
	:: queued[mine] ->
		look(mine);
		if :: done -> remove(RESOURCE(mine), mine) :: else fi
	:: else ->
		look(mine);
		if			/* conc_waiters_enlist: a partner may have it already */
		:: !done && !gone && mine < 4 && selection[mine / 2] >= CLAIMED -> gone = true
		:: !done && !gone && !(mine < 4 && selection[mine / 2] >= CLAIMED) ->
			append(RESOURCE(mine), mine)
		:: else
		fi
	fi;
	leave_guard(RESOURCE(mine));
	if :: done -> unpark(other) :: else fi
}

inline delist(clause) {
	mine = 2 * s + RESOURCE(clause);
	enter(RESOURCE(mine));
	if :: queued[mine] -> remove(RESOURCE(mine), mine) :: else fi;
	leave_guard(RESOURCE(mine))
}

/* waiting.c: conc_selection_wait. gone: the deadline has passed first. */
inline wait_race() {
	gone = false;
end_waiting:
	if
	:: atomic { permits[s] -> permits[s]-- }
#ifdef DEADLINE
	:: s == DEADLINE ->		/* the timer: conc_selection_close */
		do
		:: atomic { selection[s] == OPEN -> selection[s] = CLOSED; gone = true }; break
		:: selection[s] == PENDING -> (selection[s] != PENDING)
		:: selection[s] >= CLAIMED -> atomic { permits[s] -> permits[s]-- }; break
		od
#endif
	fi
}

/* ---- waituntil.c: a statement ---- */
proctype statement(byte s; byte first) {
	byte i, n, k, other, mine, how, low, low_waiter, high_waiter, had;
	bool done, gone, ok, again, pending, low_is_mine, ran[2];

	do
	:: done_rounds[s] == ROUNDS -> break
	:: else ->
		had = effects[2 * s] + effects[2 * s + 1];
		selection[s] = OPEN;				/* conc_selection_open */
		k = 0; done = false; gone = false;
		do
		:: k == 2 || done || gone -> break
		:: else ->
			mine = 2 * s + (k == 0 -> first : 1 - first);
			if :: !ran[mine - 2 * s] -> enlist(mine) :: else fi;
			k++
		od;
		if
		:: done -> skip
		:: else -> wait_race()
		:: gone -> permits[s] > 0; permits[s]--; gone = false
		fi;
		if
		:: !done && gone -> mine = NOBODY
		:: else -> mine = selection[s] - CLAIMED
		fi;
		if
		:: mine == NOBODY ->			/* no effect without a claim */
			assert(effects[2 * s] + effects[2 * s + 1] == had);
			assert(selection[s] == CLOSED)
		:: else ->
			assert(mine / 2 == s && !queued[mine] && !ran[mine - 2 * s]);
			assert(effects[2 * s] + effects[2 * s + 1] == had + 1);
			ran[mine - 2 * s] = true;
			skip;				/* the block: nothing may happen to the statement */
			assert(effects[2 * s] + effects[2 * s + 1] == had + 1)
		fi;
#ifdef AND
		if
		:: !(ran[0] && ran[1]) -> goto next
		:: else
		fi;
#else
		if :: mine == NOBODY -> k = first :: else -> k = RESOURCE(mine) fi;
		delist(1 - k);
		if
#ifdef GIVES_UP
		:: !ran[0] && !ran[1] -> delist(k)
#else
		:: !ran[0] && !ran[1] -> delist(k); goto next
#endif
		:: else
		fi;
#endif
		assert(!queued[2 * s] && !queued[2 * s + 1]);	/* nobody knows it any more */
		ran[0] = false; ran[1] = false;
		done_rounds[s]++;
next:		skip
	od
}

proctype plain(byte p) {
	byte i, n, other, mine, how, low, low_waiter, high_waiter;
	bool done, gone, ok, again, pending, low_is_mine;

	mine = 4 + p;
	enlist(mine);
	if
	:: done
	:: else ->
end_waiting:	permits[2 + p] > 0; permits[2 + p]--
	fi;
	assert(effects[4 + p] == 1);
	sent[p] = true
}

#ifdef SECOND
#define SECONDS ROUNDS
#else
#define SECONDS 0
#endif

init {
	atomic {
		run statement(0, 0);
#ifdef SECOND
		run statement(1, 1);
#endif
#if PLAIN > 0
		run plain(0);
#endif
#if PLAIN > 1
		run plain(1);
#endif
	}
}

#define RECEIVED (effects[0] + effects[1])
#define SENT (effects[2] + effects[3] + effects[4] + effects[5])

active proctype monitor() {
end:	timeout;
	/* each receive has its send, on the same resource */
	assert(effects[0] == effects[2] + effects[4] && effects[1] == effects[3] + effects[5]);
	/* whoever still waits has nobody to pair with: the receiver is done, or all senders are */
	assert(done_rounds[0] == ROUNDS || (done_rounds[1] == SECONDS && sent[0] + sent[1] == PLAIN));
	assert(!guard[0] && !guard[1])
}
