// SPDX-License-Identifier: MIT
#include "words.h"
#include "../mapreduce_ours.h"
