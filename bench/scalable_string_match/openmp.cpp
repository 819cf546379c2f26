// SPDX-License-Identifier: MIT
// options: -fopenmp
#include "match.h"
#include "../mapreduce_openmp.hpp"
