/* SPDX-License-Identifier: MIT */
/* The end of a thread as a protocol: the word `end` in libconc/src/kernel/thread.c (publish_end, end_contended,
 * register, unregister, detach). docs/protocols/park.md, "The end of a thread".
 *
 * The idea. One thread ends. WAITERS others register for that, and then wait to be told, or take themselves
 * out again (UNREGISTER: they may), or have only looked. With DETACH one lets go of the handle instead. Whoever
 * has seen the end with FREES frees the record, which nobody may touch any more.
 *
 * Every change of the word is a read-modify-write, but for the release by who has the lock bit, and none is followed
 * by a look at another word: there is no store buffer here (genmc/thread.c has the orders). */

// case: join -DWAITERS=2
// case: unregister -DWAITERS=2 -DUNREGISTER
// case: freed -DWAITERS=1 -DFREES
// case: detach -DWAITERS=0 -DDETACH
// mutant: join s/seen = word \& ~LOCK;		.*/seen = word;/
// mutant: join s/atomic { (word == seen) -> word = seen | LOCK };/word == seen -> word = seen | LOCK;/
// mutant: join s/atomic { (word == seen) -> word = ENDED };/word == seen -> word = ENDED;/
// mutant: join s/:: seen == ENDED -> break/:: false -> break/
// mutant: unregister s/word = seen \& ~(1 << me)/word = seen/
// mutant: unregister s/:: seen == ENDED -> told\[me\]/:: seen == ENDED/
// mutant: freed s/told\[i\] = true	.*/told[i] = true; touch()/
// mutant: detach s/:: seen == DETACHED -> free_record(); break/:: seen == DETACHED -> break/
// mutant: detach s/:: else -> free_record()	.*/:: else/
#define LOCK 4
#define ENDED 8
#define DETACHED 16

byte word;		/* waiters as bits, with LOCK; ENDED; DETACHED */
bool result;		/* what the thread leaves to who sees its end */
bool told[2], left[2];	/* left: the waiter is gone, who is told must not be */
byte freed, gone;	/* how often; how many of the others are done */

inline touch() { assert(freed == 0) }
inline free_record() { atomic { freed++; assert(freed == 1) } }

inline lock_waiters() {
	touch(); seen = word;
	do
	:: seen == ENDED -> break
	:: seen != ENDED && (seen & LOCK) -> touch(); seen = word	/* conc_backoff */
	:: seen != ENDED && !(seen & LOCK) ->
		touch();
		if
		:: atomic { (word == seen) -> word = seen | LOCK }; break
		:: atomic { (word != seen) -> seen = word }
		fi
	od
}

active proctype ending() {
	byte seen, i;

	result = true;
	touch();
	seen = word & ~LOCK;		/* never past the lock bit */
	do
	:: seen == DETACHED -> free_record(); break
	:: else ->
		touch();
		if
		:: atomic { (word == seen) -> word = ENDED };
			do
			:: i < WAITERS ->
				if
				:: seen & (1 << i) -> assert(!told[i] && !left[i]); told[i] = true	/* unpark: it may free the record */
				:: else
				fi;
				i++
			:: i >= WAITERS -> break
			od;
			break
		:: atomic { (word != seen) -> seen = word & ~LOCK }
		fi
	od
}

#if WAITERS > 0
active [WAITERS] proctype waiter() {
	byte seen, me;
	bool out;

	me = _pid - 1;
	lock_waiters();
	if
	:: seen == ENDED
	:: else ->
		touch(); word = seen | (1 << me);	/* store_release: registers, and unlocks */
		if
		:: told[me]
#ifdef UNREGISTER
		:: true ->
			lock_waiters();
			if
			:: seen == ENDED -> told[me]	/* it is being told */
			:: else ->
				assert(seen & (1 << me));
				out = true;
				touch(); word = seen & ~(1 << me)	/* and unlocks */
			fi
#endif
		fi
	fi;
	assert(out || result);
#ifdef FREES
	free_record();
#endif
	left[me] = true;
	gone++
}
#endif

#ifdef DETACH
active proctype detacher() {
	touch();
	if
	:: atomic { (word == 0) -> word = DETACHED }
	:: else -> free_record()	/* it has ended */
	fi;
	gone++
}
#endif

active proctype monitor() {
end:	timeout;
#ifdef DETACH
	assert(freed == 1 && gone == 1)
#else
	assert(word == ENDED && gone == WAITERS)
#endif
}
