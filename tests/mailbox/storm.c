// SPDX-License-Identifier: MIT
// Senders that only try, mailboxes with limits of all policies, actors that wait, send on, fail, begin again
// and are given up: every message is destroyed once, every asker is answered or told.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 12, SENDERS = 3, EACH = 150 };

static int made, gone, asked, answered, told;
static void count(int *what) { __atomic_fetch_add(what, 1, __ATOMIC_RELAXED); }
static unsigned next(unsigned *state) { return (*state = *state * 1103515245u + 12345u) >> 16; }

message job { char *text; };
message note { int n; };
message ask { future(int) *reply; };
destroy (job *self) { free(self->text); count(&gone); }

actor node { struct node *next; unsigned random; int jobs; };
receive (node *self, job *m)
{
	unsigned r = next(&self->random);
	self->jobs += m->text[0];
	if (r % 31 == 0) conc_sleep(20us);
	if (r % 23 == 0) return conc_fail(3);
	if (self->next && r % 3 == 0) (void)conc_try_send(self->next, m);
}
receive (node *self, ask *m) { *m->reply << self->jobs; }

static char *text(void)
{
	count(&made);
	return calloc(1, 8);
}

/* Never fail; the second one drops what is too much for it. */
actor drain { struct drain *next; int jobs; };
receive (drain *self, job *m)
{
	self->jobs += m->text[0];
	if (self->next) self->next | m;
}
static drain first, last;

receive (node *self, note *m)
{
	self->jobs += m->n;
	first | (job){ text() };
}

actor boss { int failures; };
receive (boss *self, conc_failure *m) { self->failures += !m->given_up; }

static node nodes[NODES];

static void send_by_reference(node *to)
{
	job *m = new job { text() };
	conc_set_disposition(m, Delete);
	if (!conc_try_send(to, m)) delete m;
}

static void send_by_value(node *to)
{
	conc_try_send(to, (note){ 3 });
}

static void send_ask(node *to)
{
	future(int) reply;
	int n;
	if (!conc_try_send(to, (ask){ &reply })) return;
	count(&asked);
	if ((n << reply)) count(&answered);
	else count(&told);
}

thread sender { unsigned random; };
void main(sender *self)
{
	for (int i = 0; i < EACH; i++) {
		node *to = &nodes[next(&self->random) % NODES];
		unsigned r = next(&self->random);
		if (r % 11 == 0) send_ask(to);
		else if (r % 2) send_by_reference(to);
		else send_by_value(to);
	}
}

static void set_up(node *n, boss *b, unsigned *random)
{
	struct conc_mailbox_config config = { 1 + next(random) % 4, (enum conc_mailbox_policy)(next(random) % 4) };
	struct conc_supervision rules = { .restarts = next(random) % 8, .backoff = 10us };

	n->random = next(random);
	n->next = next(random) % 2 ? &nodes[next(random) % NODES] : NULL;
	if (next(random) % 3) conc_mailbox_limit(n, &config);
	conc_supervise(n, b, &rules);
}

int main(void)
{
	unsigned random = 7;
	boss b;
	struct conc_mailbox_config narrow = { 2, CONC_MAILBOX_BLOCK }, lossy = { 3, CONC_MAILBOX_DROP_OLDEST };

	first.next = &last;
	conc_mailbox_limit(&first, &narrow);
	conc_mailbox_limit(&last, &lossy);
	conc_actors_start(NULL);
	for (int i = 0; i < NODES; i++) set_up(&nodes[i], &b, &random);
	{
		sender s[SENDERS] = { { 1 }, { 2 }, { 3 } };
	}
	conc_actors_stop();
	printf("%s\n", made == gone && made > SENDERS * EACH / 2 ? "all destroyed" : "not all destroyed");
	printf("%s\n", asked == answered + told && answered > 0 ? "all answered or told" : "not all told");
	printf("%s\n", b.failures > 0 ? "some failed" : "none failed");
}
