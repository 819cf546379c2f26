/* SPDX-License-Identifier: MIT */
/* std::terminate: prints a message that names the user thread, then C++'s own handler runs. */
#include "cxx.h"

#include <stdlib.h>

#include "port/stop.h"
#include "thread.h"

/* std::set_terminate; null in a program without C++. */
typedef void (*handler)(void);
extern handler set_terminate(handler) __asm__("_ZSt13set_terminatePFvvE") __attribute__((weak));

static handler previous;

static void terminates(void)
{
	conc_warn(NULL, conc_thread_self_or_null(),
	          "C++ calls std::terminate: an exception was not caught in the thread that threw "
	          "it, or was thrown while another one was on its way");
	if (previous) previous();
	abort();
}

void conc_cxx_init(void)
{
	if (set_terminate) previous = set_terminate(terminates);
}
