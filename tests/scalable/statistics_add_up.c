// SPDX-License-Identifier: MIT
// What is counted: every scalable message once, every replica merged once, splits as often as collapses, limits kept, nothing
// where the policy is never; the actor's numbers are the system's if it has no other.
#include <conc.h>
#include <stdio.h>
#include <string.h>

enum { N = 2000, ROUNDS = 5 };

actor adder { long sum; };
message add { long n; };
message get { future(long) *reply; };
scalable receive (adder *self, add *m)
{
	for (volatile int i = 0; i < 200; i++) { }
	self->sum += m->n;
}
receive (adder *self, get *m) { *m->reply << self->sum; }
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

static void run(const char *name, struct conc_scaling rules, bool always)
{
	struct conc_scaling_statistics s, zero = { 0 };
	struct conc_actors_statistics all;
	long n = 0;
	adder a = {}, other = {};
	bool good = !conc_scaling_statistics(&a, &s);	// it has not joined
	conc_scaling_actor(&a, &rules);
	conc_actors_start(NULL);
	for (int r = 0; r < ROUNDS; r++) {
		for (int i = 0; i < N; i++) a | (add){ 1 };
		future(long) reply = {};
		a | (get){ &reply };
		n << reply;
	}
	good &= n == N * ROUNDS && conc_scaling_statistics(&a, &s);
	good &= s.calls + s.inline_calls == (uint64_t)n && s.splits == s.collapses && s.merges == s.replicas;
	good &= s.remote_calls == 0 && s.most <= (rules.replicas ? rules.replicas : conc_processors(0));
	good &= s.replicas >= s.most && s.replicas >= s.splits && (s.calls == 0 || s.replicas > 0);
	good &= rules.interval || (s.incremental == 0 && s.refused == 0);
	if (rules.policy == CONC_SCALING_NEVER) {
		good &= s.inline_calls == (uint64_t)n;
		zero.inline_calls = s.inline_calls, zero.working = s.working, zero.waiting = s.waiting;
		good &= memcmp(&s, &zero, sizeof s) == 0;
	}
	if (always && (rules.replicas || conc_processors(0) > 1)) good &= s.splits > 0 && s.working > 0 && s.most > 0;
	conc_actors_stop();
	conc_actors_statistics(&all);
	good &= all.scaling.calls == s.calls && all.scaling.replicas == s.replicas && all.scaling.splits == s.splits;
	good &= !conc_scaling_statistics(&other, &zero);
	printf("%s: %s\n", name, good ? "good" : "bad");
	if (!good)
		fprintf(stderr, "splits %ld replicas %ld most %ld merges %ld incremental %ld refused %ld collapses %ld calls %ld inline %ld\n",
		        (long)s.splits, (long)s.replicas, (long)s.most, (long)s.merges, (long)s.incremental, (long)s.refused,
		        (long)s.collapses, (long)s.calls, (long)s.inline_calls);
}

int main(void)
{
	run("adaptive", (struct conc_scaling){ 0 }, false);
	run("aggressive", (struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE }, true);
	run("never", (struct conc_scaling){ .policy = CONC_SCALING_NEVER }, false);
	run("one replica", (struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 1 }, true);
	run("many", (struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 7 }, true);
	run("no linger", (struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .linger = 1ns }, true);
	run("no flow", (struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .flow = 1ns }, true);
	run("incremental", (struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 4, .interval = 10us, .retry = 1us }, true);
	run("a chain", (struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 4, .interval = 1ns, .fan = 1 }, true);
}
