/* SPDX-License-Identifier: MIT */
/* The flight recorder's rings: what is left out and said to be, what is overwritten, the order. */
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "kernel/recorder.h"

/* The events of the calling kernel thread's processor, the latest `count`. */
static size_t last_events(struct conc_recording *recording, struct conc_event *events, size_t count)
{
	const struct conc_processor *p = conc_processor_get();
	size_t found = 0;

	conc_recorder_copy(recording, 0);
	for (size_t i = recording->count; i-- > 0 && found < count;) {
		const struct conc_recorded *r = &recording->events[i];
		if (r->foreign == p->foreign && (r->foreign || r->processor == p->index))
			events[found++] = r->event;
	}
	conc_recorder_free(recording);
	return found;
}

static void mark(uint64_t object)
{
	conc_recorder_add(conc_processor_get(), CONC_RECORDER_MARK, NULL, object, "mark", NULL);
}

static void what_is_left_out(void **state)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_recording recording;
	struct conc_event e[4];

	(void)state;
	store_relaxed(&conc_recorder.allowance, 0); /* the watchdog gives nothing meanwhile */
	mark(0);
	store_relaxed(&p->events_left, 3);
	mark(1);
	mark(2);
	conc_record(p, MARK, p->current, 3, "mark", NULL);
	assert_int_equal(load_relaxed(&p->events_left), 0);
	conc_record(p, MARK, p->current, 4, "mark", NULL);
	assert_int_equal(last_events(&recording, e, 3), 3);
	assert_int_equal(conc_event_kind(&e[0]), CONC_RECORDER_GAP);
	assert_true(conc_event_has_thread(&e[0]));
	assert_int_equal(conc_event_thread(&e[0]), p->current->number);
	assert_int_equal(e[1].object, 2);
	assert_int_equal(e[2].object, 1);
	assert_false(conc_event_has_thread(&e[1]));

	mark(5); /* what is not asked whether there is room is there */
	store_relaxed(&conc_recorder.allowance, 100);
	conc_recorder_tick();
	assert_in_range(load_relaxed(&p->events_left), 100, 4096); /* the watchdog ticks, too */
	conc_record(p, MARK, p->current, 6, "mark", NULL);
	store_relaxed(&conc_recorder.allowance, 0);
	assert_int_equal(last_events(&recording, e, 4), 4);
	assert_int_equal(e[0].object, 6);
	/* who runs behind a gap */
	assert_int_equal(conc_event_kind(&e[1]), CONC_RECORDER_RUNS);
	assert_int_equal(conc_event_thread(&e[1]), p->current->number);
	assert_int_equal(conc_event_kind(&e[2]), CONC_RECORDER_CLOCK);
	assert_int_equal(e[3].object, 5);
	store_relaxed(&conc_recorder.allowance, 100);
}

static void what_is_overwritten(void **state)
{
	struct conc_processor *p = conc_processor_get();
	uint64_t size = conc_recorder.size, expected;
	struct conc_recording recording;
	size_t found = 0;

	(void)state;
	store_relaxed(&p->events_left, UINT32_MAX);
	for (uint64_t i = 0; i < size + 1000; i++) mark(1000000 + i);
	conc_recorder_copy(&recording, 0);
	expected = 0;
	for (size_t i = 0; i < recording.count; i++) {
		const struct conc_event *e = &recording.events[i].event;
		if (i) assert_true(recording.events[i - 1].event.time <= e->time);
		if (conc_event_kind(e) != CONC_RECORDER_MARK || e->object < 1000000) continue;
		if (expected) assert_int_equal(e->object, expected);
		expected = e->object + 1;
		found++;
	}
	assert_int_equal(expected, 1000000 + size + 1000);
	assert_in_range(found, size - 100, size);
	conc_recorder_free(&recording);
}

static void *another(void *unused)
{
	for (uint64_t i = 0; i < 1000; i++) mark(2000000 + i);
	return unused;
}

/* A kernel thread that ends takes its ring along. */
static void foreign_threads(void **state)
{
	struct conc_recording recording;
	pthread_t threads[3];

	(void)state;
	for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, another, NULL);
	for (int i = 0; i < 100; i++) {
		conc_recorder_copy(&recording, 0);
		for (size_t k = 1; k < recording.count; k++)
			assert_true(recording.events[k - 1].event.time <=
			            recording.events[k].event.time);
		conc_recorder_free(&recording);
	}
	for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
	conc_recorder_copy(&recording, 0);
	for (size_t k = 0; k < recording.count; k++)
		assert_false(recording.events[k].event.object - 2000000 < 1000);
	conc_recorder_free(&recording);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(what_is_left_out),
	        cmocka_unit_test(what_is_overwritten),
	        cmocka_unit_test(foreign_threads),
	};

	conc_thread_self();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
