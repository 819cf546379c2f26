// SPDX-License-Identifier: MIT
// Types whose mangled names would be one: pointers to const, a tag that looks like a pointer.
#include <conc.h>
#include <stdio.h>

struct node { int x; };
struct node_ptr { int x; };

static const char *name(void) { return "constant"; }
static char *text(char *to) { return to; }

int main(void)
{
	char letters[] = "letters", *writable;
	const char *constant;
	channel(const char *) constants = {1};
	channel(char *) texts = {1};
	channel(char *const *) pointers = {1};
	channel(struct node *) nodes = {1};
	channel(struct node_ptr) structures = {1};
	struct node n = {1}, *p;
	struct node_ptr s = {2};
	constants << name();
	texts << letters;
	pointers << &(char *const){letters};
	constant << constants;
	writable << texts;
	*writable = 'L';
	printf("%s %s\n", constant, letters);
	nodes << &n;
	structures << s;
	p << nodes;
	s << structures;
	printf("%d %d %s\n", p->x, s.x, *conc_receive(&pointers));
	task(const char *) t = spawn name();
	task(char *) u = spawn text(letters);
	constant << t;
	writable << u;
	printf("%s %s\n", constant, writable);
}
