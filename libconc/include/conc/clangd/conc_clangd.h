/* SPDX-License-Identifier: MIT */
/* Found by conc.h where concc --clangd has this folder searched, and nowhere else. */
#ifndef __CONC__
#define __CONC__ 1
#endif
#include "../clangd.h"
