// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (others have a kernel thread of their own)
// A behaviour that waits for ever is named by its actor and its message.
#include <conc.h>

actor asker { struct asker *peer; int n; };
message ask { future(int) *answer; };
message go { int x; };

static conc_semaphore begun;

receive (asker *self, ask *m) { *m->answer << self->n; }
receive (asker *self, go *m)
{
	future(int) f = {};
	int n;
	conc_semaphore_post(&begun);
	conc_sleep(10ms);
	self->peer | (ask){ &f };
	n << f;
	self->n += n + m->x;
}

int main(void)
{
	conc_actors_start(NULL);
	asker x = {}, y = {};
	x.peer = &y;
	y.peer = &x;
	x | (go){ 1 };
	y | (go){ 2 };
	conc_semaphore_wait(&begun);
	conc_semaphore_wait(&begun);
	conc_actors_stop();
}
