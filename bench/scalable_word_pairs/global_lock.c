// SPDX-License-Identifier: MIT
#include "pairs.h"
#include "../mapreduce_global_lock.h"
