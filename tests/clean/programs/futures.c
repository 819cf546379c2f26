/* SPDX-License-Identifier: MIT */
/* future in every place and of every type. */
#include <conc.h>
#include <stdbool.h>
#include <stdio.h>

struct pair { int a; double b; };
typedef struct { char text[100]; } line;
typedef int (*function)(int);
struct node { future(int) f, two[2]; future(struct pair) *p; int n; };

static future(int) at_file = {}, later;
static future(const char *) name;
static struct node of_file = { .n = 1 };

static int square(int n) { return n * n; }
static double half(double x) { return x / 2; }
static int wait_for(future(int) *f)
{
	int x = -1;
	return (x << f ? x : -2);
}

static int types(void)
{
	future(char) c = {};
	future(bool) b = {};
	future(struct pair) p = {};
	future(line) l = {};
	future(function) g = {};
	future(float) x = {};
	future(unsigned short) u = {};
	future(struct pair) *q = &p;
	struct pair one = { 1, 2 }, two;
	line text = { "text" }, got;
	function h;
	char letter;
	bool yes;
	float y;
	unsigned short small;
	c << 'a';
	b << true;
	q << one;
	l << text;
	g << square;
	x << 0.5f;
	u << 7;
	letter << c;
	yes << b;
	two << q;
	if (!(one << p)) return 0;
	got << l;
	h << g;
	y << x;
	small << u;
	return letter + yes + two.a + one.a + got.text[0] + h(2) + (int)y + small;
}

static int places(int n)
{
	future(int) f = {}, many[2] = { {}, {} }, vla[n], *p = &f;
	struct node one = { .f = {} }, two[2] = { { .n = 1 }, { .n = 2 } };
	task(int) t = spawn square(3), w = spawn wait_for(&later);
	task(double) d = spawn half(1);
	int x = 0, room[2] = { 0 };
	double y;
	bool ok;
	p << 1;
	ok = f << 2;
	if (ok) return -1;
	many[1] << 3;
	for (int i = 0; i < n; i++) vla[i] << i;
	one.f << 4;
	two[1].two[1] << 5;
	of_file.f << 6;
	at_file << 7;
	name << "name";
	x << *p;
	room[1] << many[1];
	ok = x << vla[0];
	x << one.f;
	x << two[1].two[1];
	x << of_file.f;
	if (x << at_file && x == 7) n++;
	x << t;
	y << d;
	later << 1;
	n += join(w) + conc_future_ready(&later);
	conc_future_reset(&later);
	if (conc_future_cancel(&later)) n++;
	return n + x + (int)y + room[1] + ok;
}

int main(void)
{
	printf("%d %d\n", types(), places(2));
	return 0;
}
