// SPDX-License-Identifier: MIT
#include "index.h"
#include "../mapreduce_global_lock.h"
