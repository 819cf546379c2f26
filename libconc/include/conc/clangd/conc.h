/* SPDX-License-Identifier: MIT */
/* conc.h for editors: concc --clangd has this folder searched first. */
#ifndef CONC_H
#define CONC_H

#define __CONC__ 1
#include "../clangd.h"

#endif
