#line 1 "objects.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

CONC_CHANNEL_TYPE(struct node *, conc_channel_struct_node_ptr); CONC_CHANNEL_TYPE(int, conc_channel_int); struct node { struct node *next; conc_channel_struct_node_ptr *reply; conc_channel_int in, two[2]; }; CONC_CHANNEL_TYPE(long, conc_channel_long);
typedef struct bank bank; struct bank { long money; conc_channel_long log; struct conc_owner_lock conc_owner; }; CONC_CHANNEL_TYPE(struct worker *, conc_channel_struct_worker_ptr); CONC_CHANNEL_TYPE(char, conc_channel_char);
typedef struct worker worker; struct worker { conc_channel_int *in; conc_channel_struct_worker_ptr *done; conc_channel_char own; struct conc_thread_object conc_thread; }; void conc_main_worker(worker *self); CONC_THREAD_TYPE(worker, conc_main_worker); CONC_CHANNEL_TYPE(unsigned long, conc_channel_unsigned_long);
typedef conc_channel_unsigned_long numbers;
extern numbers elsewhere;
conc_channel_int at_file = CONC_CHANNEL(16), pair[2] = {CONC_CHANNEL(1), CONC_CHANNEL(2)};

void conc_main_worker(worker *self) { conc_channel_struct_worker_ptr_send(self->done, self, CONC_HERE); }

int each(numbers *c, int (*visit)(conc_channel_int *), int n); CONC_CHANNEL_TYPE(int (*)(void), conc_channel_int_ptr_void); CONC_CHANNEL_TYPE(conc_channel_int *, conc_channel_conc_channel_int_ptr);
int each(numbers *c, int (*visit)(conc_channel_int *), int n)
{
	conc_channel_int a CONC_SCOPED(conc_channel_int) = CONC_CHANNEL(128), b CONC_SCOPED(conc_channel_int) = {0}, d CONC_SCOPED(conc_channel_int) = {0}, some[3] = {CONC_CHANNEL(1), CONC_CHANNEL(2), CONC_CHANNEL(0)}; CONC_CHANNELS(24, conc_channel_int, some);
	conc_channel_int_ptr_void calls CONC_SCOPED(conc_channel_int_ptr_void) = {0};
	conc_channel_conc_channel_int_ptr many[n]; CONC_ZERO(many); CONC_CHANNELS(25, conc_channel_conc_channel_int_ptr, many);
	numbers own CONC_SCOPED(conc_channel_unsigned_long) = CONC_CHANNEL(16);
	static conc_channel_int kept = CONC_CHANNEL(3 /* few */);
	struct node one = {0, 0, CONC_CHANNEL(16), {CONC_CHANNEL(1), CONC_CHANNEL(2)}}, list[2] = {{.in = CONC_CHANNEL(4)}, {0}}; CONC_CHANNEL_MEMBERS(26, one, one, in); CONC_CHANNEL_MEMBERS(27, one, one, two[0]); CONC_CHANNEL_MEMBERS(28, one, one, two[1]); CONC_CHANNEL_MEMBERS(29, list, list[0], in); CONC_CHANNEL_MEMBERS(30, list, list[0], two[0]); CONC_CHANNEL_MEMBERS(31, list, list[0], two[1]);
	bank of = {.money = 1, .log = CONC_CHANNEL(7)}; CONC_CHANNEL_MEMBERS(32, of, of, log);
	conc_channel_struct_worker_ptr done CONC_SCOPED(conc_channel_struct_worker_ptr) = CONC_CHANNEL(2);
	worker w = {.in = &a, .done = &done, .own = CONC_CHANNEL(8)}, v[2] = {{.in = &b}, {.in = &d}}; CONC_CHANNEL_MEMBERS(33, w, w, own); CONC_THREADS(34, worker, w); CONC_CHANNEL_MEMBERS(35, v, v[0], own); CONC_THREADS(36, worker, v);
	__typeof__(a) same CONC_SCOPED(conc_channel_int) = CONC_CHANNEL(1);
	conc_channel_int *pointer = (conc_channel_int *)&kept;
	for (conc_channel_int loop CONC_SCOPED(conc_channel_int) = CONC_CHANNEL(1); n; n--) conc_channel_int_send(&loop, n, CONC_HERE);
	return visit(pointer) + (int)(sizeof(conc_channel_int) + sizeof d) + (int)conc_count(&of.log) +
	       (c == &own) + (int)sizeof many + (int)conc_count(&w.own);
}
