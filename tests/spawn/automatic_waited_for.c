// SPDX-License-Identifier: MIT
// The usual ways to hand out the address of an automatic object: all wait for who has it, and none is warned about.
#include <conc.h>
#include <stdio.h>

struct job { int n; channel(int) *done; };
actor counter { long n; };
message add { long by; };
message get { future(long) *reply; };
receive (counter *self, add *m) { self->n += m->by; }
receive (counter *self, get *m) { *m->reply << self->n; }

static void work(struct job *job)
{
	job->n *= 2;
	if (job->done) *job->done << job->n;
}

static void serve(channel(struct job *) *jobs)
{
	struct job *job;
	while (job << *jobs)
		work(job);
}

static int joined(int n)
{
	struct job job = {n, NULL}, two[2] = {{n, NULL}, {n, NULL}};
	task(void) t[2];
	for (int i = 0; i < 2; i++)
		t[i] = spawn work(&two[i]);
	join(spawn work(&job));
	join(t[0]);
	join(t[1]);
	return job.n + two[0].n + two[1].n;
}

static int in_a_scope(int n)
{
	struct job jobs[3] = {{n, NULL}, {n, NULL}, {n, NULL}};
	scope {
		for (int i = 0; i < 3; i++)
			spawn work(&jobs[i]);
	}
	return jobs[0].n + jobs[1].n + jobs[2].n;
}

static int told(int n)
{
	channel(int) done = {};
	struct job job = {n, &done};
	spawn work(&job);
	n << done;
	return n;
}

static int served(int n)
{
	channel(struct job *) jobs = {1};
	channel(int) done = {1};
	task(void) server = spawn serve(&jobs);
	for (int i = 0; i < 3; i++) {
		struct job job = {n, &done};
		jobs << &job;
		n << done;
	}
	conc_close(&jobs);
	return n;
}

static long asked(counter *c)
{
	future(long) reply = {};
	add one = {1};
	long n;
	c | &one | (get){&reply};
	n << reply;
	return n;
}

static long of_its_own(void)
{
	long n;
	future(long) reply = {};
	add one = {1}, ten = {10};
	counter c = {};
	c | &one | &ten | (get){&reply};
	n << reply;
	return n;
}

int main(void)
{
	printf("%d %d %d %d\n", joined(1), in_a_scope(1), told(1), served(1));
	conc_actors_start(NULL);
	counter c = {};
	add five = {5};
	c | &five;
	printf("%ld %ld\n", asked(&c), of_its_own());
}
