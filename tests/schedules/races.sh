#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# one in 2: it takes long
# The reports of data races in seeded runs: what they name, that there is one for each two lines, that the seed fails, what is
# no race, and what is meant to be one.
. "$CONC/tests/driver/common"
ulimit -c 0

# Runs program NAME.c, which is on standard input, under the seeds 1 to 20, and leaves all that they say, without the
# seeds, in said.
said() {
	cat >"$1.c"
	"$concc" -std=gnu17 -w -g -O1 -fconc-schedules "$1.c" -o "$1" || { echo "not ok - build $1"; return; }
	for seed in $(seq 20); do CONC_SCHEDULE=seed:$seed "./$1" 2>&1 >stdout; done | sed 's/, seed:[0-9]*$/, seed:N/' >said
}
names() {	# names WHAT FIRST SECOND: the report of these two lines is there
	grep -F -x -A 1 -e "$2" said | grep -q -F -x -e "$3" && echo "ok - $1" || { echo "not ok - $1: not there: $2 / $3"; sort -u said; }
}
clean() { is "$1" "$(cat said)" ""; }

said variable <<'X'
#include <conc.h>
static long other, count;
static conc_mutex a, b;
static void up(conc_mutex *m)
{
	mutex (*m) count++;
	other++;
}
int main(void)
{
	task(void) t = spawn up(&a), u = spawn up(&b);
	join(t); join(u);
	return (int)(count + other) == 100;
}
X
names "a variable, threads, locks" \
	"variable.c:6: conc: data race: up 1 (started at variable.c:11) reads count holding a, seed:N" \
	"variable.c:6: conc:   up 2 (started at variable.c:11) wrote it holding b, and nothing orders the two"
names "no lock" \
	"variable.c:7: conc: data race: up 1 (started at variable.c:11) reads other, seed:N" \
	"variable.c:7: conc:   up 2 (started at variable.c:11) wrote it, and nothing orders the two"
is "one report of two lines" "$(grep -c 'variable.c:7: conc: data race' said)" 20
is "the status" "$(CONC_SCHEDULE=seed:1 status ./variable)" 66
is "an exploration fails" "$(CONC_SCHEDULE=explore:5 status ./variable)" 1
has "and says why" "$(cat stderr)" "conc: seed 1 fails, the first of 5: a data race
conc: again:  CONC_SCHEDULE=seed:1 ./variable"
is "in one command" "$(status "$concc" --test-schedules=5 variable.c)" 1
has "in one command, with lines" "$(cat stderr)" "variable.c:7: conc: data race: up "
is "not looked for" "$(CONC_SCHEDULE=explore:5,races:off status ./variable)" 0
is "without a seed" "$(status ./variable; cat stderr)" 0

said objects <<'X'
#include <conc.h>
#include <stdlib.h>
struct pair { long first, second; };
static int table[4];
static void f(long *block, struct pair *p, long *local)
{
	table[3]++;
	block[2]++;
	p->second++;
	*local += 1;
}
int main(void)
{
	long local = 0, *block = malloc(40);
	struct pair *p = new struct pair { 1, 2 };
	block[2] = 0;
	task(void) a = spawn f(block, p, &local), b = spawn f(block, p, &local);
	join(a); join(b);
	free(block);
	delete p;
	return table[3] + (int)local == 100;
}
X
names "an element" \
	"objects.c:7: conc: data race: f 1 (started at objects.c:17) reads table, 12 bytes into it, seed:N" \
	"objects.c:7: conc:   f 2 (started at objects.c:17) wrote it, and nothing orders the two"
names "a block" \
	"objects.c:8: conc: data race: f 1 (started at objects.c:17) reads memory allocated at objects.c:14, 16 bytes into it, seed:N" \
	"objects.c:8: conc:   f 2 (started at objects.c:17) wrote it, and nothing orders the two"
