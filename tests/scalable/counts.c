// SPDX-License-Identifier: MIT
// Whether an actor is split or not: what it has counted is the same, and each ordinary message sees
// all scalable ones that were sent before it.
#include <conc.h>
#include <stdio.h>

enum { LINES = 300, ROUNDS = 4 };

actor words { unsigned long counts[26], lines; };
message line { char text[24]; };
message done { future(long) *reply; int round; };

scalable receive (words *self, line *m)
{
	for (const char *at = m->text; *at; at++) self->counts[*at - 'a']++;
	self->lines++;
}

receive (words *self, done *m)
{
	unsigned long sum = 0;
	for (int i = 0; i < 26; i++) sum += (unsigned long)(i + 1) * self->counts[i];
	printf("round %d: %lu lines, %lu\n", m->round, self->lines, sum);
	*m->reply << (long)sum;
}

export (words *self, words *replica) { (void)self, (void)replica; }

import (words *self, words *replica)
{
	for (int i = 0; i < 26; i++) self->counts[i] += replica->counts[i];
	self->lines += replica->lines;
	for (int i = 0; i < 26; i++) replica->counts[i] = 0;
	replica->lines = 0;
}

int main(void)
{
	words w = {};
	long sum;
	conc_actors_start(NULL);
	for (int round = 1; round <= ROUNDS; round++) {
		future(long) reply = {};
		for (int i = 0; i < LINES; i++) {
			line l = { "aa" };
			for (int k = 0; k < 20; k++) l.text[k] = (char)('a' + (i * 7 + k * k) % 26);
			w | l;
		}
		w | (done){ &reply, round };
		sum << reply;
	}
	conc_actors_stop();
	printf("%ld\n", sum);
	return 0;
}
