// SPDX-License-Identifier: MIT
#include <conc.h>

struct node { struct node *next; channel(struct node *) *reply; channel(int) in, two[2]; };
monitor bank { long money; channel(long) log; };
thread worker { channel(int) *in; channel(worker *) *done; channel(char) own; };
typedef channel(unsigned long) numbers;
extern numbers elsewhere;
channel(int) at_file = {16}, pair[2] = {{1}, {2}};

void main(worker *self) { self->done << self; }

int each(numbers *c, int (*visit)(channel(int) *), int n);
int each(numbers *c, int (*visit)(channel(int) *), int n)
{
	channel(int) a = {128}, b = {}, d, some[3] = {{1}, {2}, {}};
	channel(int (*)(void)) calls = {0};
	channel(channel(int) *) many[n];
	numbers own = {16};
	static channel(int) kept = {3 /* few */};
	struct node one = {0, 0, {16}, {{1}, {2}}}, list[2] = {{.in = {4}}, {0}};
	bank of = {1, {7}};
	channel(worker *) done = {2};
	worker w = {&a, &done, {8}}, v[2] = {{.in = &b}, {&d}};
	__typeof__(a) same = {1};
	channel(int) *pointer = (channel(int) *)&kept;
	for (channel(int) loop = {1}; n; n--) loop << n;
	return visit(pointer) + (int)(sizeof(channel(int)) + sizeof d) + (int)conc_count(&of.log) +
	       (c == &own) + (int)sizeof many + (int)conc_count(&w.own);
}
