// SPDX-License-Identifier: MIT
// options: -O3 -march=native
#include "kmeans.h"
#include "../mapreduce_global_lock.h"
