// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fno-math-errno -ffp-contract=off -lm
// By hand, as the paper has it: a thread for each stage of each pipeline, which goes over its packages; a mutex
// and a condition variable in each package.
#include <pthread.h>
#include "signal.h"

struct package {
	pthread_mutex_t mutex;
	pthread_cond_t done;
	int processed;
	struct sample *samples;
};

struct stage {
	pthread_t thread;
	int position;
	long pipeline;
};

static struct package *packages;

static void process(struct package *p, int position)
{
	pthread_mutex_lock(&p->mutex);
	while (p->processed != position) pthread_cond_wait(&p->done, &p->mutex);
	work(p->samples, position);
	p->processed = (position + 1) % STAGES;
	pthread_cond_broadcast(&p->done);
	pthread_mutex_unlock(&p->mutex);
}

static void *execute(void *argument)
{
	const struct stage *self = argument;
	for (long i = self->pipeline; i < signals; i += pipelines) process(&packages[i], self->position);
	return NULL;
}

static double run(void)
{
	struct stage stages[pipelines][STAGES];
	const double start = clock_ns();
	for (long i = 0; i < pipelines; i++)
		for (int s = 0; s < STAGES; s++) {
			stages[i][s] = (struct stage){.position = s, .pipeline = i};
			if (pthread_create(&stages[i][s].thread, NULL, execute, &stages[i][s])) abort();
		}
	for (long i = 0; i < pipelines; i++)
		for (int s = 0; s < STAGES; s++) pthread_join(stages[i][s].thread, NULL);
	return clock_ns() - start;
}

int main(int argc, char **argv)
{
	if (!signal_arguments(argc, argv)) return 2;
	struct sample **all = make_signals();
	packages = room(signals, sizeof *packages);
	for (long i = 0; i < signals; i++) {
		packages[i] = (struct package){.samples = all[i]};
		pthread_mutex_init(&packages[i].mutex, NULL);
		pthread_cond_init(&packages[i].done, NULL);
	}
	run();
	const double took = run();
	report(took / 1e6, digest_all(all));
}
