#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# Seeds run one after the other in one process, which is put back in between: none sees what another left, and the
# answer is the same as with a process for each. What cannot be put back gets processes of its own.
. "$CONC/tests/driver/common"
ulimit -c 0

cat >leaves.c <<'X'
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int count, table[100000] = { 1, 2, 3 };
static __thread int local = 5;
static conc_mutex m;
static char *kept, big[300000];
static volatile int handled;

static void add(void) { for (int i = 0; i < 3; i++) mutex (m) count++; }
static void on_signal(int n) { (void)n; handled++; }
static void at_end(void) { if (write(1, "bye\n", 4) != 4) abort(); }
static void *thread_of(void *p) { local++; mutex (m) count++; return malloc(100) ? p : 0; }
static long deep(int n) { volatile char room[2000]; room[n] = (char)n; return n ? deep(n - 1) + room[n] : 0; }
#define IS(what) ((what) ? (void)0 : (void)printf("line %d: not " #what "\n", __LINE__))

int main(int argc, char **argv)
{
	struct sigaction action;
	struct rlimit limit;
	sigset_t set;
	FILE *pids = fopen(argv[2], "a");

	fprintf(pids, "%d\n", getpid());
	fclose(pids);
	{
		task(void) a = spawn add(), b = spawn add();
	}
	IS(count == 6 && argc == 3);
	switch (*argv[1]) {
	case 's': /* static variables, the heap, the environment, thread-local variables */
		IS(table[0] == 1 && table[99999] == 0 && !kept && local == 5 && !getenv("LEFT"));
		table[0] = table[99999] = 7, local = 9, kept = malloc(50), setenv("LEFT", "x", 1);
		strcpy(kept, "kept"), atexit(at_end), srand(3);
		fputs("half a line", stdout);
		return 0;
	case 'h': { /* a heap that grows, zeros in what it grows by */
		char *block = calloc(3, 1 << 20);
		for (int i = 0; i < 3 << 20; i += 1000) { IS(block[i] == 0); block[i] = 1; }
		char *end = sbrk(0);
		IS(sbrk(100000) == end && end[0] == 0 && end[99999] == 0);
		memset(end, 1, 100000);
		return 0;
	}
	case 'm': { /* mappings, their protection, what is forgotten of them */
		char *a = mmap(0, 100000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		char *b = mmap(0, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		IS(a[0] == 0 && a[99999] == 0);
		memset(a, 1, 100000);
		IS(mprotect(b + 4096, 8192, PROT_READ | PROT_WRITE) == 0 && b[4096] == 0);
		b[4096] = 1;
		IS(madvise(a, 4096, MADV_DONTNEED) == 0 && a[0] == 0 && a[4096] == 1);
		IS(mprotect(a, 4096, PROT_READ) == 0);
		munmap(a, 100000);
		a = mmap(0, 100000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		IS(a[0] == 0 && a[50000] == 0);
		a[0] = 2;
		madvise(table, sizeof table, MADV_DONTNEED);
		a = mmap(0, 4096, PROT_READ, MAP_PRIVATE, fileno(stdin), 0);
		return 0;
	}
	case 'd': { /* descriptors: their numbers, the position of standard input */
		int ends[2], first = dup(1), file = open("/dev/null", O_RDONLY);
		char text[4] = "";
		eventfd_t n = 0;
		IS(pipe(ends) == 0 && write(ends[1], "abc", 3) == 3 && read(ends[0], big + 200000, 3) == 3);
		IS(!strcmp(big + 200000, "abc"));
		printf("%d %d %d\n", file - first, ends[0] - file, socket(AF_UNIX, SOCK_STREAM, 0) - file);
		file = eventfd(5, 0);
		IS(eventfd_read(file, (eventfd_t *)(void *)(big + 100000)) == 0 && big[100000] == 5);
		IS(eventfd_write(file, 3) == 0 && eventfd_read(file, &n) == 0 && n == 3);
		IS(read(0, text, 3) == 3 && !strcmp(text, "123"));
		file = open(argv[0], O_RDONLY);
		IS(read(file, big + 1000, 100000) == 100000 && pread(file, big + 150000, 90000, 5) == 90000);
		struct sockaddr_un where = { .sun_family = AF_UNIX };
		socklen_t size = sizeof where;
		int server = socket(AF_UNIX, SOCK_STREAM, 0), client = socket(AF_UNIX, SOCK_STREAM, 0);
		IS(bind(server, (struct sockaddr *)&where, sizeof(sa_family_t)) == 0 && listen(server, 5) == 0);
		IS(getsockname(server, (struct sockaddr *)&where, &size) == 0);
		IS(fcntl(client, F_SETFL, O_NONBLOCK) == 0 && connect(client, (struct sockaddr *)&where, size) == 0);
		printf("%d\n", accept(server, NULL, NULL) - client);
		return 0;
	}
	case 'g': /* signals: handlers, the mask, those that wait, a stack of their own */
		sigaction(SIGUSR1, NULL, &action);
		sigprocmask(SIG_BLOCK, NULL, &set);
		IS(action.sa_handler == SIG_DFL && !sigismember(&set, SIGUSR2) && !handled);
		signal(SIGUSR1, on_signal), signal(SIGUSR2, on_signal);
		raise(SIGUSR1);
		IS(handled == 1);
		sigfillset(&set);
		sigprocmask(SIG_BLOCK, &set, NULL);
		table[50000] = 1;
		raise(SIGUSR2);
		IS(handled == 1);
		return 0;
	case 'a': /* an alarm, a deep stack */
		IS(alarm(0) == 0 && deep(200) != 1);
		alarm(1);
		return 0;
	case 'k': { /* kernel threads */
		pthread_t t[2];
		for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, thread_of, &t[i]);
		for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
		IS(count == 8 && local == 5);
		return 0;
	}
	case 'b': { /* a signal that waits when the run ends */
		pthread_t t;
		pthread_create(&t, 0, thread_of, &t);
		pthread_join(t, 0);
		sigfillset(&set);
		sigprocmask(SIG_BLOCK, &set, NULL);
		return kill(getpid(), SIGUSR1);
	}
	case 'p': /* what is of the process: not put back */
		getrlimit(RLIMIT_NOFILE, &limit);
		IS(umask(022) == 022 && limit.rlim_cur > 50);
		umask(0), limit.rlim_cur = 50, setrlimit(RLIMIT_NOFILE, &limit);
		return chdir("/");
	case 'o': /* standard output moved and closed */
		IS(dup2(2, 9) == 9 && dup2(1, 2) == 2 && puts("out") > 0 && fflush(stdout) == 0);
		return close(1);
	case 'c': /* child processes */
		if (fork() == 0) _exit(0);
		return wait(0) <= 0 || system("true") != 0;
	case 'f': /* a handler for faults */
		signal(SIGSEGV, on_signal);
		return 0;
	case 'r': { /* memory that moves */
		char *a = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		a[0] = 1;
		a = mremap(a, 8192, 1 << 20, MREMAP_MAYMOVE);
		IS(a != MAP_FAILED && a[0] == 1 && a[8192] == 0);
		return 0;
	}
	case 'x': execl("/bin/echo", "echo", "another program", (char *)0); return 1;
	case '0': return *(volatile char *)0;
	case '!': abort();
	case 'q': mutex (m) if (count != 6) return 1; _exit(0);
	}
	return 0;
}
X
"$concc" -std=gnu17 -g -O1 -fconc-schedules leaves.c -o leaves || echo "not ok - build"
printf '123456789\n' >input

explores() {	# explores CASE WORD: what it says in all, with the output of its first seed
	rm -f pids
	{ CONC_SCHEDULE=explore:200,jobs:2$2 ./leaves "$1" pids <input; echo "status $?"; } 2>&1 | sed 's/[0-9]* different/N different/; s/([0-9]* of/(N of/'
	sort -u pids | wc -l >processes
}
reused=$(explores s ''; [ "$(cat processes)" -lt 100 ] && echo yes)
case $reused in *yes) ;; *) skip "this kernel does not give system calls back" ;; esac

