// SPDX-License-Identifier: MIT
#ifndef PIPE_H
#define PIPE_H
#include <conc.h>

struct item { long weight; };
typedef long total;
typedef channel(struct item) item_channel;
extern item_channel items;

thread worker { item_channel *in; future(long) *sum; };
void main(worker *self);

static inline void feed(item_channel *c, long n)
{
	for (long i = 1; i <= n; i++) c << (struct item){i};
	conc_close(c);
}

int items_left(channel(struct item) *c);

#endif
