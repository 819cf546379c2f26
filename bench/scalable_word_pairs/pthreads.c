// SPDX-License-Identifier: MIT
#include "pairs.h"
#include "../mapreduce_pthreads.h"
