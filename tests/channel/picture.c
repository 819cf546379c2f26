// SPDX-License-Identifier: MIT
#include <conc.h>

struct pair { long a, b; };

static channel(int) numbers = {128};

thread filter { int prime; channel(int) *in; channel(int) out; };

void main(filter *self)
{
	int n;
	while (n << self->in)
		if (n % self->prime) self->out << n;
	conc_close(&self->out);
}

struct pair swapped(struct pair p);
int total(channel(struct pair) *pairs, channel(channel(int) *) *replies, int limit);

int total(channel(struct pair) *pairs, channel(channel(int) *) *replies, int limit)
{
	struct pair p = {0, 0};
	channel(int) reply = {1}, rendezvous;
	long sum = 0, wide;
	channel(int) *other;
	numbers << limit + 1;
	wide << numbers;
	pairs << p;
	pairs << swapped(p);
	p << pairs;
	replies << &reply;
	other << replies;
	other << (1 << 4);
	while (p << pairs && sum < limit) sum += p.a;
	if (!(wide << reply)) (void)(rendezvous << 1);
	bool ok = reply << (limit & 1);
	for (limit << reply; sum << numbers; numbers << limit) continue;
	if (!conc_try_send(pairs, p)) conc_shutdown(pairs);
	if (conc_try_send(&reply, limit) || conc_try_receive(&reply, &limit)) conc_flush(&reply, 0);
	return ok ? conc_receive(&reply) : (int)wide;
}
