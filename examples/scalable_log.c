// SPDX-License-Identifier: MIT
// An append log: clients send entries, a file gets lines. To make a line of an entry is work, and scalable: each replica fills
// blocks of its own. With incremental imports (`interval`) full and half full blocks wander to the actor while the replicas go
// on, and it alone writes them. So all processors make lines, one thread writes, in large blocks, and no client waits for it.
// The price: lines stand in the file in another order than entries came, so each has its client and its number.
#include <conc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { CLIENTS = 4, ENTRIES = 2000, BLOCK = 4096, LINE = 80 };

struct block { struct block *next; int length; char text[BLOCK]; };

actor journal { FILE *file; long written; struct block *blocks; };	// a replica has blocks only
message entry { int client, number; };
message flush { future(long) *lines; };

static unsigned checksum(unsigned n)
{
	for (int i = 0; i < 500; i++) n = n * 1664525 + 1013904223;
	return n;
}

static void write_blocks(journal *self)
{
	for (struct block *b; (b = self->blocks); free(b)) {
		self->blocks = b->next;
		fwrite(b->text, 1, (size_t)b->length, self->file);
		for (int i = 0; i < b->length; i++) self->written += b->text[i] == '\n';
	}
}

scalable receive (journal *self, entry *m)
{
	struct block *b = self->blocks;
	if (!b || b->length > BLOCK - LINE) {
		if (b && !conc_is_replica(self)) write_blocks(self);	// where it is not split, the actor does all
		b = malloc(sizeof *b);
		b->next = self->blocks, b->length = 0;
		self->blocks = b;
	}
	unsigned sum = checksum((unsigned)(m->client * ENTRIES + m->number));
	b->length += snprintf(b->text + b->length, LINE, "client %d entry %d sum %08x\n", m->client, m->number, sum);
}

receive (journal *self, flush *m)
{
	write_blocks(self);
	fflush(self->file);
	*m->lines << self->written;
}

export (journal *self, journal *replica) { }

// Into the actor: to the file. Into a replica, which is on its way to the actor, too: to its blocks.
import (journal *self, journal *replica)
{
	struct block **last = &replica->blocks;
	while (*last) last = &(*last)->next;
	*last = self->blocks;
	self->blocks = replica->blocks;
	replica->blocks = NULL;
	if (!conc_is_replica(self)) write_blocks(self);
}

static void client(int number, journal *to)
{
	for (int i = 0; i < ENTRIES; i++) *to | (entry){ number, i };
}

// Is each entry in the file, once and whole?
static void check(FILE *file)
{
	static bool seen[CLIENTS][ENTRIES];
	int c, n, good = 0;
	unsigned sum;
	rewind(file);
	while (fscanf(file, "client %d entry %d sum %x\n", &c, &n, &sum) == 3) {
		good += !seen[c][n] && sum == checksum((unsigned)(c * ENTRIES + n));
		seen[c][n] = true;
	}
	printf("%d good lines\n", good);
}

int main(void)
{
	conc_scaling_type(journal, &(struct conc_scaling){ .interval = 500us });
	conc_actors_start(NULL);
	journal j = { tmpfile() };
	scope {
		for (int i = 0; i < CLIENTS; i++) spawn client(i, &j);
	}
	future(long) lines = {};
	long n;
	j | (flush){ &lines };
	n << lines;
	printf("%ld lines written\n", n);
	check(j.file);
	fclose(j.file);
}
