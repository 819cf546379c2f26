#line 1 "comment_before_definitions.c"
// SPDX-License-Identifier: MIT
// A comment at the end of a line stays with what it describes: generated definitions go behind it.
#include <conc.h>

static int root, spare = -1;	// spare: a descriptor that is kept
static int before(int a) { return a + root + spare; }	/* of two
	lines */
static int behind(int a) { return a; } CONC_FUTURE_TYPE(int, conc_future_int);

int comment_before_definitions(conc_future_int *f);	// a future of int
CONC_TASK_TYPE(int, conc_task_int); CONC_SPAWN1(conc_spawn_before, int, conc_task_int, before, int); CONC_SPAWN1(conc_spawn_behind, int, conc_task_int, behind, int); int comment_before_definitions(conc_future_int *f)
{
	conc_task_int t CONC_SCOPED(conc_task_int) = conc_spawn_before(CONC_HERE, 1);
	conc_task_int_detach(conc_spawn_behind(CONC_HERE, 2));
	conc_future_int_fulfil(f, 1, CONC_HERE);
	return conc_task_int_join(&t, CONC_HERE);
}
