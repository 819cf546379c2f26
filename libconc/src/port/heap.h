/* SPDX-License-Identifier: MIT */
/* Intrusive pairing heap.
 *
 * Chosen over a binary heap since the nodes are members of what waits (no array to grow, so no
 * allocation per timer) and over a timer wheel since an idle program must know its earliest
 * deadline exactly. Insert O(1), removal O(log n) amortised. The caller locks.
 */
#ifndef CONC_SRC_HEAP_H
#define CONC_SRC_HEAP_H

#include <stdbool.h>
#include <stddef.h>

struct conc_heap_node {
	struct conc_heap_node *child; /* first child */
	struct conc_heap_node *next;  /* next sibling */
	struct conc_heap_node *prev;  /* previous sibling; the parent for a first child */
};

typedef bool conc_heap_less(const struct conc_heap_node *a, const struct conc_heap_node *b);

struct conc_heap {
	struct conc_heap_node *root; /* least node, or NULL */
	conc_heap_less *less;
};

void conc_heap_insert(struct conc_heap *heap, struct conc_heap_node *node);
void conc_heap_remove(struct conc_heap *heap, struct conc_heap_node *node);

#endif
