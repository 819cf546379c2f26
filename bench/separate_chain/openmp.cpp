// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fno-math-errno -fopenmp
#include "peer.hpp"
