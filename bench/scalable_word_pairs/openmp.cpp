// SPDX-License-Identifier: MIT
// options: -fopenmp
#include "pairs.h"
#include "../mapreduce_openmp.hpp"
