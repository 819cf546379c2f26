// SPDX-License-Identifier: MIT
// class: separate
// A client fills a global buffer and logs a call that reads it. It fills the buffer again before the call has run.
#include <conc.h>
#include <stdio.h>

typedef struct { int drawn; } screen;
static int picture[4];

static void draw(screen *s)
{
	for (int i = 0; i < 4; i++)
		s->drawn += picture[i];	/* races */
}

int main(void)
{
	separate screen *s = new separate screen {};
	int drawn;

	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 4; i++)
			picture[i] = round;	/* races */
		separate (s) draw(s);
	}
	separate (s) drawn = s->drawn;
	delete s;
	printf("%s\n", drawn <= 24 ? "drawn" : "too much");
}
