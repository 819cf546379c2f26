// SPDX-License-Identifier: MIT
// Channels that carry channels, futures, tasks and pointers to them: what fits decides.
#include <conc.h>
#include <stdio.h>

struct request { int x; channel(int) *reply; };

static void serve(channel(struct request) *requests)
{
	struct request r;
	while (r << requests) *r.reply << r.x * r.x;
}
static int twice(int x) { return 2 * x; }
static channel(int) *same(channel(int) *c) { return c; }

int main(void)
{
	channel(int) reply = {1}, *p, *q;
	channel(struct request) requests = {};
	channel(channel(int) *) channels = {2};
	channel(future(int) *) futures = {2};
	channel(task(int)) tasks = {2};
	task(void) server = spawn serve(&requests);
	int x;
	requests << (struct request){7, &reply};
	x << reply;
	printf("%d\n", x);
	conc_close(&requests);
	join(server);
	channels << &reply;
	p = &reply;
	channels << p;
	q << channels;
	p << channels;
	p << 3;
	x << q;
	printf("%d %d\n", x, p == q);
	future(int) f = {}, *g;
	futures << &f;
	g << futures;
	g << 4;
	x << f;
	printf("%d %d\n", x, x << *g);
	task(int) t = spawn twice(4), u = {0};
	tasks << t;
	tasks << spawn twice(5);
	u << tasks;
	t << tasks;
	printf("%d %d\n", join(u), join(t));
	t = spawn twice(6);
	bool ok = tasks << t;
	if (u << tasks) printf("%d %d\n", ok, join(u));
	conc_close(&tasks);
	t = spawn twice(7);
	if (!(tasks << t) && !(u << tasks)) printf("%d\n", join(t));
	task(channel(int) *) tp = spawn same(&reply);
	p << tp;
	p << 6;
	x << reply;
	printf("%d\n", x);
}
