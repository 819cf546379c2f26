#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>

typedef struct account account; struct account { long balance; struct conc_owner_lock conc_owner; };
typedef struct worker worker; struct worker { int done; struct conc_thread_object conc_thread; }; void conc_main_worker(worker *self); CONC_THREAD_TYPE(worker, conc_main_worker);
struct line { char text[80]; };
struct page { char text[8192]; };
struct flags { unsigned ready : 1, full : 1; };

void conc_main_worker(worker *self) { self->done = 1; }
long square(long n);
long square(long n) { return n * n; } CONC_CHANNEL_TYPE(int, conc_channel_int);
void either(conc_channel_int *in, conc_channel_int *out, int max, conc_duration patience); CONC_FUTURE_TYPE(double, conc_future_double);
void all(account *a, conc_rw_lock *rw, conc_future_double *f, worker *w, int n); CONC_CHANNEL_TYPE(struct line, conc_channel_struct_line); CONC_CHANNEL_TYPE(struct page, conc_channel_struct_page);
void targets(conc_channel_int *in, conc_channel_struct_line *lines, conc_channel_struct_page *pages, struct flags *s, int a[4]);

void either(conc_channel_int *in, conc_channel_int *out, int max, conc_duration patience)
{
	int v = 0, n = 0;
	{ conc_channel_int_element conc_value_12_0; conc_channel_int_element conc_value_12_1; CONC_WAITUNTIL(12, 3); conc_again_12: CONC_ON_RECEIVE(12, 0, 1, conc_channel_int, in) { v = conc_value_12_0; { n += v; } }
	else CONC_ON_SEND(12, 1, n < max, conc_channel_int, out, n + 1) {
		n--;			// unchanged
	}
	else CONC_ON_TIMEOUT(12, 2, 1, patience) {
		puts("late"); }
	else CONC_ON_ELSE(12, n) {
		puts("idle");
	} else { CONC_CHOOSE(12); goto conc_again_12; } }
	{ conc_channel_int_element conc_value_13_0; conc_channel_int_element conc_value_13_1; CONC_WAITUNTIL(13, 2); conc_again_13: CONC_ON_RECEIVE(13, 0, 1, conc_channel_int, in) { v = conc_value_13_0; { n = v; } } else CONC_ON_RECEIVE(13, 1, 1, conc_channel_int, out) { v = conc_value_13_1; n -= v; } else { CONC_CHOOSE_FAIR(13); goto conc_again_13; } }
} CONC_TASK_TYPE(long, conc_task_long); CONC_SPAWN1(conc_spawn_square, long, conc_task_long, square, long);

void all(account *a, conc_rw_lock *rw, conc_future_double *f, worker *w, int n)
{
	double y = 0;
	conc_task_long t CONC_SCOPED(conc_task_long) = conc_spawn_square(CONC_HERE, 3), u[2] = {0}; CONC_TASKS(25, conc_task_long, u);
	conc_task_long_assign(&u[0], conc_spawn_square(CONC_HERE, 4), CONC_HERE);
	conc_task_long_assign(&u[1], conc_spawn_square(CONC_HERE, 5), CONC_HERE);
	long r = 0;
	{ int conc_group_19_0 = 0; conc_future_double_element conc_value_19_3; CONC_WRITTEN(y); CONC_WAITUNTIL_AND(19, 5); conc_again_19: CONC_ON_LOCK(19, 0, 1, conc_owner_lock, CONC_MONITOR(a)) { a->balance++; }
	else CONC_GROUP(19, 0, n > 0) CONC_ON_LOCK(19, 1, conc_group_19_0, conc_rw_lock, rw) { puts("write"); } else CONC_ON_LOCK(19, 2, conc_group_19_0 && (n > 1), conc_rw_reader, conc_reading(rw)) { puts("read"); } 
	
	else CONC_ON_READ(19, 3, 1, conc_future_double, f) { y = conc_value_19_3; printf("%g\n", y); }
	else CONC_ON_THREAD(19, 4, 1, w) { puts("ended"); } if (CONC_NEXT_UNTIL(19, (CONC_RAN(19, 0) && (CONC_RAN(19, 1) || CONC_RAN(19, 2) || (CONC_OFF(19, 1) && CONC_OFF(19, 2))) && CONC_RAN(19, 3)) || CONC_RAN(19, 4))) goto conc_again_19; }
	{ conc_task_long *conc_task_20_1 = 0; CONC_WRITTEN(r); CONC_WAITUNTIL_AND(20, 3); conc_again_20: CONC_ON_TASK(20, 0, 1, &t) { r = conc_task_long_join(&t, CONC_HERE); printf("%ld\n", r); } else CONC_ON_TASK(20, 1, 1, conc_task_20_1 = &u[n % 2]) { r = conc_task_long_join(conc_task_20_1, CONC_HERE); printf("%ld\n", r); } else CONC_ON_TASK(20, 2, 1, &u[0]) { } if (CONC_NEXT_UNTIL(20, CONC_RAN(20, 0) && CONC_RAN(20, 1) && CONC_RAN(20, 2))) goto conc_again_20; }
}

void targets(conc_channel_int *in, conc_channel_struct_line *lines, conc_channel_struct_page *pages, struct flags *s, int a[4])
{
	struct line l = {{0}};
	struct page p = {{0}};
	bool ok = false, oks[2];
	{ conc_channel_int_element conc_value_24_0; int *conc_target_24_0 = 0; conc_channel_int_element conc_value_24_1; struct flags *conc_target_24_1 = 0; conc_channel_int_element conc_value_24_3; _Bool *conc_checked_24_3 = 0; int *conc_target_24_3 = 0; conc_channel_struct_line_element conc_value_24_4; CONC_KEPT(conc_channel_struct_page, conc_value_24_5); CONC_WAITUNTIL(24, 6); conc_again_24: CONC_ON_RECEIVE(24, 0, 1, conc_channel_int, (conc_target_24_0 = &a[s->ready++], in)) { *conc_target_24_0 = conc_value_24_0; { } }
	else CONC_ON_RECEIVE(24, 1, 1, conc_channel_int, (conc_target_24_1 = s, in + 1)) { conc_target_24_1->full = conc_value_24_1; { } }
	else CONC_ON_RECEIVE_INTO_OK(24, 2, 1, conc_channel_struct_line, &l, lines) { ok = CONC_TOOK_PLACE(24, 2); { if (ok) puts(l.text); } }
	else CONC_ON_RECEIVE_OK(24, 3, 1, conc_channel_int, (conc_checked_24_3 = &oks[1], conc_target_24_3 = a, &in[2])) { *conc_checked_24_3 = CONC_TOOK_PLACE(24, 3); if (CONC_TOOK_PLACE(24, 3)) *conc_target_24_3 = conc_value_24_3; { } }
	else CONC_ON_SEND_OK(24, 4, 1, conc_channel_struct_line, lines, ((struct line){ "some", })) { ok = CONC_TOOK_PLACE(24, 4); { } }
	else CONC_ON_SEND_LARGE(24, 5, 1, conc_channel_struct_page, pages, p) { } else { CONC_CHOOSE(24); goto conc_again_24; } }
}
