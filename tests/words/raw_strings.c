// GNU C's raw strings: what stands in them is neither dialect nor a directive, quote or comment.
// flavours: concc gcc
// schedules: no (nothing runs at once)
#include <conc.h>
#include <stdio.h>

static conc_mutex lock;
static const char *const text = R"(mutex (lock) { "not
#include "nothing.h"
   this" /* nor this
	)" R"x(
)" thread t { ')x";

#define LOCKED(statement) mutex (lock) { statement; }

static const char *answer(channel(int) *in)
{
	int n;
	n << *in;
	return n == 3 ? R"("right")" : "wrong";
}

int main(void)
{
	channel(int) numbers = {1};
	task(const char *) waiter = spawn answer(&numbers);
	mutex (lock) puts(R"(a "  " b \n)" u8R"-(c)-");
	LOCKED(puts(R"(in a
macro ) " )"))
	numbers << (int)sizeof R"(")" + 1;
	puts(join(waiter));
	puts(text);
	printf("%d\n", __LINE__);
	return 0;
}
