#line 1 "picture.c"
/* A set and its members in the emitted C. */
#include <conc.h>

typedef struct worker worker; struct worker { int n; struct conc_thread_object conc_thread; }; void conc_main_worker(worker *self); CONC_THREAD_TYPE(worker, conc_main_worker);
void conc_main_worker(worker *self) { self->n++; } CONC_CHANNEL_TYPE(int, conc_channel_int); CONC_FUTURE_TYPE(int, conc_future_int); CONC_TASK_TYPE(int, conc_task_int);

int wait(conc_waitset *s, conc_channel_int *c, conc_future_int *f, conc_task_int *t, worker *w)
{
	int i, sum = CONC_WAITSET_ADD_CHANNEL(s, c);
	worker own = {.n = 1}; CONC_THREADS(14, worker, own);
	conc_channel_int d CONC_SCOPED(conc_channel_int) = CONC_CHANNEL(1);
	CONC_WAITSET_ADD_CHANNEL(s, &d);
	CONC_WAITSET_ADD_FUTURE(s, f);
	CONC_WAITSET_ADD_TASK(s, *t);
	CONC_WAITSET_ADD_THREAD(s, w);
	CONC_WAITSET_ADD_THREAD(s, &own);
	i = conc_waitset_receive(s, CONC_HERE);
	while (conc_waitset_receive_ok(s, &i, CONC_HERE)) sum += i;
	{ conc_waitset_element conc_value_13_0; conc_waitset_element conc_value_13_1; CONC_WAITUNTIL(13, 2); conc_again_13: CONC_ON_WAITSET(13, 0, 1, conc_waitset, s) { int n = conc_value_13_0; { sum += n; } }
	else CONC_ON_WAITSET(13, 1, 1, conc_waitset, &s[1]) { i = conc_value_13_1; { sum += i; } } else { CONC_CHOOSE(13); goto conc_again_13; } }
	return sum;
}
