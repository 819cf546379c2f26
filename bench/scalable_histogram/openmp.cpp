// SPDX-License-Identifier: MIT
// options: -fopenmp
#include "histogram.h"
#include "../mapreduce_openmp.hpp"
