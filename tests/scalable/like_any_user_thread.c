// SPDX-License-Identifier: MIT
// schedules: no (signals and children come from outside)
// What else a user thread may do, scalable behaviours do: blocking sections, pinning, errno and conc_local of one's own, deep
// calls, threads as objects, waiting for a signal, starting children. The actor has no state, so it needs no export and import.
#include <conc.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 40, SORTS = 7 };

static long done[SORTS];

static void count(int what) { __atomic_fetch_add(&done[what], 1, __ATOMIC_RELAXED); }

actor worker {};
message blocks {};
message pins {};
message keeps { int n; };
message recurses { int deep; };
message threads {};
message forks {};
message signals {};

scalable receive (worker *self, blocks *m)
{
	blocking { usleep(100); }
	count(0);
}
scalable receive (worker *self, pins *m)
{
	conc_pin();
	pthread_t at = pthread_self();
	conc_yield();
	conc_sleep(10us);
	if (pthread_equal(at, pthread_self())) count(1);
	conc_unpin();
}
scalable receive (worker *self, keeps *m)
{
	static struct conc_local key;
	int *kept = conc_local_get(&key, sizeof *kept);
	*kept = errno = m->n;
	conc_yield();
	conc_sleep(10us);
	if (*kept == m->n && errno == m->n) count(2);
}
static int deep(int n)
{
	char room[100];
	snprintf(room, sizeof room, "%d", n);
	return n ? deep(n - 1) + (room[0] >= '0') : 0;
}
scalable receive (worker *self, recurses *m)
{
	if (deep(m->deep) == m->deep) count(3);
}
thread helper { channel(int) *to; int n; };
void main(helper *self) { *self->to << self->n; }
scalable receive (worker *self, threads *m)
{
	channel(int) to = {};
	int sum = 0, n;
	{
		helper h[3] = { { &to, 1 }, { &to, 2 }, { &to, 4 } };
		for (int i = 0; i < 3; i++) {
			n << to;
			sum += n;
		}
	}
	if (sum == 7) count(4);
}
scalable receive (worker *self, forks *m)
{
	pid_t child = fork();
	int status = 0;
	if (child == 0) _exit(9);
	waituntil (exited(child)) { }
	if (waitpid(child, &status, WNOHANG) == child && WEXITSTATUS(status) == 9) count(5);
}
scalable receive (worker *self, signals *m)
{
	waituntil (signalled(SIGUSR1)) { }	// from here on it is kept
	or waituntil (timeout(1us)) { }
	kill(getpid(), SIGUSR1);
	waituntil (signalled(SIGUSR1)) count(6);
	or waituntil (timeout(1min)) { }
}

int main(void)
{
	worker w = {};
	conc_scaling_actor(&w, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 3 });
	conc_actors_start(NULL);
	for (int i = 0; i < N; i++) {
		w | (blocks){} | (pins){} | (keeps){ i } | (recurses){ 100 + i } | (threads){};
		if (i % 10 == 0) w | (forks){};
	}
	w | (signals){};
	conc_actors_stop();
	for (int i = 0; i < SORTS; i++) printf("%ld ", done[i]);
	printf("\n");
}
