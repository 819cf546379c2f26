// SPDX-License-Identifier: MIT
// What is emitted keeps the author's spelling, and has letters beyond ASCII as such where names are written anew.
#include <conc.h>

thread läufer <% int n; %>;
monitor caf\u00e9 { long balance; };

void main(l\u00e4ufer *self) { self->n++; }
static void deposit(café *mu\
tex self, long n) <% self->balance += n; %>

void f(void)
{
	caf\u00e9 a<:2:> = { { 1 }, <% 2 %> };
	channel(café *) c = { 1 };
	if (a[0].balance) <% läufer l = { 1 }; %>
	mutex (a[0], a<:1:>) <% a[1].balance++; %>
	c <\
< new caf\u00e9 <% 3 %>;
	deposit(conc_receive(&c), 1);
}
