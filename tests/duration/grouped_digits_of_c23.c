// SPDX-License-Identifier: MIT
// To older preprocessors the rest of the line is a character.
#include <conc.h>

conc_duration d = 1'000ms;
