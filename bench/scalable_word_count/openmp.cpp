// SPDX-License-Identifier: MIT
// options: -fopenmp
#include "words.h"
#include "../mapreduce_openmp.hpp"
