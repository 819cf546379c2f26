// SPDX-License-Identifier: MIT
// Asynchronous writes, by one thread more that does nothing else; the others go on with an empty block at once.
#include "pool.h"

static struct block *full, **last = &full, *empty;
static bool no_more;
static pthread_mutex_t blocks_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some_full = PTHREAD_COND_INITIALIZER;

static struct block *hand_over(struct block *b)
{
	struct block *next;

	pthread_mutex_lock(&blocks_lock);
	*last = b;
	last = &b->next;
	next = empty;
	if (next) empty = next->next;
	pthread_mutex_unlock(&blocks_lock);
	pthread_cond_signal(&some_full);
	if (!next) return new_block();
	next->next = NULL;
	return next;
}

static void leave(void) {}

static void *write_off(void *argument)
{
	pthread_mutex_lock(&blocks_lock);
	for (;;) {
		while (!full && !no_more) pthread_cond_wait(&some_full, &blocks_lock);
		struct block *b = full;
		if (!b) break;
		full = b->next;
		if (!full) last = &full;
		pthread_mutex_unlock(&blocks_lock);
		append(log_file, b);
		b->used = 0;
		pthread_mutex_lock(&blocks_lock);
		b->next = empty;
		empty = b;
	}
	pthread_mutex_unlock(&blocks_lock);
	return argument;
}

static void run(int file)
{
	pthread_t writer;

	log_file = file;
	no_more = false;
	if (pthread_create(&writer, NULL, write_off, NULL)) abort();
	run_pool(file);
	pthread_mutex_lock(&blocks_lock);
	no_more = true;
	pthread_mutex_unlock(&blocks_lock);
	pthread_cond_signal(&some_full);
	pthread_join(writer, NULL);
}

int main(int argc, char **argv)
{
	if (!log_arguments(argc, argv)) return 2;
	measure_log(run);
}
