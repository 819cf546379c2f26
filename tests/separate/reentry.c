// SPDX-License-Identifier: MIT
// A client that holds a reservation and reserves the same handler again re-enters it: by the same
// object or another one on the handler, in the same function or a called one, together with others.
#include <conc.h>
#include <stdio.h>
#include <string.h>

typedef struct { char text[80]; } paper;

static void add(paper *p, char c)
{
	size_t n = strlen(p->text);
	p->text[n] = c;
}

static int length(const paper *p) { return (int)strlen(p->text); }

static int called(separate paper *p, char c)
{
	separate (p) {
		add(p, c);
		return length(p);
	}
}

static void twice(separate paper *p, separate paper *q, char c, int depth)
{
	separate (p, q) {
		add(p, c);
		if (depth) twice(q, p, (char)(c + 1), depth - 1);
		add(p, c);
	}
}

static void intruder(separate paper *p)
{
	for (int i = 0; i < 5; i++) separate (p) add(p, '!'), add(p, '?');
}

int main(void)
{
	separate paper *p = new separate paper {}, *other = new separate paper {};
	separate paper *q = new separate(p) paper {};
	scope {
		spawn intruder(p);
		separate (p) {
			add(p, '1');
			separate (p) {
				add(p, '2');
				separate (q) add(q, 'a');	// on the same handler: behind what is logged
				add(p, '3');
			}
			separate (other, q) {
				add(q, 'b');
				add(other, 'x');
				add(p, '4');
				separate (p, other) add(p, (char)('0' + length(q) + length(other) + 2));
			}
			int n = called(p, '6'), m = called(q, 'c');
			if (!strstr(p->text, "123456") || length(p) != n || m != 3) puts("not in order");
			add(p, '7');
			twice(p, q, 'A', 2);
			if (!strstr(p->text, "1234567ACCA")) puts(p->text);
			separate (q) if (strcmp(q->text, "abcBB")) puts(q->text);
		}
	}
	separate (p, other) {
		int n = length(other);
		printf("%d %d %c\n", length(p), n, other->text[0]);
	}
	delete p;
	delete q;
	delete other;
}
