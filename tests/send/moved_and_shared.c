// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Messages that own memory: moved from actor to actor by value, shared by reference, freed once. */
actor reader { long letters; };
actor hub { reader *readers[3]; int ways; };
actor station { struct station *next; reader *last; };
message text { char *owned; };
message page { text *of; char *owned; };
static _Atomic int freed;
static char *copy(const char *of) { return strcpy(malloc(strlen(of) + 1), of); }
destroy (text *m) { free(m->owned); freed++; }
destroy (page *m) { free(m->owned); freed += 100; }

receive (reader *self, text *m) { self->letters += (long)strlen(m->owned); }
receive (reader *self, page *m) { self->letters += 1000 * (long)strlen(m->owned) + (m->of != NULL); }
receive (hub *self, page *m)
{
	for (int i = 0; i < 3; i++) self->readers[i] | m;
	if (self->ways++ % 2) conc_set_disposition(m, Delete);
}
receive (station *self, text *m)
{
	if (self->next) self->next | m;
	else *self->last | m;
}
receive (station *self, page *m) { self->last | m; }

static page *made(const char *of)
{
	page *p = new page {.owned = copy(of)};
	conc_set_disposition(p, Delete);
	return p;
}

int main(void)
{
	conc_actors_start(NULL);
	reader r[3] = {}, last = {};
	hub h = {{&r[0], &r[1], &r[2]}};
	station s[3] = {{NULL, &last}, {&s[0], NULL}, {&s[1], NULL}};
	text kept = {copy("kept")}, *given = new text {copy("given")};
	conc_set_disposition(&kept, Destroy);
	conc_set_disposition(given, Delete);
	for (int i = 0; i < 10; i++) {
		s[2] | (text){copy("abc")} | (text){copy("de")};
		h | made("shared by three") | made("and again");
		s[0] | made("moved");
	}
	s[2] | &kept | given;
	text *tried = new text {copy("tried")};
	conc_set_disposition(tried, Delete);
	if (!conc_try_send(&s[1], tried)) puts("refused");
	conc_actors_stop();
	printf("%ld %ld %ld, %ld, %d freed\n", r[0].letters, r[1].letters, r[2].letters, last.letters, freed);
}
