// SPDX-License-Identifier: MIT
#include <conc.h>

struct pair { long a, b; };
struct job { future(int) done; future(struct pair) *result; };

double half(double x);
double wait_for_all(struct job *job, future(double) *f);

double wait_for_all(struct job *job, future(double) *f)
{
	struct pair p = {1, 2};
	future(double) own = {}, other;
	struct job mine = {{}, 0};
	task(double) t = spawn half(3);
	double y, z = 0;
	int rounded = 0;
	own << 3.5;
	other << half(y << own);
	job->result << p;
	p << job->result;
	if (p << mine.result && !(rounded << f)) conc_future_cancel(f);
	y << t;
	if (job->done << (int)y) z << *f;
	bool ok = y << spawn half(5);
	future(bool) told = {};
	told << ok;
	if (conc_future_ready(f)) conc_future_reset(&mine.done);
	return ok ? y : z + rounded;
}