names "an object of new" \
	"objects.c:9: conc: data race: f 1 (started at objects.c:17) reads what new made at objects.c:15, 8 bytes into it, seed:N" \
	"objects.c:9: conc:   f 2 (started at objects.c:17) wrote it, and nothing orders the two"
names "a stack" \
	"objects.c:10: conc: data race: f 1 (started at objects.c:17) reads a variable on the stack of main, seed:N" \
	"objects.c:10: conc:   f 2 (started at objects.c:17) wrote it, and nothing orders the two"

said behaviours <<'X'
#include <conc.h>
static long total;
message add { long n; };
actor adder { long own; };
receive (adder *self, add *m)
{
	total += m->n;
	self->own += m->n;
}
typedef struct { long n; } box;
static void put(box *b, long n) { b->n = total = n; }
int main(void)
{
	adder x = {}, y = {};
	separate box *b = new separate box { 0 };
	conc_actors_start(NULL);
	x | (add){ 1 } | (add){ 2 };
	y | (add){ 3 };
	separate (b) put(b, 4);
	conc_actors_stop();
	delete b;
	return 0;
}
X
names "two actors" \
	"behaviours.c:7: conc: data race: actor adder reads total, seed:N" \
	"behaviours.c:7: conc:   actor adder wrote it, and nothing orders the two"
grep -q '^behaviours.c:11: conc:.* handler of box w' said && echo "ok - a handler" || { echo "not ok - a handler"; cat said; }

said calls <<'X'
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char text[64] = "some text of the program's", copy[64];
static volatile size_t size = 20;
static void writes(int i, char *block)
{
	if (i == 0) text[1] = 'O';
	if (i == 1) copy[2] = 'x';
	if (i == 2) block[3] = 'y';
}
static void reads(int i, char *block)
{
	if (i == 0) printf("%d %s\n", 3, text);
	if (i == 1) memcpy(copy, text, size);
	if (i == 2) free(block);
}
static void both(int i)
{
	char *block = malloc(8);
	memset(block, 0, 8);
	task(void) a = spawn writes(i, block), b = spawn reads(i, block);
	join(a); join(b);
}
int main(void)
{
	for (int i = 0; i < 3; i++) both(i);
}
X
names "printf reads" \
	"calls.c:10: conc: data race: writes 1 (started at calls.c:24) writes text, 1 byte into it, seed:N" \
	"calls.c:16: conc:   reads 2 (started at calls.c:24) read it, and nothing orders the two"
names "memcpy writes" \
	"calls.c:11: conc: data race: writes 3 (started at calls.c:24) writes copy, 2 bytes into it, seed:N" \
	"calls.c:17: conc:   reads 4 (started at calls.c:24) wrote it, and nothing orders the two"
grep -q '^calls.c:18: conc: .*reads 6 .* free[sd] ' said && echo "ok - free" || { echo "not ok - free"; cat said; }

# What is ordered: by locks, joins, atomic operations and fences, pipes, thread-local and reused memory.
said ordered <<'X'
#include <conc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
static long shared, by_fence, by_pipe;
static _Atomic int flag, other;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ends[2];
static _Thread_local long mine;
static void locks(void)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m);
		shared++;
		pthread_mutex_unlock(&m);
		mine++;
		free(malloc(100));
	}
}
static void gives(void)
{
	by_fence = 1;
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	by_pipe = 2;
	if (write(ends[1], "x", 1) != 1) abort();
}
static void takes(void)
{
	char c;
	while (!atomic_load_explicit(&flag, memory_order_relaxed)) conc_yield();
	atomic_thread_fence(memory_order_acquire);
	by_fence++;
	if (read(ends[0], &c, 1) != 1) abort();
	by_pipe++;
}
int main(void)
{
	if (pipe(ends)) return 1;
	task(void) a = spawn locks(), b = spawn locks(), c = spawn gives(), d = spawn takes();
	join(a); join(b); join(c); join(d);
	shared++;
}
X
grep -v 'what it waits for may come from outside' said >rest
mv rest said
clean "what is ordered is no race"

