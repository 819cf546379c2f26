/* SPDX-License-Identifier: MIT */
/* mailbox.c: what goes in comes out once, in the order in which each sender put it, or is dropped;
 * never more than the limit; senders that wait go on; whoever comes last frees the mailbox.
 *
 * Thread 0 is the actor, and its queue is a count of tokens. The others send LETTERS each.
 *
 * GenMC's annotation of loads, which only saves executions, does not come to an end here. */
// options: --disable-spin-assume --disable-load-annotation
// take: mailbox.c let_go mailbox_append unlink_behind unlink_oldest has_room mailbox_enter at_limit mailbox_attempt put_or_wait conc_mailbox_next conc_mailbox_end
// case: waits -DSENDERS=1 -DLETTERS=2 -DPOLICY=CONC_MAILBOX_BLOCK -DTAKES=2
// case: two_wait -DSENDERS=2 -DLETTERS=1 -DPOLICY=CONC_MAILBOX_BLOCK -DTAKES=2
// case: oldest -DSENDERS=1 -DLETTERS=2 -DPOLICY=CONC_MAILBOX_DROP_OLDEST -DTAKES=1
// case: two_oldest -DSENDERS=2 -DLETTERS=1 -DPOLICY=CONC_MAILBOX_DROP_OLDEST -DTAKES=1
// case: newest -DSENDERS=1 -DLETTERS=2 -DPOLICY=CONC_MAILBOX_DROP_NEWEST -DTAKES=1
// case: ends -DSENDERS=1 -DLETTERS=2 -DPOLICY=CONC_MAILBOX_BLOCK -DTAKES=0
// case: ends_later -DSENDERS=1 -DLETTERS=2 -DPOLICY=CONC_MAILBOX_BLOCK -DTAKES=1
// mutant: mailbox.c s/if (w) conc_waiter_complete(w, CONC_WAIT_DONE);//
// mutant: mailbox.c s/if (last) free(mb);/free(mb);/
// mutant: mailbox.c s/		mailbox_append(mb, w->slot);/;/
// mutant: mailbox.c s/	return unlink_behind(mb, previous);/	return mb->first;/
// mutant: mailbox.c s/	conc_waiters_complete_all(waiting, CONC_WAIT_AGAIN);/;/
// mutant: mailbox.c s/		mb->users++;/;/
#include "permit.h"

#include <mailbox.h>

static struct conc_mailbox *mailbox;
static int tokens;                 /* atomic */
static int puts[MODEL_THREADS][3]; /* plain: written by a sender, read by who handles it */
static int handled, lost;          /* atomic */
static int last[MODEL_THREADS];    /* the actor's: what it has had of each sender */
static bool has_ended;             /* atomic, relaxed: orders nothing */
static struct conc_envelope envelopes[MODEL_THREADS][3];
static const struct conc_abi_site site; /* of all of them */

static void seal(struct conc_envelope *envelope)
{
	(void)envelope;
}

/* No sender is the actor. */
static bool conc_delivery_is_of(const struct conc_actor *actor)
{
	(void)actor;
	return false;
}

static void conc_misuse_own_full(const struct conc_actor *actor, const struct conc_abi_site *site)
{
	(void)actor, (void)site;
}

static int sender_of(const struct conc_envelope *envelope)
{
	return (int)((envelope - envelopes[0]) / 3);
}

static bool mailbox_drop(struct conc_envelope *envelope)
{
	int sender = sender_of(envelope);

	assert(puts[sender][envelope - envelopes[sender]]++ == 1);
	add_relaxed(&lost, 1);
	return true;
}

void conc_unreceived_note(const struct conc_abi_site *site)
{
	(void)site;
}

#include <taken.c>

static void handle(struct conc_envelope *envelope)
{
	int sender = sender_of(envelope), n = (int)(envelope - envelopes[sender]);

	assert(puts[sender][n]++ == 1);
	assert(last[sender] <= n);
	last[sender] = n + 1;
	add_relaxed(&handled, 1);
}

/* A token: its behaviour, and its end. */
static void run_token(void)
{
	struct conc_envelope *envelope = conc_mailbox_next(mailbox);

	if (envelope) handle(envelope);
	else assert(load_relaxed(&has_ended));
	let_go(mailbox);
}

static void await_token(void)
{
	int seen;

	do {
		seen = load_acquire(&tokens);
		if (seen == 0) conc_relax(1);
	} while (seen == 0 || !cas_acquire(&tokens, &seen, seen - 1));
}

static void actor(void)
{
	for (int i = 0; i < TAKES; i++) {
		await_token();
		run_token();
	}
	if (TAKES == SENDERS * LETTERS || POLICY != CONC_MAILBOX_BLOCK) return;
	store_relaxed(&has_ended, true);
	conc_mailbox_end(mailbox);
}

static void send(int self, int n)
{
	struct conc_envelope *envelope = &envelopes[self][n], *out = NULL;
	enum conc_mailbox_verdict verdict;

	puts[self][n] = 1;
	envelope->record.site = (uintptr_t)&site;
	verdict = put_or_wait(mailbox, envelope, false, &out);
	assert(verdict != CONC_MAILBOX_FULL);
	if (out) mailbox_drop(out);
	if (verdict == CONC_MAILBOX_ENDED) add_relaxed(&lost, 1);
	if (verdict == CONC_MAILBOX_TOKEN) add_acq_rel(&tokens, 1);
}

static void *run(void *self)
{
	if (model_number() == 0) {
		actor();
		return self;
	}
	/* as in a program, an actor that may end is not sent to: it has ended when it has */
	for (int n = 0; n < LETTERS; n++)
		if (!load_relaxed(&has_ended)) send(model_number(), n);
		else add_relaxed(&lost, 1);
	return self;
}

int main(void)
{
	mailbox = malloc(sizeof(*mailbox));
	mailbox->guard = 0;
	mailbox->config.limit = 1;
	mailbox->config.policy = POLICY;
	mailbox->counts.queued = mailbox->counts.highest = 0;
	mailbox->counts.sent = mailbox->counts.received = mailbox->counts.dropped = 0;
	mailbox->counts.failed = mailbox->counts.blocked = 0;
	mailbox->first = mailbox->last = NULL;
	mailbox->users = 2; /* the test's own */
	mailbox->ended = false;
	model_run(1 + SENDERS, run);
	for (int i = tokens; i > 0; i--) run_token();
	assert(handled + lost == SENDERS * LETTERS);
	assert(mailbox->counts.highest <= 1);
	assert(!mailbox->first);
	if (!has_ended) conc_mailbox_end(mailbox);
	let_go(mailbox); /* the actor */
	assert(mailbox->users == 1 && !mailbox->guard);
	let_go(mailbox);
	return 0;
}
