#!/bin/sh
# SPDX-License-Identifier: MIT
# A frame that is larger than the guard page is noticed, and the message has the size and the remedy: threads, an
# actor's worker, main; variable length arrays, alloca; a unit of plain gcc.
. "$CONC/tests/driver/common"
ulimit -c 0

cat >big.c <<'X'
int big(int n);
int big(int n) { volatile char b[1 << 20]; for (int i = 0; i < 1 << 20; i++) b[i] = n; return b[n]; }
X
cat >frames.c <<'X'
#include <alloca.h>
#include <conc.h>
int big(int n);
actor worker {}; message job {};
receive (worker *self, job *m) { (void)self, (void)m; big(3); }
static int touch(volatile char *b) { for (int i = 0; i < 4096; i++) b[i] = 1; conc_yield(); return b[0]; }
static int array(int n) { char b[n]; return touch(b); }
static int alloca_of(int n) { return touch(alloca(n)); }
static int deep(int n) { volatile char page[4096]; page[0] = n; return n > 10000000 ? 0 : deep(n + 1) + page[0]; }
int main(int count, char **words)
{
	(void)count;
	conc_processors(1);
	task(int) t;
	switch (*words[1]) {
	case 'p': t = spawn big(3); break;
	case 'v': t = spawn array(600000); break;
	case 'l': t = spawn alloca_of(600000); break;
	case 'w': { conc_actors_start(NULL); worker *a = new worker {}; a | (job){}; conc_actors_stop(); return 0; }
	default: t = spawn touch((char [4096]){ 0 }); join(t); return deep(0);
	}
	conc_sleep(1ms);
	return join(t);
}
X
gcc -O1 -fno-stack-clash-protection -c big.c && "$concc" -w -O1 frames.c big.o -o frames || echo "not ok - build"
stops() {	# stops ARGUMENT MESSAGE
	is "$1: stops" "$(ulimit -s 8192; status timeout 60 ./frames "$1")" 134
	has "$1: message" "$(cat stderr)" "$2"
}
stops plain "conc: stack overflow: this thread has 262144 bytes (CONC_STACK_SIZE) (thread big "
stops vla "conc: stack overflow: this thread has 262144 bytes (CONC_STACK_SIZE) (thread array "
stops library "conc: stack overflow: this thread has 262144 bytes (CONC_STACK_SIZE) (thread alloca_of "
stops worker "conc: stack overflow: this thread has 262144 bytes (CONC_STACK_SIZE) (thread actor worker "
stops main "conc: stack overflow: main has 8388608 bytes (ulimit -s) (thread main)"
is "a larger stack" "$(CONC_STACK_SIZE=2M status timeout 60 ./frames plain)" 3
has "plain gcc is told, too" "$("$concc" --show-compile-flags)" "-fstack-clash-protection"
