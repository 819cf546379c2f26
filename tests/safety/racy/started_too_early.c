// SPDX-License-Identifier: MIT
// class: publish
// An object is made in steps. The first step starts the thread that uses what the last step sets.
// After GoKer grpc#2371, where a resolver runs before its connection has a balancer.
#include <conc.h>
#include <stdio.h>

struct connection { task(int) watcher; int balancer, updates; };

static int watch(struct connection *c)
{
	return c->balancer;	/* races */
}

static struct connection *dial(void)
{
	struct connection *c = new struct connection {};

	c->watcher = spawn watch(c);
	c->balancer = 5;	/* races */
	return c;
}

int main(void)
{
	struct connection *c = dial();

	printf("%s\n", join(c->watcher) <= 5 ? "dialled" : "wrong");
	delete c;
}
