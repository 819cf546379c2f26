/* SPDX-License-Identifier: MIT */
/*
 * leaks_report: when leaked threads are looked for (leaks.c), and how they are told.
 *
 * At the end of main the variables of main are gone, and main's stack is no root. There are two
 * looks. The first comes before the handlers of atexit that the program registered before it used
 * libconc, and may find that globals still lead somewhere. The last one comes after them, and if no
 * thread is live, nobody reads a global any more either. Only a return of main counts: exit() says
 * that the others are to end, wherever they are.
 *
 * Rejected: looking until no thread sleeps any more, as goleak does for a while (a ticker is no
 * leak, and programs would end late).
 */
#include "leaks.h"

#include <errno.h>
#include <execinfo.h>
#include <stdlib.h>

#include "conc/duration.h"
#include "conc/test.h"
#include "context.h"
#include "mutex_core.h"
#include "port/os.h"
#include "port/stop.h"
#include "report.h"
#include "scheduler.h"

enum { LOOKS = 100, NAP = 1000000 /* ns */ };

static bool is_on(void)
{
	return conc_schedule_seeded() ? conc_schedule_leaks() : conc_order_on();
}

/* Looks until the program stands still, for a while. */
static enum conc_look_result look_for_a_while(enum conc_look what, const void *frames,
                                              struct conc_leaks *found)
{
	enum conc_look_result result = conc_leaks_look(what, frames, found);

	for (int i = 0; i < LOOKS && result == CONC_LOOK_NOT_YET; i++) {
		conc_abi_sleep(NAP, NULL);
		result = conc_leaks_look(what, frames, found);
	}
	return result;
}

static void tell_thread(struct conc_thread *t, void *unused)
{
	(void)unused;
	if (t->leak & CONC_LEAK_IS_LEAKED) t->leak |= CONC_LEAK_WAS_TOLD;
}

/* Prints the threads with marks, so many of them. */
static void tell(unsigned count, uint8_t marks)
{
	char head[96];

	if (!count) return;
	conc_text_append(head, 0, sizeof head, "%u %s%s", count,
	                 count == 1 ? "thread is leaked: nobody can wake it"
	                            : "threads are leaked: nobody can wake them",
	                 conc_schedule_name());
	conc_report_marked(head, marks);
	conc_thread_each(tell_thread, NULL);
}

/* ---- When asked ---- */

/* noinline: saves the registers of the function that called it, where the search finds them. */
__attribute__((noinline)) int conc_report_leaks(void)
{
	enum conc_look_result result;
	struct conc_leaks found;

	__builtin_unwind_init();
	conc_thread_self();
	result = look_for_a_while(
	        CONC_LOOK_ASKED, (char *)__builtin_frame_address(0) - CONC_SAVED_REGISTERS, &found);
	if (result != CONC_LOOK_DONE) return result == CONC_LOOK_NEVER ? -ENOTSUP : -EAGAIN;
	tell(found.leaked, CONC_LEAK_IS_LEAKED);
	return (int)found.leaked;
}

static uint32_t asked; /* atomic: looks left for SIGQUIT */

void conc_leaks_ask(void)
{
	/* seq_cst: as wanted in dump.c */
	if (is_on()) store_seq_cst(&asked, LOOKS);
}

bool conc_leaks_answer(const void *frames)
{
	uint32_t left = load_seq_cst(&asked);
	enum conc_look_result result;
	struct conc_leaks found;

	if (CONC_LIKELY(!left)) return true;
	result = conc_leaks_look(CONC_LOOK_ASKED, frames, &found);
	store_relaxed(&asked, result == CONC_LOOK_NOT_YET ? left - 1 : 0);
	if (result == CONC_LOOK_NOT_YET && left > 1) return false;
	if (result == CONC_LOOK_DONE) tell(found.leaked, CONC_LEAK_IS_LEAKED);
	else conc_warn(NULL, NULL, "no look for leaked threads: other threads run");
	return true;
}

/* ---- At the end ---- */

/* Reports what was not reported before. In a seeded run that is a failure. */
static void report_at_end(enum conc_look what)
{
	const struct conc_thread *self = conc_thread_self_or_null();
	enum conc_look_result result;
	struct conc_leaks found;

	if (!self || self->kind != CONC_THREAD_MAIN) return;
	result = what == CONC_LOOK_LAST ? conc_leaks_look(what, NULL, &found)
	                                : look_for_a_while(what, NULL, &found);
	if (result != CONC_LOOK_DONE || !found.new_ones) return;
	if (conc_schedule_on()) conc_stop_begin();
	tell(found.new_ones, CONC_LEAK_IS_NEW);
	if (!conc_schedule_on()) return;
	conc_schedule_stopping();
	abort();
}

void conc_leaks_main_ends(void)
{
	if (is_on()) report_at_end(CONC_LOOK_MAIN_ENDED);
}

/* Returns whether main has returned, and did not call exit: then below this handler come the frames
 * of libc, and the program's _start. */
static bool main_has_returned(void)
{
	void *frames[64];
	int count = backtrace(frames, 64), i = 0;

	while (i < count && conc_os_is_program(frames[i])) i++; /* the handler itself */
	while (i < count && !conc_os_is_program(frames[i])) i++;
	return i == count - 1;
}

static void count_left(struct conc_thread *t, void *left)
{
	*(unsigned *)left += !conc_thread_has_ended(t);
}

/* Reading the stack takes long, so the threads are counted first. */
static void report_after_main(enum conc_look what)
{
	unsigned left = 0;

	conc_thread_each(count_left, &left);
	if (left > 1 && main_has_returned()) report_at_end(what);
}

static void at_exit(void)
{
	report_after_main(CONC_LOOK_MAIN_ENDED);
}

static void at_last(void)
{
	if (is_on()) report_after_main(CONC_LOOK_LAST);
}

/* Behind the handlers of atexit of the program and the destructors of C++. */
__attribute__((destructor(101))) static void at_end(void)
{
	if (!conc_schedule_seeded()) at_last();
}

/* A seeded run ends before the destructors. */
__attribute__((constructor(102))) static void before_handlers(void)
{
	if (conc_schedule_seeded()) atexit(at_last);
}

void conc_leaks_init(void)
{
	if (is_on()) atexit(at_exit);
}
