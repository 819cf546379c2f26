// SPDX-License-Identifier: MIT
#include "match.h"
#include "../mapreduce_global_lock.h"
