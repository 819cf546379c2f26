// SPDX-License-Identifier: MIT
// Digraphs, line splices within tokens and blanks behind a splice's backslash: C's other spellings of the same tokens.
%:include <conc.h>
%: include <stdio.h>

%:define CAT(a, b) a %:%: b
%:define STRING(x) %:x

thread worker <% int number, *sum; %>;
monitor account <% long balance; int last<:2:>; %>;

void ma\
in(worker *self) <% __atomic_fetch_add(self->sum, self->number, __ATOMIC_RELAXED); %>

static void deposit(account *mu\
tex self, long n)
<%
	self-\
>balance +\
= n;
	self->last<:1:> = CAT(4, 2);
%>

static int threads(int k)
<%
	int sum = 0;
	if (k) <% worker w = { 1, &sum }; %>
	<% worker w<:2:> = <% { 10, &sum %>, <% .number = 100, &sum } %>; }
	return sum;
%>

int main(void)
<%
	account a = <% 0 %>;
	channel(int) c = <% 2 %>;
	int x = 0, list<:3:> = <% 0 %>;
	deposit(&a, 5);
	mutex (a) <% a.balance++; %>
	mut\
ex (a) a.balance+\
+;
	c <\
< 7;
	wait\
until (list<:1:> << c) <% x = list<:1:>; %> o\
r else <% x = 0; %>
	printf("%d %ld %d %d\n", threads(1), a.balance, a.last<:1:>, x);
	task(int) t = spawn threads(0);
	printf("%d %s\n", join(t), STRING(a<:1:>));
%>
