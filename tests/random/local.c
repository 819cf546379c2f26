/* SPDX-License-Identifier: MIT */
/* What belongs to a user thread: conc_local, errno, conc_self, and its kernel thread while it is pinned. */
#include "generate.h"

static void declare(struct program *p)
{
	text_add(&p->declarations,
		"static struct conc_local calls;\n"
		"__attribute__((unused)) static inline unsigned long next_call(void) { return ++*(unsigned long *)conc_local_get(&calls, sizeof(unsigned long)); }\n");
}

static bool keeps_errno(struct program *p)
{
	unsigned long n = below(p, 90);
	int number = ++p->number;
	open_brace(p);
	line(p, "errno = %lu;", n);
	line(p, "struct conc_thread *me_%d = conc_self();", number);
	line(p, "conc_yield();");
	line(p, "note(errno == %lu && me_%d == conc_self());", n, number);
	close_brace(p);
	return true;
}

static bool counts_calls(struct program *p)
{
	int number = ++p->number;
	open_brace(p);
	line(p, "unsigned long before_%d = next_call();", number);
	line(p, "conc_yield();");
	line(p, "%s += next_call() - before_%d;", p->sum, number);
	shadow_add(p, 0, constant(1));
	close_brace(p);
	return true;
}

static bool pins(struct program *p)
{
	int number = ++p->number;
	struct place outside = p->at;
	open_brace(p);
	line(p, "conc_pin();");
	line(p, "pthread_t here_%d = pthread_self();", number);
	stay_inside(p);
	p->at.pinned = true;
	p->at.depth++;
	statements(p, 1);
	p->at = outside;
	p->at.indent++;
	line(p, "note(pthread_equal(here_%d, pthread_self()));", number);
	line(p, "conc_unpin();");
	close_brace(p);
	return true;
}

static bool statement(struct program *p)
{
	if (p->at.spinning) return false;
	switch (below(p, 3)) {
	case 0: return keeps_errno(p);
	case 1: return counts_calls(p);
	default: return pins(p);
	}
}

const struct construct construct_local = { .name = "local", .declare = declare, .statement = statement, .weight = 2 };
