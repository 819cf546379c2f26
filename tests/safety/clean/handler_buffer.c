// SPDX-License-Identifier: MIT
// class: separate
// A picture is an argument by value. The call has its own copy, and the client fills the picture again at once.
#include <conc.h>
#include <stdio.h>

typedef struct { int drawn; } screen;
typedef struct { int pixels[4]; } picture;

static void draw(screen *s, picture p)
{
	for (int i = 0; i < 4; i++)
		s->drawn += p.pixels[i];
}

int main(void)
{
	separate screen *s = new separate screen {};
	picture p;
	int drawn;

	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 4; i++)
			p.pixels[i] = round;
		separate (s) draw(s, p);
	}
	separate (s) drawn = s->drawn;
	delete s;
	printf("%d\n", drawn);
	return drawn != 12;
}
