#line 1 "picture.c"
#include <conc.h>

typedef struct teller teller; struct teller { int id; struct conc_thread_object conc_thread; }; void conc_main_teller(teller *self); CONC_THREAD_TYPE(teller, conc_main_teller);
void conc_main_teller(teller *self) { self->id++; }

void f(int n);
int g(void); CONC_TASK_TYPE_VOID(conc_task_void); CONC_SPAWN1_VOID(conc_spawn_f, conc_task_void, f, int); CONC_TASK_TYPE(int, conc_task_int); CONC_SPAWN0(conc_spawn_g, int, conc_task_int, g);

void all(void)
{
	{ CONC_SCOPE(3); CONC_SCOPE_NAME(3, s); {
		CONC_SCOPE_CHILD(3, conc_spawn_f(CONC_HERE, 1));
		conc_task_int t CONC_SCOPED(conc_task_int) = conc_spawn_g(CONC_HERE); CONC_SCOPE_TASKS(13, 3, conc_task_int, t);
		teller w = { .id = 2 }; CONC_THREADS(14, teller, w); CONC_SCOPE_THREADS(15, 3, teller, w);
		if (conc_task_int_join(&t, CONC_HERE) < 0) CONC_CANCEL_SCOPE(s);
		CONC_CANCEL_TASK(t);
		CONC_CANCEL_THREAD(&w);
		CONC_SCOPE_COMPLETE(3); } }
	{ CONC_SCOPE(11); {
		for (int i = 0; i < 3; i++) CONC_SCOPE_CHILD(11, conc_spawn_f(CONC_HERE, i));
		CONC_SCOPE_COMPLETE(11); } }
}
