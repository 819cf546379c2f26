// flavours: concc gcc clang asan (the others do not fork with threads)
// schedules: no (the child is a process of its own)
/* fork while threads wait for a set, for a call in a clause and for the end of an actor, and while an actor is watched. The
 * child has a fresh runtime, and makes sets, clauses, actors and watches of its own. In the parent all waits end as if nothing had been. */
#include <conc.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

actor mortal { int n; };
actor watcher { int ends; future(int) *told; };
message step { int by; };
receive (mortal *self, step *m)
{
	self->n += m->by;
	return self->n > 1 ? Finished : Nodelete;
}
receive (watcher *self, conc_end *m)
{
	self->ends++;
	if (m->why == CONC_ENDED_FINISHED) *self->told << self->ends;
}

static int told_by(conc_waitset *set, future(int) *promised)
{
	int x = 0;
	waituntil (int n << *set) {
		if (n == 0) x << promised;
	}
	return x;
}

static int reads(int fd)
{
	char c = 0;
	waituntil (long n << conc_read(fd, &c, 1)) { return n == 1 ? c : 0; }
	or waituntil (timeout(1h)) { return 0; }
}

static int end_of(mortal *a)
{
	waituntil (a) { return a->n; }
	or waituntil (timeout(1h)) { return 0; }
}

struct world {
	future(int) promised, told;
	conc_waitset set;
	int ends[2];
};

/* All of it, with threads that wait before anything happens; `within` runs meanwhile. Returns what they got. */
static int all(void (*within)(struct world *))
{
	struct world w = {0};
	mortal a = {};
	watcher observer = { .told = &w.told };
	int got = 0, x = 0;
	if (pipe(w.ends)) return 0;
	conc_waitset_add(&w.set, &w.promised);
	conc_watch(&a, &observer);
	a | (step){ 1 };
	task(int) set = spawn told_by(&w.set, &w.promised), input = spawn reads(w.ends[0]), end = spawn end_of(&a);
	for (int i = 0; i < 20; i++) conc_yield();
	if (within) within(&w);
	a | (step){ 1 };
	w.promised << 5;
	if (conc_write(w.ends[1], "\x07", 1) != 1) return 0;
	x << w.told;
	got = join(set) * 100 + join(input) * 10 + join(end) + x * 1000;
	conc_waitset_fini(&w.set);
	close(w.ends[0]);
	close(w.ends[1]);
	return got;
}

static int in_child(struct world *w)
{
	conc_actors_start(NULL);
	int got = all(NULL);
	conc_actors_stop();
	if (got != 1572) return 1;
	close(w->ends[0]);
	close(w->ends[1]);
	return 7;
}

static void forks(struct world *w)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0) _exit(in_child(w));
	blocking { waitpid(child, &status, 0); }
	printf("the child: %d\n", WEXITSTATUS(status));
}

int main(void)
{
	conc_actors_start(NULL);
	printf("before: %d\n", all(NULL));
	printf("forked: %d\n", all(forks));
	conc_actors_stop();
}
