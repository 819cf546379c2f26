// SPDX-License-Identifier: MIT
// Whether a mutex can be had at once.
#include <conc.h>
#include <stdbool.h>
#include <stdio.h>

static inline bool is_free(conc_mutex *m)
{
	if (!conc_mutex_try_lock(m)) return false;
	conc_mutex_unlock(m);
	return true;
}
