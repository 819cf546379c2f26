#line 1 "emitted.c"
// SPDX-License-Identifier: MIT
// What is emitted keeps the author's spelling, and has letters beyond ASCII as such where names are written anew.
#include <conc.h>

typedef struct läufer läufer; struct läufer <% int n; struct conc_thread_object conc_thread; %>; void conc_main_läufer(läufer *self); CONC_THREAD_TYPE(läufer, conc_main_läufer);
typedef struct café café; struct caf\u00e9 { long balance; struct conc_owner_lock conc_owner; };

void conc_main_läufer(l\u00e4ufer *self) { self->n++; }
static void deposit(café *
 self, long n) <% CONC_HOLD(4, conc_owner_lock, CONC_MONITOR(self)); self->balance += n; %> CONC_CHANNEL_TYPE(struct café *, conc_channel_struct_café_ptr);

void f(void)
{
	caf\u00e9 a<:2:> = { { .balance = 1 }, <% .balance = 2 %> };
	conc_channel_struct_café_ptr c CONC_SCOPED(conc_channel_struct_café_ptr) = CONC_CHANNEL(1 );
	if (a[0].balance) <% läufer l = { .n = 1 }; CONC_THREADS(8, läufer, l); %>
	{ CONC_HOLD2(6, conc_owner_lock, CONC_MONITOR(&a[0]), CONC_MONITOR(&a<:1:>)); <% a[1].balance++; %> }
	conc_channel_struct_café_ptr_send(&c, 
CONC_NEW(7, caf\u00e9, <% .balance = 3 %>), CONC_HERE);
	deposit(conc_channel_struct_café_ptr_receive(&c, CONC_HERE), 1);
}
