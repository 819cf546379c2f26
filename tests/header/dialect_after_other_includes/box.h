// SPDX-License-Identifier: MIT
#ifndef BOX_H
#define BOX_H
#include <conc.h>
#include <stdio.h>
monitor box { char text[20]; };
static inline void put(box * mutex b, const char *s) { snprintf(b->text, sizeof b->text, "%s", s); }
#endif
