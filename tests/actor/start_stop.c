// SPDX-License-Identifier: MIT
// Systems and executors begin and end many times, with every way to end: nobody joined, everybody ended himself, messages
// under way at the stop, behaviours that wait, threads that send.  start_stop [TIMES]
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

actor hop { hop *next; long hops; };
message jump { long left; };
message ask { future(long) *hops; };

receive (hop *self, jump *m)
{
	self->hops++;
	if (m->left-- == 0) return Nodelete;
	if (self->next) self->next | m;
	else self | m;
}

receive (hop *self, ask *m)
{
	*m->hops << self->hops;
	return Finished;
}

static void nobody(const struct conc_actors_config *how)
{
	conc_actors_start(how);
	conc_actors_stop();
}

static void under_way(const struct conc_actors_config *how)
{
	hop b = {}, a = { &b };
	conc_actors_start(how);
	a | (jump){ 3 } | (jump){ 0 };
	conc_actors_stop();
	conc_test_assert(a.hops == 2 && b.hops == 3);
}

static void ended(const struct conc_actors_config *how)
{
	hop *a = new hop {};
	future(long) hops = {};
	long n;
	conc_actors_start(how);
	a | (jump){ 0 } | (jump){ 0 } | (ask){ &hops };
	n << hops;
	conc_test_assert(n == 2);
	conc_actors_wait();
	conc_actors_stop();
	delete a;
}

static void send_one(hop *to) { to | (jump){ 1 }; }

static void from_threads(const struct conc_actors_config *how)
{
	hop a = {};
	conc_actors_start(how);
	{
		task(void) first = spawn send_one(&a), second = spawn send_one(&a);
	}
	conc_actors_stop();
	conc_test_assert(a.hops == 4);
}

static void in_an_executor(const struct conc_actors_config *how)
{
	conc_executor *e = conc_executor_new(how);
	hop b = {}, a = { &b };
	conc_executor_place(e, &a);
	conc_executor_place(e, &b);
	a | (jump){ 1 };
	conc_executor_stop(e);
	conc_test_assert(a.hops == 1 && b.hops == 1);
}

int main(int argc, char **argv)
{
	static void (*const ways[])(const struct conc_actors_config *) = { nobody, under_way, ended, from_threads, in_an_executor };
	long times = argc > 1 ? atol(argv[1]) : conc_test_seed() ? 6 : 200;
	for (long i = 0; i < times; i++) {
		struct conc_actors_config how = { .workers = (unsigned)(i / 5 % 4), .stealing = (enum conc_stealing)(i / 20 % 3) };
		ways[i % 5](&how);
	}
	puts("ok");
}
