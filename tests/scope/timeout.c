/* scope (timeout(d)), scope (deadline(t)): what runs in the scope has a deadline; late says whether it passed. */
#include <conc.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static channel(int) never;
static conc_mutex lock;

/* A child, and what it spawns, have the scope's deadline. */
static int grandchild(void) { return conc_sleep(1h) == -ECANCELED; }

static void child(channel(int) *out)
{
	int x;
	bool got = x << never;
	task(int) t = spawn grandchild();
	shield { out << 2 * got + join(t); }
}

static bool cut_short(int n)
{
	bool late;
	channel(int) out = {4};
	scope (late = timeout(n * 1ms)) {
		for (int i = 0; i < 3; i++) spawn child(&out);
	}
	int sum = 0;
	while (conc_count(&out)) sum += conc_receive(&out);
	printf("%d ", sum);
	return late;
}

static void idle(void) { (void)conc_sleep(1h); }

static int leaves(void)
{
	scope (timeout(1h)) {
		spawn idle();
		return 7;
	}
	return 0;
}

/* Other kinds of waits in the block of the scope. */
static void waits(void)
{
	scope (timeout(2ms)) {
		bool ok;
		conc_condition c = {0};
		waituntil (cancelled()) { printf("cancelled "); }
		or waituntil (<< never) { }
		waituntil (ok = int y << never) { printf("%d %d ", ok, y); }
		mutex (lock) { printf("%d ", conc_wait_for(&c, &lock, 1h) == -ECANCELED); }
		/* a limit that passed first is told as one */
		int pipes[2];
		char byte;
		if (pipe(pipes)) return;
		errno = 0;
		printf("%ld ", conc_read(pipes[0], &byte, 1));
		printf("%d ", errno == ECANCELED);
		close(pipes[0]);
		close(pipes[1]);
		/* a lock is taken all the same */
		mutex (lock) { printf("locked\n"); }
	}
}

static void nested(void)
{
	bool outer, inner, past;
	uint64_t before = conc_now();
	scope (outer = timeout(1h)) {
		uint64_t far = conc_deadline();
		scope (inner = timeout(1ms)) {
			printf("%d ", conc_deadline() < far);
			scope (s, past = timeout(1h)) {
				printf("%d ", conc_deadline() < far);
				conc_sleep(1h);
				spawn (s) idle();
			}
			printf("%d ", past);
		}
		printf("%d %d ", inner, conc_deadline() == far);
		scope (inner = timeout(-1s)) { printf("%d ", conc_sleep(1h) == -ECANCELED); }
		printf("%d ", inner);
		scope (inner = deadline(before)) { printf("%d ", conc_cancelled()); }
		printf("%d ", inner);
		scope (inner = deadline(far + 1)) { printf("%d ", conc_deadline() == far); }
		printf("%d ", inner);
	}
	printf("%d %d\n", outer, conc_deadline() == UINT64_MAX);
}

/* A cancel of the scope is another thing than its deadline. */
static void cancelled(void)
{
	bool late;
	scope (s, late = timeout(1h)) {
		spawn idle();
		conc_cancel(s);
	}
	printf("%d\n", late);
}

int main(void)
{
	printf("%d\n", cut_short(2));
	waits();
	nested();
	printf("%d\n", leaves());
	cancelled();
}
