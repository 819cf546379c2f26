/* SPDX-License-Identifier: MIT */
/* side: waiting for the lock of a side; the idea is in side.h. */
#include <limits.h>

#include "os.h"
#include "side.h"

enum { SIDE_SPINS = 100 };

uint32_t conc_side_sleepers;

/* The half of the word that changes: the kernel's futexes have 32 bits. */
static uint32_t *low_half(uintptr_t *word)
{
	uint32_t *half = (uint32_t *)(void *)word;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	half += sizeof(*word) / sizeof(*half) - 1;
#endif
	return half;
}

static bool try(struct conc_abi_side *s)
{
	uintptr_t word = CONC_SIDE_FREE;

	/* acquire: as in conc_side_enter; seq_cst: the sleeper's last look */
	return load_seq_cst(&s->conc_word) == CONC_SIDE_FREE &&
	       cas_acquire(&s->conc_word, &word, (uintptr_t)CONC_SIDE_HELD);
}

static void sleep_for(struct conc_abi_side *s)
{
	/* seq_cst: announces the sleeper before its last look */
	add_seq_cst(&conc_side_sleepers, 1u);
	if (conc_scheduler.heavy_barrier) conc_os_heavy_barrier();
	while (!try(s)) conc_os_futex_wait(low_half(&s->conc_word), CONC_SIDE_HELD, UINT64_MAX);
	sub_seq_cst(&conc_side_sleepers, 1u);
}

void conc_side_enter_slow(struct conc_abi_side *s)
{
	for (int spins = 0; spins < SIDE_SPINS; spins++) {
		if (try(s)) return;
		conc_relax();
	}
	sleep_for(s);
}

void conc_side_wake(struct conc_abi_side *s)
{
	conc_os_futex_wake(low_half(&s->conc_word), INT_MAX);
}
