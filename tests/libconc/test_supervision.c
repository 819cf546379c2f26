/* SPDX-License-Identifier: MIT */
/* Restarts: how many in what time, and how long before each. */
#include "crew.h"
#include "actor/supervision.h"

static struct conc_supervisor with(struct conc_supervision rules)
{
	return (struct conc_supervisor){.rules = rules};
}

static void so_many_and_no_more(void **state)
{
	struct conc_supervisor s = with((struct conc_supervision){.restarts = 3});

	(void)state;
	for (unsigned i = 1; i <= 3; i++) {
		assert_int_equal(conc_supervisor_decide(&s, i), 0);
		assert_int_equal(s.restarts, i);
	}
	assert_true(conc_supervisor_decide(&s, UINT64_C(1) << 62) == CONC_GIVES_UP);
	assert_int_equal(s.restarts, 3);
}

static void none_at_all(void **state)
{
	struct conc_supervisor s = with((struct conc_supervision){.within = 5});

	(void)state;
	assert_true(conc_supervisor_decide(&s, 1) == CONC_GIVES_UP);
}

static void only_those_in_the_window_count(void **state)
{
	struct conc_supervisor s = with((struct conc_supervision){.restarts = 2, .within = 100});

	(void)state;
	assert_int_equal(conc_supervisor_decide(&s, 1000), 0);
	assert_int_equal(conc_supervisor_decide(&s, 1050), 0);
	assert_int_equal(conc_supervisor_decide(&s, 1101), 0); /* the first is forgotten */
	assert_true(conc_supervisor_decide(&s, 1150) == CONC_GIVES_UP);
	assert_int_equal(conc_supervisor_decide(&s, 1151), 0);
	assert_int_equal(s.restarts, 4);
	free(s.times);
}

static void many_in_a_window(void **state)
{
	struct conc_supervisor s = with((struct conc_supervision){.restarts = 1000, .within = 100000});

	(void)state;
	for (uint64_t now = 1; now <= 1000; now++) assert_int_equal(conc_supervisor_decide(&s, now), 0);
	assert_true(conc_supervisor_decide(&s, 1001) == CONC_GIVES_UP);
	for (uint64_t now = 100002; now <= 100011; now++) assert_int_equal(conc_supervisor_decide(&s, now), 0);
	free(s.times);
}

static void each_wait_is_twice_the_one_before(void **state)
{
	struct conc_supervisor s = with((struct conc_supervision){
		.restarts = 100, .within = 1000000, .backoff = 10, .backoff_max = 75});
	const uint64_t waits[] = {10, 20, 40, 75, 75, 75};

	(void)state;
	for (int i = 0; i < 6; i++) assert_int_equal(conc_supervisor_decide(&s, 5), waits[i]);
	assert_int_equal(conc_supervisor_decide(&s, 2000000), 10); /* it has gone well for a while */
	free(s.times);
}

static void no_bound_is_no_overflow(void **state)
{
	struct conc_supervisor s = with((struct conc_supervision){.restarts = 200, .backoff = CONC_S(1)});
	uint64_t last = 0;

	(void)state;
	for (int i = 0; i < 200; i++) {
		uint64_t wait = conc_supervisor_decide(&s, 5);
		assert_true(wait >= last && wait <= INT64_MAX);
		last = wait;
	}
	assert_true(last == INT64_MAX);
}

static void fail_outside(void *unused)
{
	(void)unused;
	conc_fail(3);
}

static void fail_is_for_behaviours(void **state)
{
	(void)state;
	expect_stop(fail_outside, NULL, "conc: conc_fail outside a behaviour", NULL);
}

/* ---- In a system ---- */

