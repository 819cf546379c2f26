// SPDX-License-Identifier: MIT
// Splay trees, top-down, of items that have their links in them: work to be done at a time. Nothing is allocated.
//
// All is made of one operation, split: the way down to a time, whose nodes go to the left or the right tree; where two
// steps in a row go the same way the first is rotated under the second, which is what halves the way for the next one.
// Insertion and taking what is due are a split each. Two trees are merged by splitting the larger by the root of the
// smaller, and going on with the halves: of m items and n that is O(m log(n/m + 1)). A splay tree can be as deep as it has
// items, so what is too deep of the smaller one is balanced first. Merging lists would be quicker where both are everywhere as
// dense, but takes in all that lies between where few items come. How many there are is known at most: what is taken out
// is a tree, and is not gone through.
#ifndef BENCH_SPLAY_H
#define BENCH_SPLAY_H
#include <stddef.h>
#include <stdint.h>

struct item {
	uint64_t time;
	struct item *left, *right;
	uint64_t work;
};

struct tree {
	struct item *root;
	long at_most; // items: what was taken out counts until the tree is empty
};

enum { TOO_DEEP = 500 };

// Items of root until time, and those after it.
static inline void split(struct item *root, uint64_t time, struct item **until, struct item **after)
{
	while (root) {
		if (root->time <= time) {
			struct item *next = root->right;
			if (next && next->time <= time) {
				root->right = next->left;
				next->left = root;
				root = next;
			}
			*until = root;
			until = &root->right;
			root = root->right;
		} else {
			struct item *next = root->left;
			if (next && next->time > time) {
				root->left = next->right;
				next->right = root;
				root = next;
			}
			*after = root;
			after = &root->left;
			root = root->left;
		}
	}
	*until = *after = NULL;
}

static inline void insert(struct tree *t, struct item *item)
{
	struct item *root = t->root;

	t->root = item;
	t->at_most++;
	split(root, item->time, &item->left, &item->right);
}

// A list by right links of what is in root.
static inline struct item *in_order(struct item *root)
{
	struct item *first, **last = &first;

	while (root) {
		struct item *left = root->left;
		if (left) {
			root->left = left->right;
			left->right = root;
			root = left;
		} else {
			*last = root;
			last = &root->right;
			root = root->right;
		}
	}
	*last = NULL;
	return first;
}

// The first count items of *list, which is left at the rest, as a tree of the least height.
static inline struct item *balanced(struct item **list, long count)
{
	if (count == 0) return NULL;
	struct item *left = balanced(list, count / 2), *root = *list;
	*list = root->right;
	root->left = left;
	root->right = balanced(list, count - count / 2 - 1);
	return root;
}

// The same items in a tree of the least height.
static inline struct item *rebalanced(struct item *root)
{
	struct item *list = in_order(root);
	long count = 0;

	for (const struct item *i = list; i; i = i->right) count++;
	return balanced(&list, count);
}

// The items of both.
static inline struct item *unite(struct item *small, struct item *large, int depth)
{
	struct item *until, *after;

	if (!small) return large;
	if (!large) return small;
	if (depth == TOO_DEEP) {
		small = rebalanced(small);
		depth = 0;
	}
	__builtin_prefetch(small->left);
	__builtin_prefetch(small->right);
	split(large, small->time, &until, &after);
	small->left = unite(small->left, until, depth + 1);
	small->right = unite(small->right, after, depth + 1);
	return small;
}

// Moves all items of from. unite_all: as unite, of whole trees.
static inline void merge(struct tree *into, struct tree *from, struct item *(*unite_all)(struct item *small, struct item *large))
{
	struct tree *small = into->at_most < from->at_most ? into : from, *large = small == into ? from : into;

	*into = (struct tree){ unite_all(small->root, large->root), into->at_most + from->at_most };
	*from = (struct tree){ NULL, 0 };
}

// Takes out what is due at time.
static inline struct item *take(struct tree *t, uint64_t time)
{
	struct item *due;

	split(t->root, time, &due, &t->root);
	if (!t->root) t->at_most = 0;
	return due;
}

#endif
