// SPDX-License-Identifier: MIT
// class: actor
// A message owns its samples: the sender makes them new, and the destroy of the message frees them.
#include <conc.h>
#include <stdio.h>

typedef short sample;
actor mixer { long level; };
message samples { sample *of; int n; };

destroy (samples *self) { delete self->of; }

receive (mixer *self, samples *m)
{
	for (int i = 0; i < m->n; i++)
		self->level += m->of[i];
}

int main(void)
{
	static mixer m;

	conc_actors_start(NULL);
	for (int round = 1; round <= 3; round++) {
		sample *buffer = new sample[4];
		for (int i = 0; i < 4; i++)
			buffer[i] = round;
		m | (samples){ buffer, 4 };
	}
	conc_actors_stop();
	printf("%ld\n", m.level);
	return m.level != 24;
}