while IFS='|' read -r case what processes; do
	explores "$case" ,apart >apart
	explores "$case" '' >reused
	is "$what" "$(cat reused)" "$(cat apart)"
	case $reused in *yes) ;; *) continue ;; esac
	case $processes in
	few) yes_if "$what: in few processes" test "$(cat processes)" -lt 100 ;;
	told) yes_if "$what: in few processes, and those of its explanation" test "$(cat processes)" -lt 200 ;;
	esac
done <<'X'
s|static variables, the heap, the environment|few
h|a heap that grows|few
m|mappings|few
d|descriptors|few
g|signals|many
a|an alarm, a deep stack|few
k|kernel threads|few
b|a signal that waits|many
p|limits, the folder and the mask of new files|many
o|standard output is closed|many
c|child processes|many
f|a handler for faults|few
r|memory that moves|many
x|another program|many
0|a fault|told
!|an end by abort|told
q|an end by _exit|few
X
lacks "no output differs" "$(CONC_SCHEDULE=explore:200 ./leaves s pids <input 2>&1)" "the outputs differ"

# the kernel needs room on the stack for a handler, far below what earlier runs have written to
cat >handlers.c <<'X'
#include <alloca.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static volatile sig_atomic_t told;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void on_told(int number) { (void)number; told++; }
static void is_told(int way, size_t depth)
{
	sigset_t one, before;
	int was = told;
	char *below = alloca(depth);
	__asm__ volatile("" : : "r"(below) : "memory");
	sigemptyset(&one);
	sigaddset(&one, SIGUSR1);
	if (way >= 2) {
		pthread_sigmask(SIG_BLOCK, &one, &before);
		kill(getpid(), SIGUSR1);
	}
	switch (way) {
	case 0: raise(SIGUSR1); break;
	case 1: pthread_kill(pthread_self(), SIGUSR1); break;
	case 3: sigsuspend(&before); /* fall through */
	case 2: pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	if (told != was + 1) abort();
}
static void *work(void *one)
{
	int deeper;
	for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }
	pthread_sigmask(SIG_UNBLOCK, one, NULL);
	pthread_mutex_lock(&m);
	deeper = n % 2 * 3000000; /* in some seeds only */
	pthread_mutex_unlock(&m);
	for (int i = 0; i < 64; i++) is_told(i % 4, deeper + 100000 + i * (32768 + 256));
	return NULL;
}
int main(void)
{
	pthread_t t;
	pthread_attr_t large;
	sigset_t one;
	pthread_attr_init(&large);
	pthread_attr_setstacksize(&large, 8 << 20); /* whatever ulimit says */
	sigemptyset(&one);
	sigaddset(&one, SIGUSR1);
	signal(SIGUSR1, on_told);
	pthread_sigmask(SIG_BLOCK, &one, NULL);
	for (int i = 0; i < 3; i++) {
		pthread_create(&t, &large, work, &one);
		pthread_mutex_lock(&m);
		n++;
		pthread_mutex_unlock(&m);
		pthread_join(t, NULL);
	}
}
X
"$concc" -g -fconc-schedules handlers.c -o handlers || echo "not ok - build"
is "no signal is lost" "$(CONC_SCHEDULE=explore:100,jobs:1 ./handlers 2>&1 | sed 's/[0-9]* different/N different/')" \
	"conc: 100 seeds, N different schedules, none failed"

