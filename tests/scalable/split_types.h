// SPDX-License-Identifier: MIT
#include <conc.h>
actor in_a_header { long n; };
