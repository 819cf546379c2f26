// SPDX-License-Identifier: MIT
// What happened to the packages of a Debian system: log_pipeline [FILE], by default /var/log/dpkg.log.
// main reads lines and deals them out to parsers; what they make of them goes to one actor that counts, and prints at
// the end. A parser that has many lines to do already makes main wait, so a log of any length needs little memory.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARSERS = 4, KINDS = 64, PENDING = 100 };

message line { char *text; };	// owns it
destroy (line *m) { free(m->text); }

message event { char action[24], package[64]; };
message bad { long lines; };
message end { };

actor counter { int parsers; struct kind { char action[24], last[64]; long times; } kinds[KINDS + 1]; long bad; };
actor parser { counter *to; };

receive (counter *self, event *m)
{
	struct kind *k = self->kinds;
	while (k->times && strcmp(k->action, m->action) && k < &self->kinds[KINDS - 1]) k++;	// the last is for all the rest
	strcpy(k->action, m->action);
	if (strcmp(k->last, m->package) < 0) strcpy(k->last, m->package);
	k->times++;
}

receive (counter *self, bad *m) { self->bad += m->lines; }

static int by_times(const void *a, const void *b)
{
	const struct kind *x = a, *y = b;
	return x->times != y->times ? (x->times < y->times) - (x->times > y->times) : strcmp(x->action, y->action);
}

receive (counter *self, end *m)
{
	(void)m;
	if (--self->parsers) return Nodelete;
	qsort(self->kinds, KINDS, sizeof *self->kinds, by_times);
	for (struct kind *k = self->kinds; k->times; k++)
		printf("%6ld %-16s last by name: %s\n", k->times, k->action, k->last);
	printf("%6ld other lines\n", self->bad);
	return Finished;
}

// 2026-11-20 10:15:02 install libfoo:amd64 <none> 1.2; 2026-11-20 10:15:02 status unpacked libfoo:amd64 1.2
receive (parser *self, line *m)
{
	event e = {};
	int found = sscanf(m->text, "%*s %*s status %23s %63s", e.action, e.package);
	if (found != 2) found = sscanf(m->text, "%*s %*s %23s %63s", e.action, e.package);
	if (found == 2 && strcmp(e.action, "startup")) *self->to | e;
	else *self->to | (bad){ 1 };
}

receive (parser *self, end *m)
{
	*self->to | m;	// behind all that this parser has sent before
	return Finished;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "/var/log/dpkg.log";
	FILE *log = fopen(name, "r");
	if (!log) return perror(name), 1;
	static counter sum = { PARSERS };
	static parser p[PARSERS] = { { &sum }, { &sum }, { &sum }, { &sum } };
	conc_actors_start(NULL);
	for (int i = 0; i < PARSERS; i++)
		conc_mailbox_limit(&p[i], &(struct conc_mailbox_config){ .limit = PENDING });
	char *text = NULL;
	size_t room = 0;
	for (int i = 0; getline(&text, &room, log) > 0; i++) p[i % PARSERS] | (line){ strdup(text) };
	for (int i = 0; i < PARSERS; i++) p[i] | (end){};
	conc_actors_wait();
	conc_actors_stop();
	free(text);
	fclose(log);
}
