// SPDX-License-Identifier: MIT
// For kill.sh: works on all ranks for some tenths of a second, in many short splits, and prints one line.
// Standard error: "begins" and "ends", between which the loss of a rank must be told.
#include <string.h>
#include "remote.h"

actor sum { unsigned long total, count; char *note; };
message add { unsigned long by; };
message text { char *text; };
message see { unsigned long total, count; };

scalable receive (sum *self, add *m)
{
	work(m->by % 40000);
	self->total += m->by;
	self->count++;
}
scalable receive (sum *self, text *m)
{
	self->total += strlen(m->text);
	self->count++;
}
receive (sum *self, see *m)
{
	if (self->total == m->total && self->count == m->count) return;
	printf("wrong: %lu of %lu instead of %lu of %lu\n", self->total, self->count, m->total, m->count);
	fflush(stdout);
}
export (sum *self, sum *replica) {}
import (sum *self, sum *replica)
{
	self->total += replica->total;
	self->count += replica->count;
	replica->total = replica->count = 0;
}
serialize (sum *self, conc_writer *out)
{
	conc_writer_put(out, &self->total, sizeof self->total);
	conc_writer_put(out, &self->count, sizeof self->count);
	conc_writer_put_string(out, "all of it");
}
deserialize (sum *self, conc_reader *in)
{
	conc_reader_get(in, &self->total, sizeof self->total);
	conc_reader_get(in, &self->count, sizeof self->count);
	self->note = conc_reader_get_string(in);
	if (strcmp(self->note, "all of it")) abort();
}
destroy (sum *self)
{
	free(self->note);
}
serialize (text *self, conc_writer *out) { conc_writer_put_string(out, self->text); }
deserialize (text *self, conc_reader *in) { self->text = conc_reader_get_string(in); }
destroy (text *self)
{
	free(self->text);
}

int main(int count, char **arguments)
{
	int rounds = count > 1 ? atoi(arguments[1]) : 10;
	unsigned long total = 0;
	sum s = {0};

	fprintf(stderr, "begins\n");
	conc_actors_start(&split_always);
	for (unsigned long r = 0, n = 0; r < (unsigned long)rounds; r++) {
		for (unsigned long i = 0; i < 500; i++, n++) {
			if (n % 100 == 0) { // in several pieces
				s | (text){memset(calloc(300001, 1), 'x', 300000)};
				total += 300000;
			} else if (n % 4) {
				s | (add){n * 7919};
				total += n * 7919;
			} else {
				s | (text){strdup("twelve bytes")};
				total += 12;
			}
		}
		s | (see){total, n};
	}
	conc_actors_stop();
	free(s.note);
	printf("%lu\n", total);
	fflush(stdout);
	fprintf(stderr, "ends\n");
}
