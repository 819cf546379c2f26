/* SPDX-License-Identifier: MIT */
/* conc.h finds this file only if concc --clangd adds its folder to the include path. */
#ifndef __CONC__
#define __CONC__ 1
#endif
#include "../clangd.h"
