// SPDX-License-Identifier: MIT
// Savina's LogisticMap: S series, each x' = r x (1 - x); one actor per rate knows r. A series asks its rate for the next
// term, T times: by message and answer, or by a future for which its behaviour waits; each way on an executor of its own.
//     logistic_map [T [S]]
#include <conc.h>
#include <stdio.h>
#include "size.h"

actor series;
message term { double x; };
message compute { double x; series *by; };
message ask { double x; future(double) *reply; };
message advance {};
message done {};

actor rate { double r; int users; };
actor series { rate *of; double x; long left; };
actor asking { inline series; };	// one that waits

receive (series *self, term *m);

static double next_term(double r, double x) { return r * x * (1 - x); }

receive (rate *self, compute *m) { m->by | (term){ next_term(self->r, m->x) }; }

receive (rate *self, ask *m) { *m->reply << next_term(self->r, m->x); }

receive (rate *self, done *m)
{
	(void)m;
	if (--self->users == 0) return Finished;
}

static conc_disposition end_of(series *self)
{
	self->of | (done){};
	return CONC_FINISHED;
}

receive (series *self, advance *m)
{
	(void)m;
	self->of | (compute){ self->x, self };
}

receive (series *self, term *m)
{
	self->x = m->x;
	if (--self->left == 0) return end_of(self);
	self->of | (compute){ self->x, self };
}

receive (asking *self, advance *m)
{
	future(double) reply = {};
	*self->of | (ask){ self->x, &reply };
	self->x << reply;
	if (--self->left == 0) return end_of(self);
	self | m;
}

static double rate_of(long i) { return 3.4 + 0.02 * (double)(i % 25); }

static double expected(long i, long terms)
{
	double x = 0.3;
	while (terms--) x = next_term(rate_of(i), x);
	return x;
}

int main(int argc, char **argv)
{
	long terms = size_of_run(argc, argv, 1, 200, 5), n = size_of_run(argc, argv, 2, 10, 3);
	rate *rates = new rate[n] {};
	series *by_message = new series[n] {};
	asking *by_future = new asking[n] {};
	conc_executor *one = conc_executor_new(NULL), *other = conc_executor_new(&(struct conc_actors_config){ .workers = 1 });
	for (long i = 0; i < n; i++) {
		rates[i].r = rate_of(i);
		rates[i].users = 2;
		by_message[i].of = by_future[i].of = &rates[i];
		by_message[i].x = by_future[i].x = 0.3;
		by_message[i].left = by_future[i].left = terms;
		conc_executor_place(i % 2 ? one : other, &rates[i]);
		conc_executor_place(one, &by_message[i]);
		conc_executor_place(other, &by_future[i]);
		by_message[i] | (advance){};
		by_future[i] | (advance){};
	}
	conc_executor_wait(one);
	conc_executor_wait(other);
	conc_executor_stop(one);
	conc_executor_stop(other);
	for (long i = 0; i < n; i++) {
		conc_test_assert(by_message[i].left == 0 && by_message[i].x == expected(i, terms));
		conc_test_assert(by_future[i].left == 0 && by_future[i].x == expected(i, terms));
	}
	puts("ok");
	delete by_future;
	delete by_message;
	delete rates;
}
