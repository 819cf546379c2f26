// SPDX-License-Identifier: MIT
// options: -fopenmp
#include "index.h"
#include "../mapreduce_openmp.hpp"
