/* SPDX-License-Identifier: MIT */
/* One program, two ways: with -DRACE it does what no edge orders, else what the edge beside it does.
 * Both accesses always run, and nothing orders them in any schedule: so a report is due. */
/* Not static: what is only written would be no variable. Each in 8 bytes of its own: the sanitizer
 * remembers four accesses of 8 bytes, and those of the one would drive out the other's. */
extern int x __attribute__((aligned(8))), y __attribute__((aligned(8)));

#ifdef RACE
#define BESIDE(...) __VA_ARGS__
#define ORDERED(...)
#else
#define BESIDE(...)
#define ORDERED(...) __VA_ARGS__
#endif
