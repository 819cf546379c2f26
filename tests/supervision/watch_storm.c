/* SPDX-License-Identifier: MIT */
/* Actors that end in several ways while others begin to watch them, watch no more, or end: each watch is told once, or was
 * taken back, unless its watcher has ended; and behind the last message of the actor. */
#include <conc.h>
#include <stdio.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { ROUNDS = 20 };
#else
enum { ROUNDS = 100 };
#endif
enum { WATCHERS = 5, ACTORS = 8 };

actor watcher { bool last, early; unsigned words; conc_semaphore *looked, *settled; };
message word { int number; };
actor worker { int number; };
message look { worker *at; };
message forget { worker *at; };
message end { int how; watcher *to; };

receive (watcher *self, word *m) { self->words |= 1u << m->number; }
receive (watcher *self, conc_end *m);
receive (watcher *self, look *m)
{
	conc_watch(m->at, self);
	conc_semaphore_post(self->looked);
}
receive (watcher *self, forget *m)
{
	if (conc_unwatch(m->at, self)) conc_semaphore_post(self->settled);
}

receive (worker *self, end *m)
{
	if (m->how == 0) conc_yield();
	m->to | (word){ self->number };
	if (m->how < 2) return Finished;
	return m->how == 2 ? Destroy : Nodelete;
}
destroy (worker *self) { self->number = -1; }

static worker *all; /* the workers of a round; set while nobody is told */
receive (watcher *self, conc_end *m)
{
	if (self->last) self->early |= !(self->words >> ((worker *)m->actor - all) & 1);
	if (self->settled) conc_semaphore_post(self->settled);
}

static void one(int round)
{
	conc_semaphore looked = { 0 }, settled = { 0 };
	watcher watchers[WATCHERS] = {};
	watcher *gone = new watcher {};
	int looks = 0;

	for (int k = 0; k < WATCHERS; k++) {
		watchers[k].looked = &looked;
		watchers[k].settled = &settled;
	}
	watchers[round % WATCHERS].last = true;
	{
		worker workers[ACTORS] = {};
		all = workers;
		for (int i = 0; i < ACTORS; i++) {
			workers[i].number = i;
			if (i <= ACTORS / 2) conc_watch(&workers[i], gone);
			if (i == ACTORS / 2) delete gone;
			for (int k = 0; k < WATCHERS; k++, looks++) watchers[k] | (look){ &workers[i] };
			if ((i + round) % 3 == 0) watchers[i % WATCHERS] | (forget){ &workers[i] };
			workers[i] | (end){ (i + round) % 5, &watchers[round % WATCHERS] };
			if ((i + round) % 2) {
				watchers[(i + 1) % WATCHERS] | (look){ &workers[i] };
				looks++;
			}
		}
		for (int i = 0; i < looks; i++) conc_semaphore_wait(&looked);
	}
	for (int i = 0; i < looks; i++) conc_semaphore_wait(&settled);
	if (conc_semaphore_try_wait(&settled)) printf("round %d: told too often\n", round);
	for (int k = 0; k < WATCHERS; k++) watchers[k] | finished_message;
	for (int k = 0; k < WATCHERS; k++)
		waituntil (watchers[k]) if (watchers[k].early) printf("round %d: told too early\n", round);
	if (conc_semaphore_try_wait(&settled)) printf("round %d: told twice\n", round);
}

int main(void)
{
	conc_actors_start(NULL);
	for (int i = 0; i < ROUNDS; i++) one(i);
	conc_actors_stop();
	puts("done");
}
