// SPDX-License-Identifier: MIT
// After grpc#3090: building the resolver starts who uses it, before it is stored.
#include <conc.h>
#include "../race/race.h"

struct resolver { int asked; };
struct wrapper { conc_mutex m; struct resolver *resolver; task(void) now; };

static void resolve_now(struct wrapper *w)
{
	mutex (w->m)
		if (w->resolver) w->resolver->asked++;
}

static struct resolver *build(struct wrapper *w)
{
	mutex (w->m) w->now = spawn resolve_now(w);
	return new struct resolver {};
}

int main(void)
{
	struct wrapper w = {};
	struct resolver *made = build(&w);
	ORDERED(mutex (w.m)) w.resolver = made;
	join(w.now);
	delete made;
}
