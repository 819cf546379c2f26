// SPDX-License-Identifier: MIT
#include <conc.h>

thread worker { int id; };
void main(worker *self) { (void)self; }
actor silent { int x; };
actor counter { long n; };
actor savings { inline counter; double rate; };
actor hidden;
message add { long by; };
message add_twice { inline add; long times; };
message sub { long by; };
message text { char *owned; };
message job { struct file *opened; };
message late { int x; };
message gone;
destroy (text *m) { (void)m->owned; }
receive (counter *self, add *m) { self->n += m->by; }
receive (counter *self, text *m) { (void)self; (void)m; }
static receive (savings *self, job *m) { (void)self; (void)m; }
receive (savings *self, sub *m);

add made(void);
void nothing(void);
int number(void);

void f(counter *p, const counter *fixed, savings *s, silent *q, hidden *h, counter all[3], counter **pp, int x,
       void *any, add *some, const add *frozen, add list[2], add **indirect, worker *w, gone *g)
{
	counter c = {}, v[4] = {};
	add one = {1}, ones[3] = {};
	add_twice twice = {{1}, 2};
	sub less = {1};
	text t = {0};
	p | less;                         /* nobody receives it */
	s | twice | &twice | less;        /* sliced; by reference is fine */
	q | one;                          /* receives nothing */
	h | one;
	p | t | &t | (text){0};           /* has a destroy */
	s | (job){};                      /* private, and fine */
	(savings *)p | (job){};
	p | (job){};
	p | (late){1};                    /* declared too late */
	p | x | 3 | "text" | 1.5;         /* no messages */
	p | any | NULL | 0 | (add *)0;
	p | nothing() | made | number();
	p | new add[3] {} | (new add[x]);
	p | frozen;                       /* by reference it could be changed */
	p | ones | list | indirect | &some;
	p | c | p | q;                    /* actors */
	p | w | *w;
	p | undeclared | made();
	p | one.by | one.nothing;
	p | (add){.nothing = 1};
	p | less + 1;
	p | g | finished_message;
	p | (finished_message){};
	fixed | one;
	v | one;
	all | one;
	pp | one;
	&p | one;
	x | one;
	w | one;
	any | one;
	NULL | one;
	one | p;
	one | less;
	undeclared | one;
	x = x | 3 | number();
}

receive (counter *self, late *m) { (void)self; (void)m; }

void g(counter *p) { p | (late){1}; }
