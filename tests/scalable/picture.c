// SPDX-License-Identifier: MIT
#include <conc.h>

actor words;
actor words { int counts[26]; channel(int) late; };
actor drums { inline words; };
actor loud { inline words; int peak; };
actor grep { };
message line { const char *text; };
message done { future(int) *reply; };

scalable receive (words *self, line *m);
destroy (words *self);
receive (words *self, done *m) { *m->reply << self->counts[0]; }

export (words *self, words *replica);
static export (loud *self, loud *replica) { replica->peak = self->peak; }
_Conc_import (loud *self, loud *replica)
{
	conc_import_words(self, replica);
	if (replica->peak > self->peak) self->peak = replica->peak;
}

scalable receive (words *self, line *m)
{
	for (const char *at = m->text; *at; at++) {
		if (*at < 'a' || *at > 'z') return;
		self->counts[*at - 'a']++;
	}
}

export (words *self, words *replica)
{
	// a blank one will do
}

import (words *self, words *replica)
{
	for (int i = 0; i < 26; i++) self->counts[i] += replica->counts[i], replica->counts[i] = 0;
}

static _Conc_scalable receive (drums *self, const line *m) { self->counts[0] += *m->text; }

static scalable
receive (grep *self, line *m)
{
	conc_write(1, m->text, 1);
	return Nodelete;
}
