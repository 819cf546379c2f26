// SPDX-License-Identifier: MIT
// Uses of what was handed on: each way to hand it on, each use, and what is said.
// flags: -Werror=conc-escape
#include <conc.h>
#include <stdlib.h>
#include <string.h>

struct job { int first, last, id; char text[20]; };
message item { int n, own; };
message work { int *at; int *result; };
actor worker { int sum; int *to; };

receive (worker *self, item *m) { self->sum += m->n++; }
receive (worker *self, work *m) { *m->result = *m->at; *self->to = 1; }

long take(channel(struct job *) *jobs)
{
	struct job *j;
	long sum = 0;
	while (j << jobs) {
		sum += j->last - j->first;
		j->id = 0;
		sum += j->text[0];
	}
	return sum;
}

int look(future(int *) *f)
{
	int *n;
	n << *f;
	return *n;
}

static void count(int *n) { ++*n; }
static void help(struct job *j) { j->last++; }

void changed(channel(struct job *) *c, struct job *j) { *c << j; j->last = 1; }
void element(channel(struct job *) *c, struct job *j) { *c << &j[1]; j[1].text[2] = 'x'; }
int read(channel(struct job *) *c, struct job *j) { *c << j; return j->id; }
void all_of_it(channel(struct job *) *c, struct job *j) { *c << j; *j = (struct job){ 0 }; }
void by_library(channel(struct job *) *c, struct job *j) { *c << j; memset(j, 0, sizeof *j); }
void freed(channel(struct job *) *c, struct job *j) { *c << j; free(j); }
void deleted(channel(struct job *) *c) { struct job *j = new struct job; *c << j; delete j; }
void on_a_branch(channel(struct job *) *c, struct job *j) { if (j->first) *c << j; j->last = 1; }
void in_a_loop(channel(struct job *) *c, struct job *j) { for (;;) { j->last++; *c << j; } }
void renamed(channel(struct job *) *c, struct job *j) { struct job *same = j; *c << same; j->last = 1; }
void in_a_member(channel(struct job *) *c, struct job **all) { *c << all[0]; all[0]->last = 1; }
void two(channel(struct job *) *c, channel(struct job *) *d, struct job *j) { *c << j; *d << j; }
void promised(future(int *) *f) { static int n; *f << &n; n = 1; }
void promised_array(future(int *) *f) { static int n[4]; *f << n; n[2] = 1; }
int to_thread(void) { static int n; spawn count(&n); return n; }
void tried(channel(struct job *) *c, channel(int) *end, struct job *j)
{
	int got;
	*c << j;
	while (!conc_try_receive(end, &got)) j->last++;
}
void called(channel(struct job *) *c, struct job *j) { *c << j; help(j); j->last = 1; }

void message_changed(worker *w, item *i) { w | i; i->n = 1; }
int message_read(worker *w, item *i) { w | i; return i->n; }
void message_freed(worker *w) { item *i = new item; w | i; delete i; }
void message_to_two(worker *a, worker *b, item *i) { a | i; b | i; }
void message_tried(worker *w, item *i) { w | i; if (!conc_try_send(w, i)) i->n = 1; }
void in_a_message(worker *w) { static int n, r; w | (work){ &n, &r }; n = 1; }
int result(worker *w) { static int n, r; w | (work){ .result = &r, .at = &n }; return r; }
int in_a_new_message(worker *w) { static int n, r; w | new work { &n, &r }; return r; }
int in_the_actor(worker *w, item i) { static int n; w->to = &n; w | i; return n; }

void sent_twice(worker *w) { item *i = new item; conc_set_disposition(i, Delete); w | i | i; }
void sent_in_a_loop(worker *w) { item *i = new item; conc_set_disposition(i, Delete); for (;;) w | i; }
int used(worker *w) { item *i = new item; conc_set_disposition(i, Delete); w | i; conc_actors_stop(); return i->own; }
void freed_twice(worker *w) { item *i = new item; conc_set_disposition(i, Delete); w | i; conc_actors_stop(); delete i; }
