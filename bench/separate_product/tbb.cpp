// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fno-math-errno -ltbb
#include "peer.hpp"
