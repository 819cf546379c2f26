/* SPDX-License-Identifier: MIT */
/* What is asked of the kernel. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "conc/duration.h"
#include "port/os.h"

static void environment(void **state)
{
	(void)state;
	unsetenv("CONC_TEST");
	assert_int_equal(conc_os_environment("CONC_TEST", 5), 5);
	const struct { const char *text; uint64_t value; } cases[] = {
		{"12", 12}, {"0", 0}, {"64k", 65536}, {"2M", 2 << 20}, {"1G", 1 << 30},
		{"", 5}, {"x", 5}, {"-1", 5}, {"12z", 5}, {"12kk", 5}, {" 12", 5},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		setenv("CONC_TEST", cases[i].text, 1);
		assert_int_equal(conc_os_environment("CONC_TEST", 5), cases[i].value);
	}
}

static void cpus_follow_affinity(void **state)
{
	cpu_set_t before, one;
	unsigned all = conc_os_cpus();

	(void)state;
	assert_true(all >= 1);
	sched_getaffinity(0, sizeof before, &before);
	assert_true(all <= (unsigned)CPU_COUNT(&before));
	CPU_ZERO(&one);
	for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
		if (CPU_ISSET(i, &before))
			CPU_SET(i, &one);
	sched_setaffinity(0, sizeof one, &one);
	assert_int_equal(conc_os_cpus(), 1);
	sched_setaffinity(0, sizeof before, &before);
}

static void futex(void **state)
{
	uint32_t word = 3;
	uint64_t now = conc_now();

	(void)state;
	errno = 99;
	assert_int_equal(conc_os_futex_wait(&word, 4, UINT64_MAX), -EAGAIN);
	assert_int_equal(conc_os_futex_wait(&word, 3, now), -ETIMEDOUT);
	assert_int_equal(conc_os_futex_wait(&word, 3, now + 2000000), -ETIMEDOUT);
	assert_true(conc_now() - now >= 2000000);
	assert_int_equal(errno, 99);
}

static void kernel_threads(void **state)
{
	(void)state;
	assert_true(conc_os_kernel_threads() >= 1);
	assert_true(conc_os_is_initial_thread());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(environment),
		cmocka_unit_test(cpus_follow_affinity),
		cmocka_unit_test(futex),
		cmocka_unit_test(kernel_threads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
