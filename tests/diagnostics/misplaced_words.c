// SPDX-License-Identifier: MIT
// Kinds are declared one at a time and without anything around; only they have inline bases.
#include <conc.h>

monitor account { long n; };
static thread first;
thread *second;
monitor third, fourth;
struct plain { inline account; };
