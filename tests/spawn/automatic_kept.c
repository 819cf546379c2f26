// SPDX-License-Identifier: MIT
// The address of an automatic object goes to another thread in a variable that was initialised with it.
// flags: -Werror=conc-dangling-pointer
#include <conc.h>

struct job { int n; };
struct pair { struct job *job; int n; };
message work { struct job *job; };
actor worker { int sum; };
receive (worker *self, work *m) { self->sum += m->job->n; }
static void run(struct job *job) { job->n++; }
static void run_pair(struct pair pair) { pair.job->n++; }

void pointer(void) { struct job job = { 1 }, *p = &job; spawn run(p); }
void element(int i) { struct job jobs[4] = { { 1 } }, *p = &jobs[i]; spawn run(p); }
void array(void) { struct job jobs[4] = { { 1 } }; struct job *p = jobs; spawn run(p + 1); }
void member(void) { struct job job = { 1 }; struct pair pair = { .job = &job }; spawn run_pair(pair); }
void message_of_it(worker *w) { struct job job = { 1 }; work m = { &job }; *w | m; }
void into_channel(channel(struct pair) *c) { struct job job = { 1 }; struct pair pair = { &job, 1 }; *c << pair; }
void twice_removed(void) { struct job job = { 1 }, *p = &job, *q = p; spawn run(q); }

/* Nothing to say: it waits, it is another pointer, it is static. */
void waits(void) { struct job job = { 1 }, *p = &job; task(void) t = spawn run(p); join(t); }
void changes(struct job *other) { struct job job = { 1 }, *p = &job; p->n = 2; p = other; spawn run(p); }
void member_changes(struct job *other)
{
	struct job job = { 1 };
	struct pair pair = { &job, 1 };
	pair.job = other;
	spawn run_pair(pair);
}
void is_static(void) { static struct job job; struct job *p = &job; spawn run(p); }
void parameter(struct job *job) { struct job *p = job; spawn run(p); }
