// SPDX-License-Identifier: MIT
#include "histogram.h"
#include "../mapreduce_ours.h"