said meant <<'X'
#include <conc.h>
static long statistics, count;
static void f(void) { statistics++; }
int main(void)
{
	conc_test_racy(&statistics);
	task(void) a = spawn f(), b = spawn f();
	join(a); join(b);
	return (int)count;
}
X
clean "what is meant to be a race"

# Invariants look at what they like.
said invariant <<'X'
#include <conc.h>
static long n;
static bool good(void *unused) { (void)unused; return n >= 0; }
static void f(void) { n++; }
int main(void)
{
	conc_test_invariant(good, NULL);
	task(void) a = spawn f();
	join(a);
}
X
clean "an invariant's reads"

# The locks of libc and of C11, with deadlines and without, and files that give pasts on.
said locks <<'X'
#define _GNU_SOURCE
#include <conc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
static long n[13];
static pthread_spinlock_t spin;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static mtx_t c11;
static once_flag once = ONCE_FLAG_INIT;
static struct timespec later;
static int ends[2], pipes[2], event;
static _Atomic int there; // orders nothing
static void first(void) { n[0] = 1; }
static void locks(void)
{
	pthread_spin_lock(&spin); n[1]++; pthread_spin_unlock(&spin);
	if (pthread_mutex_timedlock(&m, &later)) abort();
	n[2]++;
	pthread_mutex_unlock(&m);
	if (pthread_rwlock_timedwrlock(&rw, &later)) abort();
	n[3]++;
	pthread_rwlock_unlock(&rw);
	pthread_rwlock_rdlock(&rw); if (!n[3]) abort(); pthread_rwlock_unlock(&rw);
	if (sem_timedwait(&s, &later)) abort();
	n[4]++;
	sem_post(&s);
	mtx_lock(&c11); n[5]++; mtx_unlock(&c11);
	call_once(&once, first);
	if (n[0] != 1) abort();
	flockfile(stdout); n[6]++; funlockfile(stdout);
}
static void gives(void)
{
	n[7] = n[8] = n[9] = 1;
	if (send(ends[1], "x", 1, 0) != 1 || write(pipes[1], "x\n", 2) != 2 || eventfd_write(event, 1)) abort();
	atomic_store_explicit(&there, 1, memory_order_relaxed);
	n[12] = 1;
	close(pipes[1]);
}
static void takes(void)
{
	eventfd_t value;
	char c[4];
	FILE *in = fdopen(pipes[0], "r");
	while (!atomic_load_explicit(&there, memory_order_relaxed)) conc_yield();	// fgets would wait in the kernel
	if (recv(ends[0], c, 1, 0) != 1) abort();
	n[7]++;
	if (!fgets(c, 4, in)) abort();
	n[8]++;
	if (read(pipes[0], c, 1)) abort();
	n[12]++;
	if (eventfd_read(event, &value)) abort();
	n[9]++;
	fclose(in);
}
static void late(int i) { (void)i; errno = 0; }
int main(void)
{
	clock_gettime(CLOCK_REALTIME, &later);
	later.tv_sec += 3600;
	pthread_spin_init(&spin, 0);
	sem_init(&s, 0, 1);
	mtx_init(&c11, mtx_plain);
	event = eventfd(0, 0);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || pipe(pipes)) return 1;
	task(void) a = spawn locks(), b = spawn locks(), c = spawn gives(), d = spawn takes();
	join(a); join(b); join(c); join(d);
	late(0);
}
X
sed -i -e '/what it waits for may come from outside/d' -e '/n\[11\]/d' said
clean "locks of libc, with deadlines too; sockets, pipes, eventfd"

