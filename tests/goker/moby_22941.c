// SPDX-License-Identifier: MIT
// After moby#22941: threads that write to one pipe take what they write from the loop's variable.
#include <conc.h>
#include "../race/race.h"

struct pair { const char *sent, *expected; };
struct pipe { conc_mutex m; int written; };

static void write_to(struct pipe *p, const char *text)
{
	mutex (p->m) p->written += *text == 'G';
}

static void send_first(struct pipe *p, struct pair BESIDE(*) pair)
{
	write_to(p, pair BESIDE(->) ORDERED(.) sent);
}

int main(void)
{
	static const struct pair tests[] = { { "GET /a", "GET /b" }, { "GET /c", "GET /d" } };
	static struct pipe p;
	static struct pair pair;
	scope {
		for (int i = 0; i < 2; i++) {
			pair = tests[i];
			spawn send_first(&p, BESIDE(&) pair);
		}
	}
	return p.written != 2;
}
