// SPDX-License-Identifier: MIT
// Savina's SleepingBarber: customers come to a waiting room with W seats; who finds it full comes again. The barber sleeps
// when nobody waits.  sleeping_barber [CUSTOMERS [W]]
#include <conc.h>
#include <stdio.h>
#include "size.h"

enum { MOST_SEATS = 100 };

actor factory;
actor room;
actor customer { factory *from; long number; bool sits; };
actor barber { room *at; long cuts, naps; };
actor room { barber *with; customer *seats[MOST_SEATS]; int first, waiting, size; bool asleep, closing; long turned_away; };
actor factory { room *to; long left, returned; };

message enter { customer *who; };
message full {};
message start_cut {};
message end_cut {};
message next {};
message nobody {};
message returned { customer *who; };
message done {};
message closing {};

receive (factory *self, returned *m);
receive (factory *self, done *m);
receive (room *self, next *m);

receive (customer *self, full *m)
{
	(void)m;
	self->from | (returned){ self };
}

receive (customer *self, start_cut *m)
{
	(void)m;
	conc_test_assert(!self->sits);
	self->sits = true;
}

receive (customer *self, end_cut *m)
{
	(void)m;
	conc_test_assert(self->sits);
	self->from | (done){};
	return Delete;
}

receive (barber *self, enter *m)
{
	m->who | (start_cut){};
	self->cuts++;
	conc_yield();	// scissors
	m->who | (end_cut){};
	self->at | (next){};
}

receive (barber *self, nobody *m)
{
	(void)m;
	self->naps++;
}

receive (room *self, enter *m)
{
	if (self->waiting == self->size) {
		self->turned_away++;
		m->who | (full){};
		return Nodelete;
	}
	self->seats[(self->first + self->waiting++) % self->size] = m->who;
	if (!self->asleep) return Nodelete;
	self->asleep = false;
	self | (next){};
}

receive (room *self, next *m)
{
	(void)m;
	if (self->waiting) {
		self->with | (enter){ self->seats[self->first] };
		self->first = (self->first + 1) % self->size;
		self->waiting--;
		return Nodelete;
	}
	self->asleep = true;
	self->with | (nobody){};
	if (!self->closing) return Nodelete;
	self->with | finished_message;
	return Finished;
}

receive (room *self, closing *m)
{
	(void)m;
	self->closing = true;
	conc_test_assert(self->waiting == 0);
	if (!self->asleep) return Nodelete;
	self->with | finished_message;
	return Finished;
}

receive (factory *self, returned *m)
{
	self->returned++;
	self->to | (enter){ m->who };
}

receive (factory *self, done *m)
{
	(void)m;
	if (--self->left) return Nodelete;
	self->to | (closing){};
	return Finished;
}

int main(int argc, char **argv)
{
	long customers = size_of_run(argc, argv, 1, 500, 6);
	int seats = (int)size_of_run(argc, argv, 2, 20, 2);
	barber b = {};
	room r = { .with = &b, .size = seats, .asleep = true };
	factory f = { &r, customers };
	b.at = &r;
	conc_actors_start(NULL);
	for (long i = 0; i < customers; i++) r | (enter){ new customer { &f, i } };
	conc_actors_wait();
	conc_actors_stop();
	conc_test_assert(b.cuts == customers && f.left == 0 && f.returned == r.turned_away && r.waiting == 0);
	puts("ok");
}
