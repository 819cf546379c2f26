/* SPDX-License-Identifier: MIT */
/* Names this library's version for the linker. */
#include "conc/version.h"

const char CONC_ABI_VERSION_SYMBOL = 0;
