/* SPDX-License-Identifier: MIT */
/* scalable receive, export, import, serialize, deserialize. */
#include <conc.h>
#include <stdio.h>

actor words { int counts[26]; };
actor drums { inline words; };
actor weighted { inline words; long weight; };
actor grep { };
message line { const char *text; };
message print { future(int) *reply; };
message long_line { inline line; int length; };

scalable receive (words *self, line *m);
export (words *self, words *replica) { }
import (words *self, words *replica)
{
	for (int i = 0; i < 26; i++) {
		self->counts[i] += replica->counts[i];
		replica->counts[i] = 0;
	}
}
static export (weighted *self, weighted *replica) { replica->weight = self->weight; }
static import (weighted *self, weighted *replica) { self->counts[0] += replica->counts[0]; }
serialize (line *self, conc_writer *out) { conc_writer_put_string(out, self->text); }
deserialize (line *self, conc_reader *in) { self->text = conc_reader_get_string(in); }
static scalable receive (grep *self, line *m) { if (!m->text[0]) return; }
scalable receive (words *self, line *m)
{
	for (const char *c = m->text; *c; c++)
		if (*c >= 'a' && *c <= 'z') self->counts[*c - 'a']++;
}
static scalable receive (weighted *self, line *m) { self->counts[m->text[0] & 7] += (int)self->weight; }
static receive (words *self, print *m)
{
	int sum = 0;
	for (int i = 0; i < 26; i++) sum += self->counts[i];
	*m->reply << sum;
}

int main(void)
{
	struct conc_scaling rules = { .policy = CONC_SCALING_AGGRESSIVE, .replicas = 2 };
	struct conc_scaling_statistics done;
	words w = {};
	drums d = { {} };
	weighted h = { { { 0 } }, 2 };
	grep g;
	future(int) reply = {}, other = {};
	int n, m;
	conc_scaling_type(words, &rules);
	conc_scaling_actor(&g, &(struct conc_scaling){ .policy = CONC_SCALING_NEVER });
	conc_actors_start(NULL);
	for (int i = 0; i < 1000; i++) {
		w | (line){ "she sells sea shells" };
		d | (line){ "on the sea shore" };
		h | new long_line { { "x" }, 1 };
		g | (line){ "" };
	}
	w | (print){ &reply };
	d | (print){ &other };
	n << reply;
	m << other;
	conc_scaling_statistics(&w, &done);
	conc_actors_stop();
	printf("%d %d %d\n", n, m, conc_is_replica(&w));
	return 0;
}
