// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fopenmp
#include "kmeans.h"
#include "../mapreduce_openmp.hpp"
