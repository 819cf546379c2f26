// SPDX-License-Identifier: MIT
// While its condition is false a client has the reservation no longer: others get in, in order, and
// the client's block begins only when it holds. What stands before the statement is not done again.
#include <conc.h>
#include <stdio.h>
#include <string.h>

typedef struct { char text[40]; int n; } paper;

static void append(paper *p, char c)
{
	p->text[p->n++] = c;
}

static char last(const paper *p) { return p->n ? p->text[p->n - 1] : '-'; }

static void follow(separate paper *p, char before, char mine)
{
	for (int i = 0; i < 5; i++)
		separate (p) require (last(p) == before) {
			append(p, mine);
			conc_yield();
			if (last(p) != mine) puts("interrupted");
		}
}

int main(void)
{
	separate paper *p = new separate paper {};
	scope {
		spawn follow(p, 'c', 'd');
		spawn follow(p, 'b', 'c');
		spawn follow(p, 'a', 'b');
		spawn follow(p, 'd', 'a');
		separate (p) append(p, 'd');
	}
	separate (p) printf("%s %d\n", strcmp(p->text, "dabcdabcdabcdabcdabcd") ? "other" : "in turn", p->n);
	delete p;
}
