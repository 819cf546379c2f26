// SPDX-License-Identifier: MIT
// What can be separate.
#include "misuse.h"

monitor account { long balance; };
thread teller { int n; };
void main(teller *self) { self->n++; }
actor counter { int n; };
message add { int n; };
receive (counter *self, add *m) { self->n += m->n; }
typedef stack *pointer;
typedef void function(void);

separate stack object;
static separate int number = 1;
separate stack array[2];
separate pointer typed;
separate stack made_by_value(void);
void taken(separate stack s, separate int array[3]);
struct holder { separate stack s; separate int n; separate stack *good; };
separate void (*function_pointer)(void);
separate function *another;
separate account *a;
separate struct teller *b;
void parameters(separate counter *c, separate add *m);
separate struct incomplete *good;
separate void *good_too;
separate stack *(*good_function)(separate stack *);
extern separate stack *good_array[];

void f(separate stack *s, stack *p, int n, int *data, const char *text)
{
	separate stack local;
	separate int i = 0;
	for (separate int k = 0; n < 3; n++) { }
	node list = {1, NULL};
	int values[8] = {0};
	struct text { char name[8]; const char *text; int *data; node node; function *f; } *t;
	a = new separate account {};
	new separate teller {};
	new separate counter {};
	new separate add {1};
	new separate stack[3] {};
	new separate struct incomplete {};
	new separate(n) stack {};
	new separate(s) stack {};
	new separate(p) stack {};
	new separate stack {1, {2}, &list};
	new separate stack {.head = p->head, .other = s};
	new separate struct text {"name", "text", NULL, {1, NULL}, NULL};
	new separate struct text {.name = "a", text, data, list, f};
	new separate struct text {.data = values, .node = {1, &list}};
	new separate struct text {.data = (int[]){1, 2}};
	separate (s) { new separate stack {.head = s->head}; new separate(s) stack {.other = s}; }
	separate_of(p), separate_of(&list), separate_of(values), separate_of(s);
	separate_of(n);
	separate_of(f);
	separate_of(NULL), separate_of(&p->head), separate_of(&p[1]);
	separate_of(nowhere);
	separate_of(p, p);
	separate (s) { separate_of(s); separate_of(s->head); }
	conc_set_passive(p);
	conc_set_active(n);
	conc_set_passive(s);
	conc_set_passive((void *)s);
	typedef separate stack alias;
	alias named, *pointer = new alias {};
	pointer = &(separate stack){1};
	pointer = (separate stack []){{1}};
	pointer = &(alias){1};
	(void)t;
}
