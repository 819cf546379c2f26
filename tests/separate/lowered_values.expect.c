#line 1 "lowered_values.c"
/* SPDX-License-Identifier: MIT */
/* Where the separate pointer itself is wanted, nothing waits, in the block and out of it. */
#include <conc.h>

CONC_CHANNEL_TYPE(int, conc_channel_int); typedef struct cell {
	int n;
	/* separate */ struct cell *next;
	conc_channel_int *log;
} cell;
typedef struct holder {
	int n;
	conc_channel_int out;
} holder;
typedef struct worker worker; struct worker {
	/* separate */ cell *c; struct conc_thread_object conc_thread;
}; void conc_main_worker(worker *self); CONC_THREAD_TYPE(worker, conc_main_worker);
struct pair {
	/* separate */ cell *a, *b;
};

static int get(const cell *c) { return c->n; }
static void link_to(cell *c, /* separate */ cell *next) { c->next = next; }
static int work(/* separate */ cell *c, int n)
{
	{ CONC_RESERVE(9, c); return get(CONC_SYNC(conc_reserved_9, c)) + n; }
}
void conc_main_worker(worker *self)
{
	{ cell *const conc_object_11 = self->c; CONC_RESERVE(11, conc_object_11); CONC_SYNC(conc_reserved_11, conc_object_11)->n = 1; }
}
static /* separate */ cell *same(/* separate */ cell *c) { return c; }

int values(/* separate */ cell *c, /* separate */ cell *d); CONC_CHANNEL_TYPE(struct cell *, conc_channel_struct_cell_ptr); CONC_FUTURE_TYPE(struct cell *, conc_future_struct_cell_ptr); CONC_TASK_TYPE(int, conc_task_int); CONC_SPAWN2(conc_spawn_work, int, conc_task_int, work, cell *, int); CONC_CALL_TYPE(link_to, cell *, cell *);
int values(/* separate */ cell *c, /* separate */ cell *d)
{
	conc_channel_struct_cell_ptr queue CONC_SCOPED(conc_channel_struct_cell_ptr) = CONC_CHANNEL(2);
	conc_future_struct_cell_ptr found CONC_SCOPED(conc_future_struct_cell_ptr) = {0};
	{ CONC_RESERVE(22, c, d); {
		/* separate */ cell *copy = c, *array[2] = {c, d};
		struct pair pair = {.a = c, d};
		copy = pair.b ? c : d;
		conc_call_link_to(conc_reserved_22, c, d);
		conc_channel_struct_cell_ptr_send(&queue, c, CONC_HERE);
		conc_future_struct_cell_ptr_fulfil(&found, d, CONC_HERE);
		conc_task_int t CONC_SCOPED(conc_task_int) = conc_spawn_work(CONC_HERE, c, 3);
		worker w = {.c = c}; CONC_THREADS(32, worker, w);
		/* separate */ cell *e = CONC_NEW_SEPARATE_WITH(27, c, cell, {.n = 3, .next = d});
		void *bytes = (void *)c;
		if (c == d || c != array[1] || !c || copy == c || same(c) == d) copy = (/* separate */ cell *)bytes;
		CONC_DELETE_SEPARATE(e);
		CONC_DELETE_SEPARATE(copy);
		int n = conc_task_int_join(&t, CONC_HERE);
		return n;
	} }
}
