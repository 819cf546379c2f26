// SPDX-License-Identifier: MIT
// class: actor
// A message by value has a pointer to the sender's array. The sender fills the array again after the send.
#include <conc.h>
#include <stdio.h>

actor mixer { long level; };
message samples { const short *of; int n; };

receive (mixer *self, samples *m)
{
	for (int i = 0; i < m->n; i++)
		self->level += m->of[i];	/* races */
}

int main(void)
{
	static mixer m;
	static short buffer[4];

	conc_actors_start(NULL);
	for (int round = 1; round <= 3; round++) {
		for (int i = 0; i < 4; i++)
			buffer[i] = round;	/* races */
		m | (samples){ buffer, 4 };
	}
	conc_actors_stop();
	printf("%s\n", m.level <= 36 ? "mixed" : "too loud");
}
