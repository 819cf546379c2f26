// SPDX-License-Identifier: MIT
// One ball between two actors. It is sent by reference: nobody copies it, and whoever has received it owns it.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

actor player { player *other; long hits; };
message ball { long left; };

receive (player *self, ball *m)
{
	self->hits++;
	if (m->left-- > 1) {
		self->other | m;	// goes on as it came
		return Nodelete;
	}
	self->other | finished_message;
	return Finished;
}

int main(int argc, char **argv)
{
	player ping = {}, pong = { &ping };
	ping.other = &pong;
	ball b = { argc > 1 ? atol(argv[1]) : 10000 };
	conc_actors_start(NULL);
	ping | &b;
	conc_actors_wait();	// until both have ended
	conc_actors_stop();
	printf("ping hit %ld times, pong %ld\n", ping.hits, pong.hits);
}
