#line 1 "spawned_picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>
typedef struct stack { int n; } stack;
typedef struct pair { /* separate */ stack *left, *right; } pair;
void move(stack *from, stack *to, int n);
int pop(stack *s);
void link_to(stack *s, /* separate */ stack *other);
void f(/* separate */ stack *s, /* separate */ stack *t, pair *p); CONC_TASK_TYPE_VOID(conc_task_void); CONC_TASK_TYPE(int, conc_task_int); CONC_SPAWN_SEPARATE1(conc_spawn_separate_pop, int, conc_task_int, pop, stack *); CONC_CALL_TYPE(move, stack *, stack *, int); CONC_CALL_TYPE(link_to, stack *, stack *);
void f(/* separate */ stack *s, /* separate */ stack *t, pair *p)
{
	CONC_SPAWN_SEPARATE(move, (s, t), s, t, 2);
	__extension__ ({ stack *const conc_object_8 = p->left; stack *const b = p->right; CONC_SPAWN_SEPARATE(move, (conc_object_8, b),
		conc_object_8, b, s == t ? 1 : 2); });
	if (s != t) CONC_SPAWN_SEPARATE(link_to, (s), s, t);
	else CONC_SPAWN_SEPARATE(link_to, (s, t), t, s);
	conc_task_int u CONC_SCOPED(conc_task_int) = conc_spawn_separate_pop(CONC_HERE, CONC_OBJECTS(s), s), v CONC_SCOPED(conc_task_int) = __extension__ ({ stack *const b = p->left; conc_spawn_separate_pop(CONC_HERE, CONC_OBJECTS(b), b); });
	{ CONC_SCOPE(14); {
		for (int i = 0; i < 3; i++) CONC_SCOPE_CHILD(14, conc_spawn_separate_pop(CONC_HERE, CONC_OBJECTS(s), s));
		CONC_SCOPE_COMPLETE(14); } }
	conc_task_int_join(&u, CONC_HERE);
	{ CONC_RESERVE(17, s); CONC_SPAWN_SEPARATE(move, (s, t), t, s, conc_task_int_join(&v, CONC_HERE)); }
}
