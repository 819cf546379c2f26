#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# SIGQUIT reports all threads, and the leaked ones with CONC_DEBUG=1, and the program goes on. With CONC_QUIT=0 it ends.
. "$CONC/tests/driver/common"
ulimit -c 0

cat >prog.c <<'X'
#include <conc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void stays(channel(int) *c) { *c << 1; }
static void makes(void) { spawn stays(new channel(int) {}); }
static bool is_told(void)
{
	char text[4096];
	FILE *f = fopen("err", "r");
	size_t n = fread(text, 1, sizeof text - 1, f);
	text[n] = '\0';
	fclose(f);
	return strstr(text, "leaked") && strstr(strstr(text, "leaked"), "\n  stays");
}
int main(void)
{
	freopen("err", "w", stderr);
	spawn makes();
	conc_sleep(1ms);
	kill(getpid(), SIGQUIT);
	while (!is_told()) conc_sleep(10ms);
	puts("goes on");
	fflush(stdout);
	_exit(0);
}
X
"$concc" prog.c -o prog || exit 1
# A shell starts what runs beside it with SIGQUIT ignored, and newer versions of timeout leave it so.
quit() { status env --default-signal=QUIT timeout 60 ./prog; }
is "with CONC_DEBUG" "$(CONC_DEBUG=1 quit; cat stdout)" "0
goes on"
has "all threads" "$(cat err)" "conc: 2 threads
  main "
has "the leaked one" "$(cat err)" "conc: 1 thread is leaked: nobody can wake it
  stays"
is "CONC_QUIT=0" "$(CONC_QUIT=0 quit)" 131
