// SPDX-License-Identifier: MIT
// Incremental imports, through trees of all shapes: everything arrives once, also what is on its way when an ordinary message
// comes.
#include <conc.h>
#include <stdio.h>

enum { N = 1500 };

actor adder { long sum, *live; unsigned char seen[N]; };
message add { int n; };
message get { future(long) *reply; };
scalable receive (adder *self, add *m)
{
	for (volatile int i = 0; i < 100; i++) { }
	self->sum += m->n;
	self->seen[m->n]++;
}
receive (adder *self, get *m)
{
	long wrong = 0;
	for (int i = 0; i < N; i++) wrong += self->seen[i] > 1;
	*m->reply << (wrong ? -1 : self->sum);
}
export (adder *self, adder *replica) { replica->live = self->live; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
	for (int i = 0; i < N; i++) self->seen[i] = (unsigned char)(self->seen[i] + replica->seen[i]), replica->seen[i] = 0;
	if (!conc_is_replica(self)) __atomic_store_n(self->live, self->sum, __ATOMIC_RELAXED);
}

int main(void)
{
	long live = 0, n;
	for (unsigned fan = 1; fan <= 4; fan++)
		for (unsigned replicas = 1; replicas <= 7; replicas += 3) {
			adder a = { .live = &live };
			conc_scaling_actor(&a, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = replicas,
				.interval = 20us * fan, .retry = replicas == 1 ? 0 : 2us, .fan = fan });
			conc_actors_start(NULL);
			for (int i = 0; i < N; i++) {
				a | (add){ i };
				if (i != N / 2) continue;
				future(long) reply = {};
				a | (get){ &reply };
				n << reply;
				if (n != (N / 2) * (N / 2 + 1L) / 2) printf("%ld half way\n", n);
			}
			conc_actors_stop();
			long wrong = 0;
			for (int i = 0; i < N; i++) wrong += a.seen[i] != 1;
			if (a.sum != N * (N - 1L) / 2 || wrong) printf("%ld, %ld wrong, fan %u, %u replicas\n", a.sum, wrong, fan, replicas);
		}
	printf("%d\n", live <= N * (N - 1) / 2);
}
