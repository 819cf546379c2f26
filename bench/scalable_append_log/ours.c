// SPDX-License-Identifier: MIT
// log is scalable: a replica has blocks of its own. They are imported every five milliseconds, and what comes to the actor
// itself is written, so that replicas never wait for the file.
#include <conc.h>
#include "log.h"

actor append_log { struct block *first, *last; int file; };
message begin { int file; };
message log_call { unsigned id; };
message flush { future(bool) *done; };

static void write_out(append_log *self)
{
	while (self->first) {
		struct block *b = self->first;

		if (conc_write(self->file, b->bytes, b->used) != (long)b->used) abort();
		self->first = b->next;
		free(b);
	}
	self->last = NULL;
}

scalable receive (append_log *self, log_call *m)
{
	if (!self->last || is_full(self->last)) {
		struct block *b = new_block();

		if (self->last) self->last->next = b;
		else self->first = b;
		self->last = b;
	}
	serialise(self->last, m->id);
	if (is_full(self->last) && !conc_is_replica(self)) write_out(self);
}

receive (append_log *self, begin *m) { self->file = m->file; }

receive (append_log *self, flush *m)
{
	write_out(self);
	*m->done << true;
}

export (append_log *self, append_log *replica) {} // it begins with nothing

import (append_log *self, append_log *replica)
{
	if (!replica->first) return;
	if (self->last) self->last->next = replica->first;
	else self->first = replica->first;
	self->last = replica->last;
	replica->first = replica->last = NULL;
	if (!conc_is_replica(self)) write_out(self);
}

static append_log appender;

static void run(int file)
{
	future(bool) done = {};
	bool written;

	appender | (begin){ file };
	for (long i = 0; i < records; i++) appender | (log_call){ (unsigned)i };
	appender | (flush){ &done };
	written << done;
	if (!written) abort();
}

int main(int argc, char **argv)
{
	if (!log_arguments(argc, argv)) return 2;
	conc_processors(processors);
	conc_actors_start(NULL);
	conc_scaling_type(append_log, &(struct conc_scaling){ .interval = 5ms });
	measure_log(run);
	conc_actors_stop();
}
