// SPDX-License-Identifier: MIT
// A message is a plain value: it holds nothing with identity. Its hidden state takes no value.
#include <conc.h>

actor counter { long n; };
monitor account { long balance; };
struct bank { account own; };
message add { long by; };
message none {};
message bad {
	counter *good;
	counter actor_in;
	account monitor_in;
	struct bank bank_in;
	channel(int) channel_in;
	future(int) future_in[2];
	task(int) task_in;
	future(int) *asked;
};
message many { future(int) *asked[65]; };
actor holder { channel(int) all[20]; };
union either { add a; int n; };
struct pair { add a; int n; };
message text { char bytes[4]; struct { int x, y; } at; };

static _Thread_local add local;
static _Atomic(add) atomic;

long f(add *p, int n)
{
	register add fast;
	add a = { 1, 2 }, b[2] = { 1, 2 }, c = *p, d[2] = { *p, { 2 } };
	none e = { 1 }, g = { 0 };
	struct pair h = { 1, 2 }, i = { *p, 2 };
	text t = { "abc", { 1, 2 }, 3 }, u = { 'a', 'b', 'c', 'd', 1, 2 }, v = { u.bytes[0] }, w = { "abc", 1, 2 };
	a = (add){ 1, 2 };
	*p = (struct pair){ 1, 2 }.a;
	if (n) goto over;
	add late = { 1 };
over:
	return a.by + c.by + late.by + t.at.x + u.at.y + v.at.x + w.at.x;
}
