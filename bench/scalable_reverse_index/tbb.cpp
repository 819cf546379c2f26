// SPDX-License-Identifier: MIT
// options: -ltbb
#include "index.h"
#include "../mapreduce_tbb.hpp"
