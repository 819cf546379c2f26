// SPDX-License-Identifier: MIT
// Every use that is allowed, in a unit without a message.
// flags: -Wall -Wextra -Werror
#include <conc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct node {
	int value;
	struct node *next;
} node;

typedef struct stack {
	int count;
	char name[16];
	const char *title;
	node *head;
	int values[64];
	int (*twice)(int);
	separate struct stack *other;
} stack;

struct holder {
	separate stack *s;
	int n;
};

struct incomplete;
typedef separate stack *stack_pointer;
typedef separate stack separate_stack;

static separate stack *shared;
separate struct incomplete *unknown;

static void push(stack *s, int value) { s->values[s->count++] = value; }
static int count(const stack *s) { return s->count; }
static int pop(stack *s) { return s->values[--s->count]; }
static int *last(stack *s) { return &s->values[s->count - 1]; }
static void transfer(stack *from, stack *to, int n)
{
	while (n--) push(to, pop(from));
}
static void set_title(stack *s, const char *title) { s->title = title; }
static void set_other(stack *s, separate stack *other) { s->other = other; }
static void set_twice(stack *s, int (*twice)(int)) { s->twice = twice; }
static int twice(int n) { return 2 * n; }
static void bump(node *n) { n->value++; }
static separate stack *make(void) { return new separate stack {1, "made", "title", NULL, {5}, twice, NULL}; }
static separate stack *self_of(stack *s) { return separate_of(s); }
static separate stack *sibling(stack *self) { return new separate(self) stack {}; }
static bool is_other(separate stack *s, separate stack *t) { return s != t; }
static int by_value(int n) { return n; }

static separate stack *pass_on(separate stack *s)
{
	separate stack *t = s, *const u = t;
	stack_pointer p = u;
	separate_stack *q = p;
	separate stack *array[] = {s, [1] = t, NULL};
	struct holder holder = {.s = s, .n = 1}, other = {t, 2};
	void *address = (void *)s;
	uintptr_t number = (uintptr_t)s;
	holder.s = (separate stack *)address;
	other = holder;
	shared = s;
	if (!s || s == NULL || s != t || s != array[1] || number == 0 || is_other(s, t)) return NULL;
	return s == address ? q : other.s ? other.s : array[0];
}

static int blocks(separate stack *s, separate stack *t, struct holder *holder)
{
	int sum = 0, buffer[64];
	char name[16];
	separate (s)
	{
		push(s, 1);
		(void)s, push(s, count(s));
		set_title(s, "literal");
		set_title(s, NULL);
		set_title(s, 0);
		set_other(s, t);
		set_other(s, s);
		set_twice(s, twice);
		sum += count(s) + s->count + (*s).count + s->values[0] + *last(s) + *s->values;
		sum += s->twice(1) + s->twice(by_value(s->count));
		s->count = sum > 1000 ? s->count : s->count;
		s->values[1] = 5, s->values[2]++, --s->values[2];
		s->values[3] += s->values[2];
		if (s->head) s->head = s->head->next;
		if (s->head && s->head->next != NULL) bump(s->head), bump(s->head->next);
		if (s->head && s->head == s->head->next) sum++;
		s->title = s->title;
		memcpy(buffer, s->values, sizeof s->values);
		strncpy(name, s->name, sizeof name);
		strcpy(s->name, "name");
		printf("%d %s %d\n", count(s), s->name, (void *)s != NULL);
		snprintf(s->name, sizeof s->name, "%d", 3);
		separate stack *u = s, *v = s->other;
		struct holder h = {s, count(s)};
		u = s;
		h.s = s->other;
		shared = s;
		if (u == s || s == v || is_other(s, u) || !s || (s && h.n)) sum++;
		s->other = s;
		node copy = {s->head ? s->head->value : 0, NULL};
		sum += copy.value;
		_Bool has = s->head;
		sum += has + (int)sizeof *s + (int)sizeof(s->values) + ((uintptr_t)s != 0);
		for (int i = 0; i < s->count; i++) {
			if (i == 1) continue;
			if (i == 2) break;
			push(s, i);
		}
		switch (count(s)) {
		case 0:
			return sum;
		default:
			goto out;
		}
	}
out:
	if (sum < 0) separate (s) return count(s);
	separate (s, t) { transfer(s, t, 2); }
	separate (s) separate (t) transfer(t, s, 2);
	separate (s) separate (s) push(s, 3);
	separate (s) require (count(s) > 0 && s->count < 60) sum += pop(s);
	separate (s, t) require (count(s) > count(t)) transfer(s, t, 1);
	separate (s) { separate (t) require (count(t) > 0) sum += pop(t); }
	separate (holder->s) { push(holder->s, holder->n); sum += holder->s->count; }
	separate (n = holder->s) { push(n, 2); }
	separate (made = make(), shared) { push(made, 2); push(shared, 1); delete made; }
	separate (shared) { pass_on(shared); }
	separate (s) { separate (s->other) { sum += s->other->count > 0; } }
	separate (s) { separate stack *k = pass_on(s); separate (k) push(k, 1); }
	separate (s) { separate (t) { push(s, 1); push(t, 2); } }
	if (sum) separate (t) { push(t, sum); } else separate (t) push(t, 0);
	return sum;
}

static int count_to(separate stack *s) { separate (s) return count(s); }

int main(void)
{
	separate stack *s = make(), *t = new separate(s) stack {.count = 1, .name = "t", .other = s};
	separate struct stack *u = new separate struct stack {};
	channel(separate stack *) c = {4};
	task(int) task = spawn count_to(s);
	conc_set_passive(s);
	conc_set_active(s);
	if (conc_is_passive(s)) return 1;
	c << s;
	delete u;
	u << c;
	separate (t) { c << t; t->other = s; u << c; conc_try_send(&c, t); waituntil (u << c) { push(t, 1); } }
	u = s;
	separate stack *null = NULL;
	join(task);
	separate (s) { task = spawn count_to(s); }
	join(task);
	delete null;
	struct holder holder = {.s = t};
	if (sizeof *s != sizeof(separate stack)) return 1;
	__typeof__(s) w = s;
	separate (s) { __typeof__(s) x = s; w = x; separate (t) push(t, 1); }
	separate (s) {
		separate stack *me = self_of(s), *brother = sibling(s);
		if (me != s || brother == s || u != s) puts("not itself");
		separate (brother) push(brother, 1);
		delete brother;
	}
	printf("%d\n", blocks(w, t, &holder));
	delete t;
	delete (s);
	return 0;
}
