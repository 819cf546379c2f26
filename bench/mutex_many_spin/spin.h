// SPDX-License-Identifier: MIT
// The spin lock that both sides use: test, and test-and-set when it looks free.
#ifndef BENCH_SPIN_H
#define BENCH_SPIN_H

struct spin { int locked; };

static inline int spin_try(struct spin *s)
{
	return !__atomic_load_n(&s->locked, __ATOMIC_RELAXED) && !__atomic_exchange_n(&s->locked, 1, __ATOMIC_ACQUIRE);
}

static inline void spin_acquire(struct spin *s)
{
	while (!spin_try(s))
		__builtin_ia32_pause();
}

static inline void spin_release(struct spin *s)
{
	__atomic_store_n(&s->locked, 0, __ATOMIC_RELEASE);
}

#endif
