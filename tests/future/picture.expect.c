#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

struct pair { long a, b; }; CONC_FUTURE_TYPE(int, conc_future_int); CONC_FUTURE_TYPE(struct pair, conc_future_struct_pair);
struct job { conc_future_int done; conc_future_struct_pair *result; };

double half(double x); CONC_FUTURE_TYPE(double, conc_future_double);
double wait_for_all(struct job *job, conc_future_double *f); CONC_TASK_TYPE(double, conc_task_double); CONC_SPAWN1(conc_spawn_half, double, conc_task_double, half, double); CONC_FUTURE_TYPE(_Bool, conc_future_bool);

double wait_for_all(struct job *job, conc_future_double *f)
{
	struct pair p = {1, 2};
	conc_future_double own CONC_SCOPED(conc_future_double) = {0}, other CONC_SCOPED(conc_future_double) = {0};
	struct job mine = {{.conc_future = {0}}, 0};
	conc_task_double t CONC_SCOPED(conc_task_double) = conc_spawn_half(CONC_HERE, 3);
	double y, z = 0;
	int rounded = 0;
	conc_future_double_fulfil(&own, 3.5, CONC_HERE);
	conc_future_double_fulfil(&other, half(conc_future_double_read_ok(&own, &y, CONC_HERE)), CONC_HERE);
	conc_future_struct_pair_fulfil_from(job->result, &p, CONC_HERE);
	conc_future_struct_pair_read_into(job->result, &p, CONC_HERE);
	if (conc_future_struct_pair_read_ok(mine.result, &p, CONC_HERE) && !(CONC_READ_AS(10, conc_future_double, rounded = conc_received_10, f))) conc_future_cancel(f);
	y = conc_task_double_join(&t, CONC_HERE);
	if (conc_future_int_fulfil_ok(&job->done, (int)y, CONC_HERE)) z = conc_future_double_read(f, CONC_HERE);
	bool ok = ((void)(y = conc_task_double_join_value(conc_spawn_half(CONC_HERE, 5), CONC_HERE)), 1);
	conc_future_bool told CONC_SCOPED(conc_future_bool) = {0};
	conc_future_bool_fulfil(&told, ok, CONC_HERE);
	if (conc_future_ready(f)) conc_future_reset(&mine.done);
	return ok ? y : z + rounded;
}
