// SPDX-License-Identifier: MIT
// options: -ltbb
#include "pairs.h"
#include "../mapreduce_tbb.hpp"
