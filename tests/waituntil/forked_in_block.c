// flavours: concc gcc clang asan (the others do not fork with threads)
// schedules: no (the child is a process of its own)
/* fork in the block of a clause whose statement then waits for a read, a wait set and a future: the child waits on, or
 * leaves the statement; so does the parent. */
#include <conc.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void later(int fd, channel(int) *c, future(int) *f)
{
	conc_sleep(20ms);
	if (conc_write(fd, "x", 1) != 1) _exit(3);
	conc_sleep(1ms);
	c << 2;
	f << 3;
}

static void statement(bool leaves)
{
	int ends[2], got = 0, x = 0;
	channel(int) c = {1}, in_set = {1};
	future(int) f = {};
	conc_waitset set = {0};
	pid_t child = -1;
	char b;
	if (pipe(ends)) return;
	conc_waitset_add(&set, &in_set);
	c << 1;
	task(void) early = {0};
	waituntil (x << c) {
		got += x;
		conc_yield();
		child = fork();
		early = spawn later(ends[1], &in_set, &f);
		if (!child && leaves) goto out;
	}
	and waituntil (long n << conc_read(ends[0], &b, 1)) { got += 10 * (int)n; }
	and waituntil (int i << set) { got += 100 * (i + 1); }
	and waituntil (f) { got += 1000; }
out:
	join(early);
	x << in_set;
	conc_waitset_fini(&set);
	if (!child) _exit(got == (leaves ? 1 : 1111) ? 7 : got % 100 + 8);
	int status = 0;
	waituntil (exited(child)) { waitpid(child, &status, 0); }
	printf("%d, %d\n", got, WEXITSTATUS(status));
	close(ends[0]), close(ends[1]);
}

static void in_task(void) { statement(false); }

int main(void)
{
	statement(false);
	statement(true);
	task(void) t = spawn in_task();
}
