// SPDX-License-Identifier: MIT
#include "histogram.h"
#include "../mapreduce_global_lock.h"
