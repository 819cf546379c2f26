// SPDX-License-Identifier: MIT
// An impl lock has only names in it.
#include <conc.h>

void take(int *lock);

impl lock for __typeof__(*new int) { .lock = take, .unlock = take };
impl lock for task(int) { .lock = take, .unlock = take };
