// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
// flavours: concc gcc asan tsan schedules
#include <conc.h>
#include <stdio.h>

/* The dialect in GNU C's functions in functions, whose parameters and outer variables are operands. */
monitor account { long balance; };
actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }

static int use(counter *p, account *outer)
{
	channel(int) c = {1};
	conc_mutex m = {};
	int times = 0;
	void nested(int by, channel(int) *to, account * mutex a)
	{
		void inner(counter *q, account *both[2])
		{
			q | (add){by} | (add){a->balance};
			mutex (both[0], both[1]) both[1]->balance++;
		}
		a->balance += by;
		c << by;
		mutex (m) { int x; x << c; to << x + 1; }
		inner(p, (account *[]){a, outer});
		times++;
	}
	nested(3, &c, outer);
	int last = conc_receive(&c);
	nested(4, &c, outer);
	return last * 1000 + conc_receive(&c) * 100 + times * 10;
}

int main(void)
{
	account a = {10};
	counter c = {};
	conc_actors_start(NULL);
	int result = use(&c, &a);
	conc_actors_stop();
	printf("%d %ld %ld\n", result, c.n, a.balance);
}
