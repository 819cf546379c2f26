// SPDX-License-Identifier: MIT
#include "match.h"
#include "../mapreduce_ours.h"
