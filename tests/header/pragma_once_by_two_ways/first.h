// SPDX-License-Identifier: MIT
#pragma once
#include "counter.h"

static inline void add_one(counter * mutex c) { c->n += 1; }
