// SPDX-License-Identifier: MIT
// Arguments and check: ours.c. A loop for each processor; a loop reads the clock once for all that it does.
// libraries: -luv
#define _GNU_SOURCE
#include <pthread.h>
#include <uv.h>
#include "../clock.h"
#include "../processors.h"
#include "timers.h"

struct work {
	uv_loop_t loop;
	uv_timer_t *timers;
	uint32_t *order, *limits; // ms
	uint32_t n, rounds;
	int anew;
	long left;
	double took;
};

static void fire(uv_timer_t *timer)
{
	((struct work *)timer->data)->left--;
}

static void arm(struct work *w, uint32_t i)
{
	uv_timer_start(&w->timers[i], fire, w->limits[i], 0);
	w->left++;
}

static void cancel(struct work *w, uint32_t i)
{
	w->left -= uv_is_active((uv_handle_t *)&w->timers[i]);
	uv_timer_stop(&w->timers[i]);
}

static void *work(void *of)
{
	struct work *w = of;
	w->took = 0;
	if (w->anew) for (uint32_t i = 0; i < w->n; i++) arm(w, i);
	for (uint32_t round = 0; round < w->rounds; round++) {
		double start = clock_ns();
		for (uint32_t i = 0; i < w->n; i++) {
			if (i % 100 == 0) uv_update_time(&w->loop);
			if (w->anew) cancel(w, w->order[i]);
			arm(w, w->anew ? w->order[i] : i);
		}
		if (!w->anew) for (uint32_t i = 0; i < w->n; i++) cancel(w, w->order[i]);
		w->took += clock_ns() - start;
	}
	if (w->anew) for (uint32_t i = 0; i < w->n; i++) cancel(w, i);
	return NULL;
}

int main(int argc, char **argv)
{
	if (argc != 5) return 2;
	if (argv[1][0] == 'w') return 77; // it has no threads that wait
	uint32_t processors = (uint32_t)atoi(argv[2]), n = (uint32_t)atoi(argv[3]), rounds = (uint32_t)atoi(argv[4]);
	static struct work all[2];
	use_processors((int)processors);
	for (uint32_t i = 0; i < processors; i++) {
		uint64_t seed = 88172645463325252 + i;
		struct work *w = &all[i];
		uv_loop_init(&w->loop);
		w->anew = argv[1][0] == 'a';
		w->n = n / processors;
		w->timers = calloc(w->n, sizeof *w->timers);
		w->order = random_order(w->n, &seed);
		w->limits = random_limits(w->n, &seed);
		for (uint32_t j = 0; j < w->n; j++) {
			uv_timer_init(&w->loop, &w->timers[j]);
			w->timers[j].data = w;
		}
	}
	for (int measured = 0; measured <= 1; measured++) {
		pthread_t threads[2];
		for (uint32_t i = 0; i < processors; i++) {
			all[i].rounds = measured ? rounds : 1;
			pthread_create(&threads[i], NULL, work, &all[i]);
		}
		for (uint32_t i = 0; i < processors; i++) pthread_join(threads[i], NULL);
	}
	double took = all[0].took > all[1].took ? all[0].took : all[1].took;
	report(took / ((double)n * rounds), all[0].left + all[1].left);
}
