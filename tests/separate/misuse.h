// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct node {
	int value;
	struct node *next;
} node;

typedef struct stack {
	int count;
	int values[8];
	node *head;
	separate struct stack *other;
} stack;

void push(stack *s, int value);
int count(const stack *s);
node *find(stack *s, int value);
separate stack *make(void);
