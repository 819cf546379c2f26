// SPDX-License-Identifier: MIT
#include "words.h"
#include "../mapreduce_global_lock.h"
