#include <conc.h>
#include <stdio.h>

static int receives(channel(int) *c)
{
	int x = -1, n = 0;
	while (x << c) n += x;
	return conc_cancelled() ? n : -1;
}

static int sends(channel(int) *c)
{
	int n = 0;
	while (c << n) n++;
	return conc_cancelled() ? n : -1;
}

static int reads(future(int) *f)
{
	int x = 5;
	return (x << f ? -1 : x);
}

static int by_clause(channel(int) *c, future(int) *f)
{
	int x, how = 0;
	waituntil (x << c) how = 1;
	or waituntil (f) how = 2;
	or waituntil (cancelled()) how = 3;
	// what can take place still does
	c << 7;
	waituntil (x << c) how = how * 10 + x;
	or waituntil (cancelled()) how = 0;
	waituntil (cancelled()) how *= 10;
	or waituntil (x << c) how = 0;
	return how;
}

static int by_check(channel(int) *c, future(int) *f)
{
	int x = 9, y = 8;
	bool ok = true, fine = true;
	waituntil (ok = x << c) {}
	or waituntil (fine = y << f) x = y;
	return ok * 1000 + fine * 100 + x;
}

static int by_and(channel(int) *c, channel(int) *full)
{
	int x, how = 0;
	waituntil (x << c) how += x;
	and ( waituntil (full << 1) how = 0;
	      or waituntil (cancelled()) how += 10; )
	return how;
}

static void check(task(int) t)
{
	conc_sleep(2ms);
	conc_cancel(t);
	printf("%d\n", join(t));
}

int main(void)
{
	channel(int) in = {3}, out = {3}, empty = {}, one = {1}, full = {};
	future(int) f = {};
	in << 1;
	in << 2;
	task(int) a = spawn receives(&in), b = spawn sends(&out), c = spawn reads(&f),
		d = spawn by_clause(&one, &f), e = spawn by_check(&empty, &f);
	check(a);
	check(b);
	check(c);
	check(d);
	check(e);
	one << 3;
	task(int) g = spawn by_and(&one, &full);
	check(g);
	printf("%zu %zu %zu\n", conc_count(&in), conc_count(&out), conc_count(&one));
}
