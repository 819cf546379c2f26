// SPDX-License-Identifier: MIT
// Systems that are begun and stopped again and again, in each a static actor and an automatic one; executors as objects
// beside them. What an actor has stays with it when it has ended.
#include <conc.h>
#include <stdio.h>

actor adder { long sum; };
message add { long n; };
message get { future(long) *reply; };
scalable receive (adder *self, add *m) { self->sum += m->n; }
receive (adder *self, get *m) { *m->reply << self->sum; }
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

int main(void)
{
	static adder lasting[60];
	struct conc_actors_config config = { .workers = 2, .queues = 4, .scaling = { .policy = CONC_SCALING_AGGRESSIVE } };
	for (int round = 0; round < 60; round++) {
		conc_actors_start(round % 2 ? &config : NULL);
		adder passing = {};
		for (int i = 0; i < round; i++) {
			lasting[round] | (add){ i };
			passing | (add){ i };
		}
		conc_actors_stop();
		if (passing.sum != round * (round - 1L) / 2) printf("%ld in round %d\n", passing.sum, round);
	}
	long all = 0;
	for (int round = 0; round < 60; round++) all += lasting[round].sum;
	printf("%ld\n", all);

	conc_executor *one = conc_executor_new(&config), *two = conc_executor_new(NULL);
	adder placed[6] = {};
	for (int i = 0; i < 6; i++) conc_executor_place(i % 2 ? one : two, &placed[i]);
	for (int i = 0; i < 300; i++) placed[i % 6] | (add){ i };
	long sum = 0, n;
	for (int i = 0; i < 6; i++) {
		future(long) reply = {};
		placed[i] | (get){ &reply };
		n << reply;
		sum += n;
	}
	for (int i = 0; i < 600; i++) placed[i % 6] | (add){ 1 };
	conc_executor_stop(one);
	conc_executor_stop(two);
	for (int i = 0; i < 6; i++) sum -= placed[i].sum;
	printf("%ld\n", sum);
}