typedef struct step step;
struct step { int n, status; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(step);

typedef struct walker walker; /* fails where it is told to */
struct walker { int last, made_new; conc_semaphore *gate; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(walker);
conc_disposition conc_receive_walker__step(walker *self, step *m);
CONC_RECEIVE(walker, step);
/* Walkers that have failed and are not back. One worker counts them away; each comes back in a thread of its own. */
static _Atomic int away;
static int most_away;
conc_disposition conc_receive_walker__step(walker *self, step *m)
{
	if (m->n == 1 && self->gate) conc_semaphore_wait(self->gate);
	if (m->status) {
		int n = ++away;
		if (n > most_away) most_away = n;
		return conc_fail(m->status);
	}
	CHECK(m->n > self->last);
	self->last = m->n;
	return CONC_NODELETE;
}

static void make_new(void *actor)
{
	walker *w = actor;

	w->made_new++;
	w->gate = NULL;
}

static void comes_back(void *actor)
{
	(void)actor;
	away--;
}

typedef struct boss boss;
struct boss { int failures, statuses, given_up; uint64_t last; void *who; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(boss);
conc_disposition conc_receive_boss__conc_failure(boss *self, conc_failure *m);
CONC_RECEIVE(boss, conc_failure);
conc_disposition conc_receive_boss__conc_failure(boss *self, conc_failure *m)
{
	CHECK(!strcmp(m->type, "walker"));
	self->who = m->actor;
	self->failures++;
	self->statuses = 10 * self->statuses + m->status;
	self->last = m->restarts;
	if (m->given_up) self->given_up++;
	return self->given_up == 2 ? CONC_FINISHED : CONC_NODELETE;
}

static void walk(walker *w, const char *steps)
{
	for (int n = 1; *steps; n++, steps++)
		CONC_SEND(walker, step, w, (step){.n = n, .status = *steps - '0'});
}

static void supervise(walker *w, boss *b, struct conc_supervision rules)
{
	CONC_SUPERVISE(boss, w, b, &rules);
}

static void end_actor(walker *w)
{
	conc_abi_actors_end(&(struct conc_abi_actors){&conc_type_walker, (char *)w, 1, CONC_HERE});
}

static void restarted_and_goes_on(void **state)
{
	walker w = {0};
	boss b = {0};
	uint64_t began = conc_now();

	(void)state;
	supervise(&w, &b, (struct conc_supervision){.restarts = 3, .within = CONC_S(10), .restart = make_new,
	                                            .backoff = CONC_MS(5)});
	conc_actors_start(&(struct conc_actors_config){.workers = 1});
	walk(&w, "0010020300");
	conc_actors_stop();
	assert_int_equal(w.last, 10); /* nothing is lost, nothing comes in between */
	assert_int_equal(w.made_new, 3);
	assert_int_equal(b.failures, 3);
	assert_int_equal(b.statuses, 123);
	assert_int_equal(b.last, 3);
	assert_ptr_equal(b.who, &w);
	assert_true(conc_now() - began >= (uint64_t)CONC_MS(5 + 10 + 20));
	end_actor(&w);
}

enum { WALKERS = 20 };

/* They wait at the same time, for one worker, which goes on meanwhile. */
static void others_go_on_meanwhile(void **state)
{
	walker w[WALKERS] = {{0}}, other = {0};
	boss b = {0};

	(void)state;
	away = 0;
	most_away = 0;
	for (int i = 0; i < WALKERS; i++)
		supervise(&w[i], &b, (struct conc_supervision){.restarts = 1, .restart = comes_back,
		                                               .backoff = CONC_MS(100)});
	conc_actors_start(&(struct conc_actors_config){.workers = 1});
	for (int i = 0; i < WALKERS; i++) walk(&w[i], "010");
	walk(&other, "0000000000");
	conc_actors_stop();
	for (int i = 0; i < WALKERS; i++) assert_int_equal(w[i].last, 3);
	assert_int_equal(other.last, 10);
	assert_int_equal(b.failures, WALKERS);
	assert_true(most_away > 1);
	assert_int_equal(away, 0);
	for (int i = 0; i < WALKERS; i++) end_actor(&w[i]);
}

static void too_many(void *unused)
{
	conc_semaphore gate = {0};
	walker w = {.gate = &gate}; /* all is sent before it ends */
	boss b = {0};

	(void)unused;
	supervise(&w, &b, (struct conc_supervision){.restarts = 2});
	conc_actors_start(NULL);
	walk(&w, "01234000");
	conc_semaphore_post(&gate);
	conc_actors_stop();
	CHECK(w.last == 1);
	CHECK(b.statuses == 123);
	CHECK(b.given_up == 1);
	CHECK(b.last == 2);
}

static void given_up(void **state)
{
	char said[1024];

	(void)state;
	assert_int_equal(child_status(too_many, NULL, said, sizeof(said)), 0);
	assert_non_null(strstr(said, "conc: warning: 4 messages were never received, their actors had ended:\n"
	                             "  message 'step' to actor 'walker', sent at "));
}

static void nobody(void *unused)
{
	walker w = {0};

	(void)unused;
	conc_actors_start(NULL);
	walk(&w, "7");
	conc_actors_wait();
	conc_actors_stop();
}

static void boss_has_ended(void *unused)
{
	walker w = {0};
	boss b = {.given_up = 1};

	(void)unused;
	supervise(&w, &b, (struct conc_supervision){.restarts = 2});
	conc_actors_start(NULL);
	CONC_SEND_READY(boss, &b, finished_message);
	while (CONC_TRY_SEND(boss, conc_failure, &b, (conc_failure){.type = "walker"})) conc_yield();
	walk(&w, "7");
	conc_actors_wait();
	conc_actors_stop();
}

static void nobody_to_tell_is_a_warning(void **state)
{
	char said[1024];

	(void)state;
	assert_int_equal(child_status(nobody, NULL, said, sizeof(said)), 0);
	assert_non_null(strstr(said, "conc: warning: actor 'walker' 0x"));
	assert_non_null(strstr(said, "has failed with status 7 and has no supervisor: it is ended"));
	assert_int_equal(child_status(boss_has_ended, NULL, said, sizeof(said)), 0);
	assert_non_null(strstr(said, "has failed with status 7 and its supervisor has ended: it is ended"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(so_many_and_no_more),
		cmocka_unit_test(none_at_all),
		cmocka_unit_test(only_those_in_the_window_count),
		cmocka_unit_test(many_in_a_window),
		cmocka_unit_test(each_wait_is_twice_the_one_before),
		cmocka_unit_test(no_bound_is_no_overflow),
		cmocka_unit_test(fail_is_for_behaviours),
		cmocka_unit_test(restarted_and_goes_on),
		cmocka_unit_test(others_go_on_meanwhile),
		cmocka_unit_test(given_up),
		cmocka_unit_test(nobody_to_tell_is_a_warning),
	};

	return crew_tests(tests);
}
