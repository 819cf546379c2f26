// SPDX-License-Identifier: MIT
// options: -O3 -march=native -ltbb
#include "kmeans.h"
#include "../mapreduce_tbb.hpp"
