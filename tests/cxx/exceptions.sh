#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# C++ exceptions in user threads: what is being handled or thrown is the user thread's, with libstdc++ from
# g++ and clang++, dynamic and static, under seeds too.
. "$CONC/tests/driver/common"
ulimit -c 0

cat >work.cc <<'X'
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
extern "C" void conc_yield(void);
extern "C" void conc_sleep(long long);
// Its destructor waits while the exception is on its way.
struct waits {
	std::string s;
	int before = std::uncaught_exceptions();
	waits() : s(50, 'x') {}
	~waits() { int now = std::uncaught_exceptions(); conc_yield(); if (std::uncaught_exceptions() != now || now > before + 1) std::puts("uncaught: another's"); }
};
static int deep(int n) { waits w; if (n == 0) throw std::runtime_error("deep"); return deep(n - 1) + 1; }
extern "C" int cxx_work(int me, int times)
{
	int k = 0;
	for (int i = 0; i < times; i++) {
		try {
			deep(10);
		} catch (std::exception &) {
			std::exception_ptr mine = std::current_exception();
			k++;
			conc_sleep(1000 * me);
			if (std::current_exception() != mine) std::puts("another's exception");
			try {
				deep(3);
			} catch (...) {
				conc_yield();
				k++;
				try { throw; } catch (std::runtime_error &) { k++; }
			}
			try { std::rethrow_exception(mine); } catch (std::runtime_error &) { conc_yield(); k++; }
		}
		if (std::uncaught_exceptions() || std::current_exception()) std::puts("one is left");
	}
	return k;
}
extern "C" void cxx_escape(void) { throw std::runtime_error("escaped"); }
extern "C" int cxx_catches(void (*f)(void)) { try { f(); } catch (...) { return 1; } return 0; }
extern "C" int cxx_while_handling(int (*f)(void)) { try { throw 1; } catch (int) { return f() + !std::current_exception(); } }
extern "C" int cxx_sees(void) { return !!std::current_exception() + std::uncaught_exceptions(); }
X
cat >main.c <<'X'
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
int cxx_work(int me, int times), cxx_catches(void (*f)(void)), cxx_while_handling(int (*f)(void)), cxx_sees(void);
void cxx_escape(void);
static int joins(void) { task(int) t = spawn cxx_sees(); return join(t); }
static void escapes(void) { task(void) t = spawn cxx_escape(); join(t); }
int main(int count, char **words)
{
	task(int) t[6];
	int n = 0;
	if (count > 2) return cxx_catches(escapes);
	for (int i = 0; i < 6; i++) t[i] = spawn cxx_work(i, atoi(words[1]));
	for (int i = 0; i < 6; i++) n += join(t[i]);
	printf("%d %d\n", n, cxx_while_handling(joins));
}
X
for cxx in g++ clang++; do
	"$cxx" -O2 -g -c work.cc -o work.o && "$concc" -O2 -g main.c work.o -lstdc++ -o program || { echo "not ok - $cxx"; continue; }
	for p in 1 2 4; do
		is "$cxx, $p processors" "$(CONC_PROCESSORS=$p status timeout 60 ./program 100; cat stdout stderr)" "0
2400 0"
		# The joiner's handler is not the thread's, also where the thread runs on the joiner's stack.
		is "$cxx, $p processors: an exception leaves a thread" "$(CONC_PROCESSORS=$p status timeout 60 ./program 1 x; head -n 3 stderr)" "134
conc: warning: C++ calls std::terminate: an exception was not caught in the thread that threw it, or was thrown while another one was on its way (thread cxx_escape 1)
terminate called after throwing an instance of 'std::runtime_error'
  what():  escaped"
	done
	"$concc" -O2 -g -static main.c work.o -lstdc++ -o static
	is "$cxx, static" "$(CONC_PROCESSORS=3 status timeout 60 ./static 100; cat stdout stderr)" "0
2400 0"
	"$concc" -O1 -fconc-schedules main.c work.o -lstdc++ -o seeded
	is "$cxx, seeds" "$(CONC_SCHEDULE=explore:20 status timeout 300 ./seeded 3)" 0
done
