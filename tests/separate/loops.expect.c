#line 1 "loops.c"
// SPDX-License-Identifier: MIT
// A loop that reads a reserved object synchronises before its first round, where nothing tells the difference.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; int items[100]; } list;

static int at(const list *l, int i) { return l->items[i]; }
static int count(const list *l) { return l->n; }
static void set(list *l, int i, int item) { l->items[i] = item; }
static void fill(list *l, int by) { for (int i = 0; i < l->n; i++) l->items[i] = i * by; }

static int limit = 10; CONC_CALL_TYPE(fill, list *, int);
#define EACH(i, n) for (int i = 0; i < (n); i++)

static int before(/* separate */ list *l, int n)
{
	int sum = 0, i = 0, copy[100] = {0};
	{ CONC_RESERVE(2, l); { conc_call_fill(conc_reserved_2, l, 2); for (int k = 0, *conc_synced_26 CONC_UNUSED_ = CONC_BEFORE(k < n, CONC_SYNC(conc_reserved_2, l)); k < n; k++) sum += at(l, k); } }
	{ CONC_RESERVE(3, l); { conc_call_fill(conc_reserved_3, l, 1); for (int k = 0, *conc_synced_27 CONC_UNUSED_ = CONC_BEFORE(1, CONC_SYNC(conc_reserved_3, l)); k < count(l); k++) sum += l->items[k]; } }
	{ CONC_RESERVE(4, l); { conc_call_fill(conc_reserved_4, l, 2); for (i = 0, CONC_SYNC_IF(i < n, CONC_SYNC(conc_reserved_4, l)); i < n; i++) copy[i] = l->items[i]; } }
	{ CONC_RESERVE(5, l); for (i = 0, CONC_SYNC_IF(i < n, CONC_SYNC(conc_reserved_5, l)); i < n; ++i) if (at(l, i) > 50) sum += at(l, i); }
	{ CONC_RESERVE(6, l); { conc_call_fill(conc_reserved_6, l, 1); i = 0; for (CONC_SYNC_IF(i < n, CONC_SYNC(conc_reserved_6, l)); i < n;) { sum += at(l, i); i++; } } }
	{ CONC_RESERVE(7, l); { conc_call_fill(conc_reserved_7, l, 2); if (n) { (void)CONC_SYNC(conc_reserved_7, l); do { sum += at(l, i - 1); } while (--i > 0); } else sum = 0; } }
	{ CONC_RESERVE(8, l); { conc_call_fill(conc_reserved_8, l, 1); for (int k = 0, *conc_synced_32 CONC_UNUSED_ = CONC_BEFORE(k < (n), CONC_SYNC(conc_reserved_8, l)); k < (n); k++) sum += at(l, k); } }
	{ CONC_RESERVE(9, l); { conc_call_fill(conc_reserved_9, l, 2); for (int k = 0; k < n / 10; k++) for (int m = 0, *conc_synced_33 CONC_UNUSED_ = CONC_BEFORE(m < 10, CONC_SYNC(conc_reserved_9, l)); m < 10; m++) sum += at(l, 10 * k + m); } }
	return sum + copy[n - 1];
}

static int two(/* separate */ list *a, /* separate */ list *b, int n)
{
	int sum = 0;
	{ CONC_RESERVE(12, a, b); {
		conc_call_fill(conc_reserved_12, a, 2);
		conc_call_fill(conc_reserved_12 + 1, b, 3);
		for (int i = 0, *conc_synced_34 CONC_UNUSED_ = CONC_BEFORE(i < n, CONC_SYNC(conc_reserved_12, a)), *conc_synced_35 CONC_UNUSED_ = CONC_BEFORE(i < n, CONC_SYNC(conc_reserved_12 + 1, b)); i < n; i++) sum += at(a, i) * at(b, i);
	} }
	return sum;
} CONC_CALL_TYPE(set, list *, int, int);

// In each of these the first round does something else before it waits, or may not wait, or the loop logs a call.
static int in_place(/* separate */ list *l, int n)
{
	int sum = 0;
	{ CONC_RESERVE(14, l); { conc_call_fill(conc_reserved_14, l, 1); for (int i = 0; i < n; i++) { if (i == 0) fputs("first ", stdout); sum += at(CONC_SYNC(conc_reserved_14, l), i); } } }
	{ CONC_RESERVE(15, l); { conc_call_fill(conc_reserved_15, l, 1); for (int i = 0; i < n; i++) if (i > n / 2) sum += at(CONC_SYNC(conc_reserved_15, l), i); } }
	{ CONC_RESERVE(16, l); { conc_call_fill(conc_reserved_16, l, 1); for (int i = 0; i < n; i++) { sum += at(CONC_SYNC(conc_reserved_16, l), i); conc_call_set(conc_reserved_16, l, i, 5); } } }
	{ CONC_RESERVE(17, l); { conc_call_fill(conc_reserved_17, l, 1); for (int i = 0; i < limit; i++) sum += at(CONC_SYNC(conc_reserved_17, l), i); } }
	{ CONC_RESERVE(18, l); { conc_call_fill(conc_reserved_18, l, 1); for (int i = 0; i < n && at(CONC_SYNC(conc_reserved_18, l), i) < 5; i++) sum++; } }
	{ CONC_RESERVE(19, l); {
		conc_call_fill(conc_reserved_19, l, 1);
#pragma GCC unroll 4
		for (int i = 0; i < n; i++) sum += at(CONC_SYNC(conc_reserved_19, l), i);
	} }
	return sum;
}

int main(void)
{ CONC_MAIN;
	/* separate */ list *a = CONC_NEW_SEPARATE(22, list, { .n = 100 }), *b = CONC_NEW_SEPARATE(23, list, { .n = 100 });
	printf("%d\n", before(a, 100));
	printf("%d\n", two(a, b, 100));
	printf("%d\n", in_place(a, 100));
	CONC_DELETE_SEPARATE(a);
	CONC_DELETE_SEPARATE(b);
}
