/* SPDX-License-Identifier: MIT */
/* What a debugger or another process must know to read a program's threads, locks and channels out
 * of its memory or its core file, without libconc's debug information: offsets, sizes, constants
 * and addresses, by name. They lie together in the section conc_layout; `strip` and --gc-sections
 * keep it. libconc/inspect/conc_view.py reads it; it names what it needs. */
#ifndef CONC_SRC_LAYOUT_H
#define CONC_SRC_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

struct conc_layout {
	char name[40];
	uintptr_t value;
};

_Static_assert(sizeof(struct conc_layout) == 48, "conc_view.py");

/* Each file has one table, of any name: CONC_LAYOUT(thread) = {CONC_LAYOUT_AT(thread, name), …}; */
#define CONC_LAYOUT(table)                                   \
	__attribute__((section("conc_layout"), used, retain, \
	               aligned(8))) static struct conc_layout table[]
/* clang-format off */
/* "TYPE.MEMBER": where it is in struct conc_TYPE, in bytes */
#define CONC_LAYOUT_AT(type, member) {#type "." #member, offsetof(struct conc_##type, member)}
/* "TYPE": its size in bytes */
#define CONC_LAYOUT_SIZE(type) {#type, sizeof(struct conc_##type)}
/* clang-format on */

#endif
