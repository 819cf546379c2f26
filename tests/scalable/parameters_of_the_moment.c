// SPDX-License-Identifier: MIT
// Each scalable message is handled with what the last ordinary one before it has set, whichever replica does it: replicas
// are exported afresh after each.
#include <conc.h>
#include <stdio.h>

actor scaler { long factor, sum; };
message set { long factor; };
message add { long n; };
message get { future(long) *reply; };

receive (scaler *self, set *m) { self->factor = m->factor; }
scalable receive (scaler *self, add *m) { self->sum += self->factor * m->n; }
receive (scaler *self, get *m) { *m->reply << self->sum; }
export (scaler *self, scaler *replica) { replica->factor = self->factor; }
import (scaler *self, scaler *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

int main(void)
{
	struct conc_scaling rules[] = { { .policy = CONC_SCALING_AGGRESSIVE }, { 0 }, { .policy = CONC_SCALING_NEVER } };
	for (int r = 0; r < 3; r++) {
		unsigned random = 1;
		long factor = 0, sum = 0, said;
		scaler s = {};
		conc_scaling_actor(&s, &rules[r]);
		conc_actors_start(NULL);
		for (int i = 0; i < 400; i++) {
			random = random * 1103515245 + 12345;
			unsigned choice = random >> 16;
			if (choice % 13 == 0) s | (set){ factor = choice % 7 };
			if (choice % 29 == 0) {
				future(long) f = {};
				s | (get){ &f };
				said << f;
				if (said != sum) printf("%ld, not %ld\n", said, sum);
			}
			s | (add){ i };
			sum += factor * i;
		}
		conc_actors_stop();
		printf("%ld, %ld\n", s.sum, sum - s.sum);
	}
}
