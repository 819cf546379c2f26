// SPDX-License-Identifier: MIT
// A cache with one lock and two parts behind it. concc knows which data belongs to which lock: take away a `mutex` or a `held`
// below, and it says what is used without its lock.
#include <conc.h>
#include <stdio.h>

enum { SLOTS = 8, READERS = 4, QUESTIONS = 1000 };

struct cache {
	conc_mutex lock;
	int key[SLOTS] guarded (lock);
	long value[SLOTS] guarded (lock);
	int used guarded (lock), oldest guarded (lock);
	_Atomic int asked;	// needs no lock
};

monitor statistics { int hits, misses; };
static statistics counts;

// Each caller holds cache->lock.
static int find(struct cache *cache, int key)
{
	for (int i = 0; i < cache->used; i++)
		if (cache->key[i] == key) return i;
	return -1;
}

static int slot_for(struct cache *cache, int key)
{
	int slot = cache->used < SLOTS ? cache->used++ : cache->oldest++ % SLOTS;

	cache->key[slot] = key;
	return slot;
}

// The same, said to the caller: concc asks for it at each call, and CONC_DEBUG=1 when the program runs.
static void count(statistics * held s, bool known)
{
	if (known) s->hits++;
	else s->misses++;
}

static long square(struct cache *cache, int key)
{
	bool known;
	long value;

	cache->asked++;
	mutex (cache->lock) {
		int slot = find(cache, key);
		known = slot >= 0;
		if (!known) {
			slot = slot_for(cache, key);
			cache->value[slot] = (long)key * key;
		}
		value = cache->value[slot];
	}
	mutex (counts) count(&counts, known);
	return value;
}

thread reader { struct cache *cache; int first; long sum; };

void main(reader *self)
{
	for (int i = 0; i < QUESTIONS; i++) self->sum += square(self->cache, (self->first + i) % 12);
}

int main(void)
{
	struct cache cache = { 0 };
	long sum = 0;
	{
		reader readers[READERS] = { { &cache, 0 }, { &cache, 3 }, { &cache, 6 }, { &cache, 9 } };
		for (int i = 0; i < READERS; i++) {
			join(readers[i]);
			sum += readers[i].sum;
		}
	}
	// all have ended: no lock is needed
	printf("%d questions, sum %ld, all counted: %s\n", cache.asked, sum, counts.hits + counts.misses == cache.asked ? "yes" : "no");
}
