// SPDX-License-Identifier: MIT
// What programs do: functions of their own that lock, that make objects and that delete them, functions called by a
// pointer, elements of arrays. Nothing is reported.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

struct account { conc_mutex lock; long n guarded (lock); };
monitor node { int key; struct node *next, *left; char *data; int uses; };
monitor cell { long n; };

// ---- Functions that lock ----

static void lock(struct account *a) { conc_mutex_lock(&a->lock); }
static void unlock(struct account *a) { conc_mutex_unlock(&a->lock); }
static void lock_both(struct account *a, struct account *b)
{
	if (a < b) lock(a), lock(b);
	else lock(b), lock(a);
}
static void move(struct account *a, struct account *b)
{
	lock_both(a, b);
	a->n--, b->n++;
	unlock(a), unlock(b);
}

static struct account accounts[4];
static struct account *grab(int i)
{
	struct account *a = &accounts[i % 4];
	lock(a);
	return a;
}
static void add(int i)
{
	struct account *a = grab(i);
	a->n++;
	unlock(a);
}
static long sum(void)
{
	long all = 0;
	for (int i = 0; i < 4; i++) conc_mutex_lock(&accounts[i].lock);
	for (int k = 0; k < 4; k++) all += accounts[k].n;
	for (int i = 4; i-- > 0;) conc_mutex_unlock(&accounts[i].lock);
	return all;
}

static cell cells[2];
static long sum_of_cells(void)
{
	long all = 0;
	mutex (cells[1], cells[0])
		for (int i = 1; i < 2; i++) all += cells[i].n;
	return all;
}

// ---- Functions that make ----

static conc_mutex list_lock;
static node *list guarded (list_lock);

static node *make(int key)
{
	node *n = key ? new node { key } : NULL;
	return n;
}
static node *made(int key)
{
	node *n = new node { key };
	if (key < 0) return NULL;
	return n;
}
static void push(int key)
{
	node *n = made(key);
	n->uses = 1;
	mutex (list_lock) {
		n->next = list;
		list = n;
	}
}
static void find_or_push(int key)
{
	node *n = NULL;
	mutex (list_lock) {
		for (n = list; n;)
			mutex (n) {
				if (n->key == key) break;
				n = n->next;
			}
		if (!n) {
			n = new node { key };
			n->next = list;
			list = n;
		}
	}
}

// ---- Functions that delete ----

static int unref(node * mutex n) { return --n->uses; }
static void put(node *n)
{
	if (unref(n) == 0) {
		free(n->data);
		delete n;
	}
}
static void drop(node *n)
{
	if (!n) return;
	drop(n->left);
	drop(n->next);
	delete n;
}
static node *take(void)
{
	node *n;
	mutex (list_lock) {
		n = list;
		if (n) mutex (n) list = n->next;
	}
	return n;
}
static int reap(void)
{
	int keys = 0;
	for (node *n; (n = take());) {
		keys += n->key;
		delete n;
	}
	return keys;
}

// ---- Functions called by a pointer ----

static void with(struct account *a, void (*f)(struct account *)) { mutex (a->lock) f(a); }
static void twice(struct account *a) { a->n *= 2; }
static conc_mutex weight_lock;
static int weight[4] guarded (weight_lock) = { 3, 1, 2, 0 }, order[4] guarded (weight_lock) = { 0, 1, 2, 3 };
static int by_weight(const void *a, const void *b) { return weight[*(const int *)a] - weight[*(const int *)b]; }
static int lightest(void)
{
	mutex (weight_lock) {
		qsort(order, 4, sizeof *order, by_weight);
		return order[0];
	}
}

static void work(int i)
{
	move(&accounts[0], &accounts[1]);
	add(i);
	push(i);
	find_or_push(i + 10);
	with(&accounts[i], twice);
	lightest();
	mutex (cells[1]) cells[1].n++;
	drop(make(1));
}

int main(void)
{
	node *n = new node { .data = malloc(3), .uses = 2 };
	{
		task(void) a = spawn work(2), b = spawn work(3), c = spawn put(n);
		put(n);
		sum();
		sum_of_cells();
	}
	printf("%ld %ld %d %d\n", sum(), sum_of_cells(), reap(), lightest());
}
