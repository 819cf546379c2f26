// SPDX-License-Identifier: MIT
// flags: -Wall -Wextra -Wpedantic -Werror
// Targets that are volatile, in every spelling: the assignment is a volatile one, and no qualifier is lost.
#include <conc.h>
#include <stdbool.h>
#include <stdio.h>

typedef volatile int shared;
struct pair { int a, b; };
struct state {
	volatile int n;
	shared m;
	volatile bool came;
	volatile struct pair pair;
	const char *volatile text;
	unsigned five : 5;
};

int main(void)
{
	channel(int) in = {8};
	channel(struct pair) pairs = {2};
	channel(const char *) texts = {1};
	struct state state = { 0 }, *s = &state;
	volatile struct state every = { 0 }, *v = &every;
	volatile int array[2] = { 0 }, plain = 0, *p = &plain;
	volatile struct pair pair = { 0 };
	for (int i = 1; i <= 8; i++) in << i;
	waituntil (s->n << in) { }
	waituntil (s->came = s->m << in) { }
	waituntil (array[1] << in) { }
	waituntil (*p << in) { }
	waituntil (v->n << in) { }
	waituntil (v->came = v->five << in) { }
	waituntil (every.five << in) { }
	waituntil (plain << in) { array[0] = plain; }
	pairs << (struct pair){ 1, 2 };
	pairs << (struct pair){ 3, 4 };
	waituntil (s->pair << pairs) { }
	waituntil (pair << pairs) { }
	texts << "text";
	waituntil (s->text << texts) { }
	printf("%d %d %d %d %d %d %d\n", s->n, s->m, s->came, array[0], array[1], v->n, v->came);
	printf("%d %d %d %d %d %s\n", v->five, s->pair.a, s->pair.b, pair.a, pair.b, s->text);
	return 0;
}