# Readers of a pthread_rwlock_t are in no order; memory that was deleted is looked at as a whole.
said readers <<'X'
#include <conc.h>
#include <pthread.h>
struct pair { long a[10]; };
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static long reads;
static struct pair *p;
static void f(void)
{
	pthread_rwlock_rdlock(&l);
	reads++;
	pthread_rwlock_unlock(&l);
}
static void g(void) { delete p; }
static void h(void) { conc_sleep(10ms); p->a[5] = 1; }
int main(void)
{
	p = new struct pair {};
	task(void) a = spawn f(), b = spawn f(), c = spawn g(), d = spawn h();
}
X
names "under read locks" \
	"readers.c:10: conc: data race: f 2 (started at readers.c:18) reads reads holding l, seed:N" \
	"readers.c:10: conc:   f 1 (started at readers.c:18) wrote it holding l, and nothing orders the two"
names "after delete" \
	"readers.c:14: conc: data race: h 4 (started at readers.c:18) writes what new made at readers.c:17, 40 bytes into it, seed:N" \
	"readers.c:13: conc:   g 3 (started at readers.c:18) freed it, and nothing orders the two"

# A delete writes all of an actor or a message. So does the disposition Delete: its line is that of the send which led to it. A
# send reads both.
said deleted <<'X'
#include <conc.h>
message add { long n, more[9]; };
message stop {};
actor adder { long own, more[50]; };
receive (adder *self, add *m) { self->own += m->more[5]; }
receive (adder *self, stop *m) { (void)self, (void)m; return Delete; }
static void looks(adder *a) { conc_sleep(10ms); a->more[40]++; }
static void sends(adder *a) { conc_sleep(10ms); a | (stop){}; }
static void passes(adder *a, add *m) { conc_sleep(10ms); a | m; }
int main(void)
{
	conc_actors_start(NULL);
	adder *a = new adder {}, *b = new adder {}, *c = new adder {}, *d = new adder {};
	add *m = new add {}, *n = new add {}, *o = new add {};
	task(void) t = spawn looks(a), u = spawn looks(b), v = spawn passes(d, o);
	a | (stop){};
	b | delete_message;
	d | m;
	delete m;
	conc_set_disposition(n, Delete);
	d | n;
	conc_sleep(1ms);
	n->n = 1;
	delete o;
	join(t); join(u); join(v);
	task(void) w = spawn sends(c);
	delete c;
	join(w);
}
X
sed -i 's/\(looks\|sends\|passes\) [0-9]* /\1 N /' said
names "an actor that returns Delete" \
	"deleted.c:7: conc: data race: looks N (started at deleted.c:15) reads what new made at deleted.c:13, 328 bytes into it, seed:N" \
	"deleted.c:16: conc:   actor adder freed it, and nothing orders the two"
names "delete_message" \
	"deleted.c:7: conc: data race: looks N (started at deleted.c:15) reads what new made at deleted.c:13, 328 bytes into it, seed:N" \
	"deleted.c:17: conc:   actor adder freed it, and nothing orders the two"
names "delete of an actor, and a send" \
	"deleted.c:8: conc: data race: sends N (started at deleted.c:26) reads what new made at deleted.c:13, 408 bytes into it, seed:N" \
	"deleted.c:27: conc:   main freed it, and nothing orders the two"
names "delete of a message, and a behaviour" \
	"deleted.c:5: conc: data race: actor adder reads what new made at deleted.c:14, 48 bytes into it, seed:N" \
	"deleted.c:19: conc:   main freed it, and nothing orders the two"
names "a message sent with Delete" \
	"deleted.c:23: conc: data race: main writes what new made at deleted.c:14, seed:N" \
	"deleted.c:21: conc:   actor adder freed it, and nothing orders the two"
names "delete of a message, and a send" \
	"deleted.c:9: conc: data race: passes N (started at deleted.c:15) reads what new made at deleted.c:14, 80 bytes into it, seed:N" \
	"deleted.c:24: conc:   main freed it, and nothing orders the two"

