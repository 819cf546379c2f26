/* SPDX-License-Identifier: MIT */
/*
 * quarantine: with CONC_DEBUG=1, memory that `delete` gives back is kept for a while.
 *
 * The idea. A ring of OBJECTS entries: a new object takes the place of the oldest, which is freed.
 * Further old ones are freed while the ring has more than BYTES. A pointer to a deleted object is
 * recognised while the object is in the ring.
 */
#include "new.h"

#include <stdint.h>
#include <stdlib.h>

#include "port/atomic.h"
#include "port/os.h"

enum { OBJECTS = 4096, BYTES = 16 << 20 };

bool conc_debug;

/* Runs before the program's own constructors. */
__attribute__((constructor(101))) static void debug_init(void)
{
	conc_debug = conc_os_environment("CONC_DEBUG", 0) != 0;
}

static struct {
	struct conc_tiny_lock lock;
	uint32_t first, count;
	size_t bytes;
	struct {
		void *object;
		size_t size;
	} ring[OBJECTS];
} quarantine;

/* The caller holds the lock. */
static void free_oldest(void)
{
	void *object = quarantine.ring[quarantine.first].object;

	quarantine.bytes -= quarantine.ring[quarantine.first].size;
	quarantine.first = (quarantine.first + 1) % OBJECTS;
	quarantine.count--;
	free(object);
}

void conc_quarantine(void *object, size_t size)
{
	uint32_t last;

	conc_tiny_lock_acquire(&quarantine.lock);
	if (quarantine.count == OBJECTS) free_oldest();
	last = (quarantine.first + quarantine.count++) % OBJECTS;
	quarantine.ring[last].object = object;
	quarantine.ring[last].size = size;
	quarantine.bytes += size;
	while (quarantine.bytes > BYTES && quarantine.count > 1) free_oldest();
	conc_tiny_lock_release(&quarantine.lock);
}

void conc_quarantine_reset(void)
{
	quarantine.lock.word = 0;
	quarantine.first = quarantine.count = 0;
	quarantine.bytes = 0;
}
