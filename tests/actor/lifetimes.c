// SPDX-License-Identifier: MIT
// Actors and messages come and go in every way, from several threads at once, while behaviours and destructors wait: what was
// sent before an end is handled, everything is destroyed exactly once, nothing is touched after it was freed (which is for
// the address sanitizer to see). The other half is what is sent behind an end: it is thrown away and whoever asked is told.
//     lifetimes [SEED [ROUNDS]]: under seeded schedules the schedule's seed is SEED
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { HOSTS = 4, THREADS = 3 };
enum way_out { BY_DELETE, BY_DESTROY, BY_FINISHED, STAYS };

static struct books {
	long guests, guests_destroyed, bills, bills_destroyed, letters, letters_destroyed, notes, notes_handled, asks, asks_told;
} books;

#define COUNT(what) __atomic_add_fetch(&books.what, 1, __ATOMIC_RELAXED)

actor host { long asked; };
actor guest { host *hosts; unsigned row; bool destroyed; };

message ask { int value; future(int) *reply; };
message note { bool wait; };
message bill { long number; bool destroyed; };	// by reference, with Delete, to several
message letter { char *text; };	// by value, with a destructor, sent on once
message leave { enum way_out how; };

static unsigned next_random(unsigned *row)
{
	*row = *row * 1664525u + 1013904223u;
	return *row >> 8;
}

receive (host *self, ask *m)
{
	self->asked++;
	*m->reply << m->value;
}

static void wait_somehow(host *hosts, unsigned *row)
{
	future(int) reply = {};
	int value = (int)(next_random(row) % 1000), answer;
	switch (next_random(row) % 5) {
	case 0: conc_yield(); break;
	case 1: conc_sleep(5us); break;
	case 2:
		hosts[next_random(row) % HOSTS] | (ask){ value, &reply };
		answer << reply;
		conc_test_assert(answer == value);
		break;
	default: break;
	}
}

destroy (guest *self)
{
	conc_test_assert(!self->destroyed);
	self->destroyed = true;
	wait_somehow(self->hosts, &self->row);
	COUNT(guests_destroyed);
}

destroy (bill *m)
{
	conc_test_assert(!m->destroyed);
	m->destroyed = true;
	if (m->number % 3 == 0) conc_yield();
	COUNT(bills_destroyed);
}

destroy (letter *m)
{
	free(m->text);
	COUNT(letters_destroyed);
}

receive (host *self, bill *m)
{
	conc_test_assert(!m->destroyed);
	self->asked++;
}

receive (host *self, letter *m)
{
	conc_test_assert(m->text[0] == 'x');
	self->asked++;
}

receive (guest *self, note *m)
{
	conc_test_assert(!self->destroyed);
	if (m->wait) wait_somehow(self->hosts, &self->row);
	COUNT(notes_handled);
}

receive (guest *self, bill *m)
{
	conc_test_assert(!self->destroyed && !m->destroyed);
	wait_somehow(self->hosts, &self->row);
	if (next_random(&self->row) % 2) self->hosts[next_random(&self->row) % HOSTS] | m;
}

receive (guest *self, letter *m)
{
	conc_test_assert(m->text[0] == 'x');
	wait_somehow(self->hosts, &self->row);
	if (next_random(&self->row) % 2) self->hosts[next_random(&self->row) % HOSTS] | m;
}

receive (guest *self, ask *m) { *m->reply << (self->destroyed ? -1 : m->value); }

receive (guest *self, leave *m)
{
	wait_somehow(self->hosts, &self->row);
	switch (m->how) {
	case BY_DELETE: return Delete;
	case BY_DESTROY: return Destroy;
	case BY_FINISHED: return Finished;
	default: return Nodelete;
	}
}

static void send_bill(guest *to, guest *other, host *hosts, unsigned *row)
{
	bill *m = new bill { COUNT(bills) };
	conc_set_disposition(m, Delete);
	if (next_random(row) % 2) to | m;
	else if (other) other | m;
	else hosts[next_random(row) % HOSTS] | m;
}

