/* SPDX-License-Identifier: MIT */
/* channel in every place and of every type. */
#include <conc.h>
#include <stdbool.h>
#include <stdio.h>

struct pair { int a; double b; };
union word { int i; float f; };
enum colour { RED, GREEN };
typedef struct { char text[100]; } line;
typedef int (*function)(int);
typedef const char *const_text;
struct node { channel(int) in, two[2]; struct { channel(long) deep; } inner; int n; };
struct request { double x; channel(double) *reply; };
monitor shared { channel(int) c; int n; };

static channel(int) at_file = {3}, later;
static channel(unsigned char) bytes = {16};
static struct node of_file = { .in = {2}, .n = 1 };
static channel(struct request) requests;
static const channel(int) *never;

static int square(int n) { return n * n; }
static void make(channel(int) *out, int n)
{
	for (int i = 0; i < n; i++) out << i;
	conc_close(out);
}
static int take(channel(int) *in)
{
	int x, sum = 0;
	while (x << in) sum += x;
	return sum;
}
static void serve(channel(struct request) *in)
{
	struct request r;
	while (r << in) *r.reply << r.x * r.x;
}

static int types(void)
{
	channel(char) c = {1};
	channel(bool) b = {1};
	channel(float) f = {2};
	channel(struct pair) p = {2};
	channel(union word) w = {1};
	channel(enum colour) e = {1};
	channel(line) l = {1};
	channel(function) g = {1};
	channel(const_text) t = {1};
	channel(int *) ip = {1};
	channel(channel(int) *) cc = {1};
	channel(task(int)) ct = {2};
	channel(unsigned long long) u = {1};
	channel(long double) ld = {1};
	channel(void *) v = {1};
	channel(const int *) ci = {1};
	struct pair one = { 1, 2 }, two;
	line text = { "text" }, got;
	function h;
	const_text name;
	channel(int) inner = {1}, *which;
	task(int) job = spawn square(5), same;
	int x = 3, *at;
	char letter;
	bool yes;
	float half;
	void *any;
	enum colour colour;
	union word word;
	unsigned long long big;
	long double wide;
	const int *fixed;
	c << 'a';
	b << true;
	f << 0.5f;
	p << one;
	p << (struct pair){ 3, 4 };
	w << (union word){ .i = 1 };
	e << GREEN;
	l << text;
	g << square;
	t << "name";
	ip << &x;
	cc << &inner;
	ct << job;
	ct << spawn square(4);
	u << 5;
	ld << 0.25L;
	v << &x;
	ci << &x;
	letter << c;
	yes << b;
	half << f;
	two << p;
	if (!(one << p)) return 0;
	word << w;
	colour << e;
	got << l;
	h << g;
	name << t;
	at << ip;
	which << cc;
	which << 6;
	same << ct;
	big << u;
	wide << ld;
	any << v;
	fixed << ci;
	return letter + yes + (int)half + two.a + one.a + word.i + (int)colour + got.text[0] + h(2) + name[0] + *at + join(same) + (int)big + (int)wide + (any == at) + *fixed + conc_receive(which);
}

static int places(int n)
{
	channel(int) c = {128}, d, many[2], vla[n], *p = &c, grid[2][2] = { { {1}, {2} }, { {3}, {4} } };
	struct node one = { .in = {1} }, two[2] = { { .n = 1 }, { .n = 2 } };
	struct node *heap = new struct node { .in = {4}, .two = { {1}, {2} }, .n = 3 };
	shared s = { {1}, 2 };
	struct { channel(int) c; short n : 5; } odd = { .c = {8} };
	int x = 0, room[2] = { 0 };
	bool ok;
	c << x;
	p << x + 1;
	*p << 2;
	(n ? p : &c) << 3;
	conc_channel_init(&many[0], 1);
	many[0] << (x ? x : n);
	conc_channel_init(&many[1], 2);
	conc_channel_init(&vla[0], (size_t)n);
	vla[0] << 1;
	grid[1][1] << 4;
	one.in << 5;
	conc_channel_init(&two[1].two[0], 1);
	two[1].two[0] << 6;
	heap->in << 7;
	of_file.in << 8;
	mutex (s) s.c << 9;
	at_file << 10;
	odd.c << 1;
	bytes << 1;
	x << c;
	room[1] << p;
	if ((x << *p && x > 1) || x << c) n++;
	while (conc_try_receive(&c, &x)) n += x;
	ok = x << vla[0];
	ok = (c << x) && ok;
	if (!ok) return -1;
	ok = conc_try_send(&c, 4);
	conc_flush(&c, 3);
	x << many[0];
	x << grid[1][1];
	x << one.in;
	x << two[1].two[0];
	x << heap->in;
	x << of_file.in;
	x << s.c;
	x << at_file;
	x << odd.c;
	n += (int)conc_count(&c) + room[1] + ok;
	conc_close(&d);
	conc_shutdown(&c);
	delete heap;
	if (x << d) return -1;
	for (int i = 0; x << c; i++) n += i;
	do n++; while (x << d);
	return never ? 0 : n + x;
}

int main(void)
{
	channel(double) reply = {1};
	channel(int) c = {};
	task(void) server = spawn serve(&requests), maker = spawn make(&c, 10);
	int sum = take(&c);
	requests << (struct request){ 3, &reply };
	double y;
	y << reply;
	conc_close(&requests);
	conc_channel_fini(&later);
	join(server);
	join(maker);
	printf("%d %d %d %g\n", sum, types(), places(2), y);
	return 0;
}
