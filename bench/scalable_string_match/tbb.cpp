// SPDX-License-Identifier: MIT
// options: -ltbb
#include "match.h"
#include "../mapreduce_tbb.hpp"