# What is ordered before a delete, and objects in the same memory after it.
said handed <<'X'
#include <conc.h>
#include <stdlib.h>
message add { long n; int left; };
static conc_semaphore ended;
destroy (add *m) { m->n = -1; conc_semaphore_post(&ended); }
message stop {};
message last { long n; future(long) *sum; };
actor adder { long own; adder *next; };
destroy (adder *self) { self->own = -1; }
receive (adder *self, add *m)
{
	self->own += m->n++;
	if (m->left-- > 0) self->next | m;
}
receive (adder *self, stop *m) { (void)m; self->own++; return Delete; }
receive (adder *self, last *m) { m->sum << self->own; }
static long ask(adder *a)
{
	last *l = new last {};
	long sum;
	future(long) f = {};
	l->sum = &f;
	a | l;
	sum << f;
	delete l;
	return sum;
}
int main(void)
{
	conc_actors_start(NULL);
	for (int i = 0; i < 5; i++) {
		adder *a = new adder {}, *b = new adder { .next = a };
		a->next = b;
		for (int j = 0; j < 5; j++) {
			add *m = new add { j, 3 };
			conc_set_disposition(m, Delete);
			b | m;
		}
		for (int j = 0; j < 5; j++) conc_semaphore_wait(&ended);
		if (ask(a) < 0) abort();
		a | (stop){};
		if (i % 2) b | delete_message;
		else delete b;
	}
	conc_actors_stop();
}
X
clean "handed over, and then deleted"

# Memory of other kinds is used again; strings are read up to the first difference.
said again <<'X'
#define _GNU_SOURCE
#include <conc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static char *text, one[] = "axc", other[] = "abcd";
static void f(int i)
{
	char *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *page = valloc(100);
	memory[0]++, page[1]++;
	munmap(memory, 4096);
	free(page);
	if (i == 1) other[2] = 'x';
	if (i == 0 && (strcmp(one, other) < 0 || strncmp(text, "GET / HTTP", 10))) abort();
}
int main(void)
{
	text = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(text + 4096, 4096);
	memcpy(text += 4093, "ABC", 3);
	text[2] = 'D';
	{
		task(void) a = spawn f(2), b = spawn f(2);
	}
	text = "GET / HTTP/1.1";
	{
		task(void) a = spawn f(1), b = spawn f(0);
	}
}
X
clean "mapped memory, valloc, strcmp"

# A signal handler may come while the search is at work. It is not looked at.
said handler <<'X'
#include <conc.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
static _Atomic int ticks;
static long sum;
static void tick(int unused) { int local[16] = { unused }; ticks += local[0] > 0; }
static void work(long *own) { for (int i = 0; i < 20000; i++) *own += i, own = malloc(sizeof *own) ? own : own; }
int main(void)
{
	long a = 0, b = 0;
	struct itimerval often = { { 0, 100 }, { 0, 100 } };
	signal(SIGALRM, tick);
	setitimer(ITIMER_REAL, &often, 0);
	{
		task(void) t = spawn work(&a), u = spawn work(&b);
	}
	sum = a + b;
	return sum == 0;
}
X
clean "a signal handler"

# What makes a run fail, whatever its status; what would hide a race.
cat >ends.c <<'X'
#include <conc.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
static char a[16], b[16];
static void f(size_t size) { memcpy(a, b, size); }
int main(int count, char **words)
{
	{ task(void) t = spawn f((size_t)count + 10), u = spawn f((size_t)count + 10); }
	if (count > 1) syscall(SYS_exit_group, 0);
	(void)words;
}
X
"$concc" -g -O2 -D_FORTIFY_SOURCE=2 -flto -fconc-schedules ends.c -o ends 2>log || cat log
is "status:66 is no excuse" "$(CONC_SCHEDULE=explore:5,status:66 status ./ends)" 1
is "nor is an end by a system call" "$(CONC_SCHEDULE=explore:5 status ./ends x)" 1
has "fortified, and with -flto" "$(cat stderr)" "a data race"
is "no child process" "$(grep 'a child process' stderr)" ""

