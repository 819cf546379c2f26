// SPDX-License-Identifier: MIT
// flags: -Werror=conc-dangling-pointer
// The address of an automatic object is sent, and the receiver may use it when the object has ended.
#include <conc.h>

struct job { int n, at[3]; struct job *next; };
static channel(struct job *) jobs = {4};
static channel(struct job) copies = {4};
static channel(int) done;
static future(int *) first;

void sent(channel(struct job *) out[2], struct job *pointer)
{
	struct job job = {1};
	int n = 2;
	first << (n ? job.at : &n);
	conc_try_send(&jobs, &job);
	jobs << pointer;
	copies << (struct job){.n = 1, .next = &job};
	copies << job;
	conc_try_send(&out[1], &job);
	if (n) conc_flush(&jobs, &job);
	conc_close(&jobs);
}

void in_a_loop(int n)
{
	while (n--) {
		struct job job = {n};
		jobs << &job;
	}
	n << done;
}

void in_a_clause(int n)
{
	struct job job = {n};
	waituntil (jobs << &job) n++;
	or waituntil (timeout(1s)) n--;
}

/* these are right, or right enough */
void answered(int n)
{
	struct job job = {n};
	jobs << &job;
	n << done;
	waituntil (jobs << &job) n << done;
	or waituntil (timeout(1s)) n--;
}

static void consume(channel(int *) *in) { conc_receive(in); }

void own_channel(int n)
{
	channel(int *) c = {1};
	c << &n;
}

void to_a_task(int n)
{
	channel(int *) c = {1};
	task(void) t = spawn consume(&c);
	channel(int *) *out = &c;
	out << &n;
}

void to_a_child(int n)
{
	channel(int *) c = {1}, *out = &c;
	scope {
		spawn consume(out);
		out << &n;
	}
}

int main(void)
{
	struct job job = {1};
	jobs << &job;
}
