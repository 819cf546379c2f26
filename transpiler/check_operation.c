/* SPDX-License-Identifier: MIT */
#include "lower.h"
void check_operations(struct unit *unit) { (void)unit; }
