// SPDX-License-Identifier: MIT
// options: -ltbb
#include "words.h"
#include "../mapreduce_tbb.hpp"
