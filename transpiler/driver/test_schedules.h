/* SPDX-License-Identifier: MIT */
/* concc --test-schedules=N prog.c -- arguments */
#ifndef CONCC_TEST_SCHEDULES_H
#define CONCC_TEST_SCHEDULES_H

struct options;

/* Builds a program for seeded schedules and explores it; returns the exit status. */
int test_schedules(const struct options *options, int count, char **arguments);

#endif
