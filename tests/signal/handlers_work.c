// SPDX-License-Identifier: MIT
// Handlers are called as without libconc; after siglongjmp out of one everything may be used again.
#include <conc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t seen, code;
static sigjmp_buf out;

static void count(int number) { seen += number == SIGUSR1; }
static void info(int number, siginfo_t *about, void *context)
{
	(void)number, (void)context;
	code = about->si_code == SI_TKILL || about->si_code == SI_USER;
}
static void leave(int number) { siglongjmp(out, number); }

static int one(void) { return 1; }

int main(void)
{
	struct sigaction action, old;
	void (*before)(int) = signal(SIGUSR1, count);
	printf("%d %d\n", before == SIG_DFL, signal(SIGUSR1, count) == count);
	raise(SIGUSR1);
	memset(&action, 0, sizeof action);
	action.sa_sigaction = info;
	action.sa_flags = SA_SIGINFO;
	sigaction(SIGUSR1, &action, &old);
	raise(SIGUSR1);
	printf("%d %d %d\n", (int)seen, (int)code, old.sa_handler == count);
	sigaction(SIGUSR1, NULL, &old);
	printf("%d\n", old.sa_sigaction == info);
	signal(SIGUSR2, leave);
	for (int i = 0; i < 3; i++) {
		if (!sigsetjmp(out, 1)) raise(SIGUSR2);
		conc_yield();
		conc_sleep(1us);
		printf("%d\n", join(spawn one()));
	}
	signal(SIGUSR1, SIG_IGN);
	raise(SIGUSR1);
}
