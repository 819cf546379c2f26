/* shield: in it a thread is not cancelled and has no deadline; with a limit, until that has passed. */
#include <conc.h>
#include <errno.h>
#include <stdio.h>

static channel(int) log_of = {64}, never;

static void note(int what) { shield { log_of << what; } }

static void clean_up(int n)
{
	int x;
	bool got = x << never;
	note(got);
	note(conc_cancelled());
	shield {
		note(conc_cancelled());
		note(conc_deadline() == UINT64_MAX);
		note(conc_sleep(n * 1ms));
		shield (1ms) {
			/* the inner one counts: its limit ends a wait of a cancelled thread */
			note(x << never);
			note(conc_cancelled());
		}
		note(conc_cancelled());
		note(conc_sleep(1ms));
	}
	note(conc_cancelled());
	note(conc_sleep(1h) == -ECANCELED);
}

/* A limit does not cut a thread short that nobody has cancelled. */
static int uncancelled(void)
{
	shield (1ms) {
		return conc_sleep(5ms);
	}
}

/* It goes on through a cancel that comes while it waits in a shield. */
static int meanwhile(channel(int) *begun, channel(int) *in)
{
	int x = 0;
	shield {
		(void)(*begun << 1);
		(void)(x << in);
	}
	return x + 10 * conc_cancelled();
}

static void print_log(void)
{
	for (int x; conc_count(&log_of) > 0;) {
		x << log_of;
		printf("%d ", x);
	}
	puts("");
}

int main(void)
{
	task(void) t = spawn clean_up(3);
	conc_cancel(t);
	join(t);
	print_log();

	printf("%d\n", uncancelled());

	channel(int) begun = {}, in = {};
	task(int) u = spawn meanwhile(&begun, &in);
	(void)conc_receive(&begun);
	conc_cancel(u);
	conc_yield();
	in << 4;
	printf("%d\n", join(u));

	scope (timeout(1ms)) {
		conc_sleep(1h);
		printf("%d ", conc_cancelled());
		shield { printf("%d ", conc_cancelled()); }
		shield (1ms) { printf("%d ", conc_sleep(1h) == -ECANCELED); }
		/* a deadline that is set in a shield counts there */
		shield {
			bool late;
			scope (late = timeout(1ms)) { printf("%d ", conc_sleep(1h) == -ECANCELED); }
			printf("%d %d ", late, conc_cancelled());
		}
		/* what a shield spawns does not have the deadline */
		shield { task(int) v = spawn uncancelled(); printf("%d ", join(v)); }
		printf("%d\n", conc_cancelled());
	}
	printf("%d\n", conc_cancelled());
}
