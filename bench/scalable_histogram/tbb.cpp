// SPDX-License-Identifier: MIT
// options: -ltbb
#include "histogram.h"
#include "../mapreduce_tbb.hpp"
