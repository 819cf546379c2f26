// SPDX-License-Identifier: MIT
// At the end of a scope every task of an array, a member, and a member of each element of an array has ended.
#include <conc.h>
#include <stdio.h>

struct pair { int n; task(int) t; };
static int ended; // atomic

static int late(void)
{
	conc_sleep(5ms);
	return __atomic_add_fetch(&ended, 1, __ATOMIC_RELAXED);
}

static void one_element(void) { task(int) t[1] = { spawn late() }; }
static void some_elements(void) { task(int) t[4] = { [2] = spawn late() }; }
static void of_arrays(void) { task(int) t[2][2] = { { spawn late() }, { spawn late() } }; }
static void one_member(void) { struct pair p = { 1, spawn late() }; }
static void of_members(void) { struct pair p[2] = { { 1, spawn late() } }; }
static void parameter(task(int) t) {}

int main(void)
{
	one_element();
	printf("%d ", __atomic_load_n(&ended, __ATOMIC_RELAXED));
	some_elements();
	printf("%d ", __atomic_load_n(&ended, __ATOMIC_RELAXED));
	of_arrays();
	printf("%d ", __atomic_load_n(&ended, __ATOMIC_RELAXED));
	one_member();
	printf("%d ", __atomic_load_n(&ended, __ATOMIC_RELAXED));
	of_members();
	printf("%d ", __atomic_load_n(&ended, __ATOMIC_RELAXED));
	parameter(spawn late());
	printf("%d\n", __atomic_load_n(&ended, __ATOMIC_RELAXED));
}
