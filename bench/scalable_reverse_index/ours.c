// SPDX-License-Identifier: MIT
#include "index.h"
#include "../mapreduce_ours.h"