# each run has its own output, and that of the seed to be shown is made again
cat >says.c <<'X'
#include <conc.h>
#include <stdio.h>
static void say(int n) { for (int i = 0; i < 2; i++) { printf("%d", n); conc_yield(); } }
int main(int count, char **words)
{
	{ task(void) a = spawn say(1), b = spawn say(2); }
	if (count > 1) fprintf(stderr, "said %s\n", words[1]);
}
X
"$concc" -O1 -fconc-schedules says.c -o says || echo "not ok - build"
for word in '' ,apart; do
	CONC_SCHEDULE=explore:300,jobs:2$word ./says twice 2>"said$word"
	CONC_SCHEDULE=explore:300,jobs:2,output:input$word ./says 2>"wrong$word"
done
is "outputs, and standard error, are those of the same seeds" "$(cat said)" "$(cat said,apart)"
is "and so is a wrong output" "$(cat wrong)" "$(cat wrong,apart)"

# a worker that does not get as far as a seed is not started again and again: strace shows a process no such traps
if there strace; then
	CONC_SCHEDULE=explore:30,jobs:2 timeout 100 strace -f -o traced ./says 2>stderr
	is "under strace" "$?" 0
	CONC_SCHEDULE=explore:30,jobs:2 ./says 2>plain
	is "it says the same" "$(cat stderr)" "$(cat plain)"
fi