# A program may have functions of these names, and an allocator.
said own <<'X'
#include <conc.h>
#include <stddef.h>
static _Alignas(16) char arena[1 << 24];
static size_t used;
static conc_spin_lock l;
void *malloc(size_t size)
{
	size_t at = __atomic_fetch_add(&used, (size + 31) & ~(size_t)15, __ATOMIC_RELAXED);
	*(size_t *)(void *)(arena + at) = size;
	return arena + at + 16;
}
void free(void *memory) { (void)memory; }
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void *realloc(void *memory, size_t size)
{
	char *to = malloc(size), *from = memory;
	for (size_t i = 0; from && i < size && i < ((size_t *)memory)[-2]; i++) to[i] = from[i];
	return to;
}
char *stpcpy(char *to, const char *from) { (void)from; return to; }
static void f(void) { char *p = malloc(10); p[0] = 1; free(p); }
int main(void) { task(void) a = spawn f(), b = spawn f(); }
X
clean "functions of the program's own"

# Where races cannot be found, that is said.
if echo 'int main(void) { return 0; }' | cc -static -xc - -o static 2>static.log; then
	is "a static program" "$("$concc" -w -static -fconc-schedules variable.c -o static && CONC_SCHEDULE=explore:5 status ./static)" 3
	has "a static program" "$(cat stderr)" "conc:   a static program: data races are not looked for (5 of 5 runs)"
else
	skip "no static programs here: $(head -n 1 static.log)"
fi

# A static variable in a function has a suffix from gcc and a prefix from clang.
for cc in gcc clang; do
	there $cc || continue
	CONC_CC=$cc said inner <<'X'
#include <conc.h>
static void set(bool *called) { *called = true; }
int main(void)
{
	static bool called;
	task(void) t = spawn set(&called);
	bool seen = called;
	join(t);
	return seen && !called;
}
X
	is "a variable in a function, $cc" "$(grep -c 'conc: data race: .* called, seed:N$' said)" 20
done

# More races than anybody reads.
{
	echo '#include <conc.h>'
	echo 'static long n[30];'
	echo 'static void all(void)'
	echo '{'
	for i in $(seq 0 29); do echo "	n[$i]++;"; done
	echo '}'
	echo 'int main(void) { task(void) a = spawn all(), b = spawn all(); }'
} | said many
is "twenty races for each seed, and that there are more" "$(grep -c 'data race:' said) $(grep -cx 'conc: more data races are not shown, seed:N' said)" "400 20"

# Races that are meant, in a program that is not edited.
cat >meant.c <<'X'
#include <pthread.h>
#include <stdlib.h>
static volatile int tick, other, *heap;
static void peek(void) { other += *heap; }
static void *work(void *p) { tick++; if (p == &tick) *heap = 1; return p; }
__attribute__((noinline)) static void peeks(void) { peek(); }
int main(int argc, char **argv)
{
	pthread_t t;
	heap = malloc(sizeof *heap);
	*heap = 0;
	pthread_create(&t, NULL, work, argc > 1 ? (void *)&tick : NULL);
	tick++;
	peeks();
	pthread_join(t, NULL);
}
X
"$concc" -g -O1 -fconc-schedules meant.c -o meant || echo "not ok - build"
has "a race" "$(CONC_SCHEDULE=explore:20 ./meant 2>&1)" "a data race"
has "that is meant" "$(CONC_SCHEDULE=explore:20,racy:tick ./meant 2>&1)" "none failed"
has "a misspelt name" "$(CONC_SCHEDULE=explore:20,racy:tic+ticks ./meant 2>&1)" "a data race"
has "another one" "$(CONC_SCHEDULE=explore:20,racy:tick ./meant both 2>&1)" "a data race"
has "in a function" "$(CONC_SCHEDULE=explore:20,racy:tick+peeks ./meant both 2>&1)" "none failed"
has "a replay has the words" "$(CONC_SCHEDULE=explore:20,racy:tick ./meant both 2>&1)" "racy:tick"
has "no name" "$(CONC_SCHEDULE=seed:1,racy: ./meant 2>&1)" "'racy:' names no variable or function"