static void send_some(guest *to, guest *other, host *hosts, unsigned *row)
{
	for (unsigned n = next_random(row) % 4; n > 0; n--) {
		switch (next_random(row) % 4) {
		case 0: send_bill(to, other, hosts, row); break;
		case 1: {
			char *text = malloc(8);
			text[0] = 'x';
			COUNT(letters);
			to | (letter){ text };
			break;
		}
		default:
			COUNT(notes);
			to | (note){ next_random(row) % 2 };
		}
	}
}

// Behind the end, if that has not come yet: the answer, or that there will be none.
static void ask_too_late(guest *to)
{
	future(int) reply = {};
	int answer;
	COUNT(asks);
	ask m = { 7, &reply };
	if (!conc_try_send(to, m)) {
		COUNT(asks_told);
		return;
	}
	if (answer << reply) conc_test_assert(answer == 7);
	COUNT(asks_told);
}

static guest *make(host *hosts, unsigned *row)
{
	COUNT(guests);
	return new guest { .hosts = hosts, .row = next_random(row) };
}

static void one_life(host *hosts, unsigned *row)
{
	guest *g = make(hosts, row);
	send_some(g, NULL, hosts, row);
	switch (next_random(row) % 7) {
	case 0: g | (leave){ BY_DELETE }; return;
	case 1: g | delete_message; return;
	case 2: g | (leave){ STAYS }; break;
	case 3: g | (leave){ BY_FINISHED }; ask_too_late(g); break;
	case 4: g | (leave){ BY_DESTROY }; ask_too_late(g); break;
	case 5: g | finished_message; break;
	default: break;
	}
	delete g;
}

static void a_scope(host *hosts, unsigned *row)
{
	guest g[2] = { { .hosts = hosts, .row = next_random(row) }, { .hosts = hosts, .row = next_random(row) } };
	COUNT(guests);
	COUNT(guests);
	send_some(&g[0], &g[1], hosts, row);
	send_some(&g[1], &g[0], hosts, row);
	if (next_random(row) % 2) g[next_random(row) % 2] | (leave){ (enum way_out)(BY_DESTROY + next_random(row) % 3) };
}

static void an_array(host *hosts, unsigned *row)
{
	guest *g = new guest[3] {};
	for (int i = 0; i < 3; i++) {
		COUNT(guests);
		g[i].hosts = hosts, g[i].row = next_random(row);
	}
	for (int i = 0; i < 3; i++) send_some(&g[i], &g[(i + 1) % 3], hosts, row);
	delete g;
}

static void live(host *hosts, unsigned row, int times)
{
	while (times--) {
		switch (next_random(&row) % 4) {
		case 0: a_scope(hosts, &row); break;
		case 1: an_array(hosts, &row); break;
		default: one_life(hosts, &row); break;
		}
	}
}

static void play(unsigned row, int times)
{
	host hosts[HOSTS];
	struct conc_actors_config how = { .workers = 1 + next_random(&row) % 4, .batch = next_random(&row) % 5 };
	how.queues = how.workers + next_random(&row) % 8;
	books = (struct books){ 0 };
	conc_actors_start(&how);
	{
		task(void) t[THREADS];
		for (int i = 0; i < THREADS; i++) t[i] = spawn live(hosts, next_random(&row), times);
		live(hosts, next_random(&row), times);
	}
	conc_actors_stop();
	conc_test_assert(books.guests == books.guests_destroyed);
	conc_test_assert(books.bills == books.bills_destroyed);
	conc_test_assert(books.letters == books.letters_destroyed);
	conc_test_assert(books.notes == books.notes_handled);
	conc_test_assert(books.asks == books.asks_told);
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned)atol(argv[1]) : (unsigned)conc_test_seed();
	int rounds = argc > 2 ? atoi(argv[2]) : seed ? 1 : 10;
	for (int i = 0; i < rounds; i++) play(seed + (unsigned)i, conc_test_seed() ? 3 : 100);
	puts("ok");
}
