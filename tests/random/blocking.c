/* SPDX-License-Identifier: MIT */
/* Blocking sections, and their way out. Most do not block; some do in the kernel. */
#include "generate.h"

static bool statement(struct program *p)
{
	if (p->at.spinning) return false;
	say(p, "blocking ");
	p->at.depth++;
	open_brace(p);
	if (p->at.times < 10 && chance(p, 20)) line(p, "usleep(10);");
	statements(p, 2);
	close_brace(p);
	return true;
}

const struct construct construct_blocking = { .name = "blocking", .statement = statement, .weight = 2 };
