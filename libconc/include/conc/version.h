/* SPDX-License-Identifier: MIT */
/* The version of Conc. concc, these headers and libconc must agree: concc compares its own with
 * that of the headers, and the linker finds the symbol in libconc only if the versions are the
 * same. Both numbers change with each release, and whenever emitted C or an ABI header changes so
 * that objects have to be compiled again. */
#ifndef CONC_VERSION_H
#define CONC_VERSION_H

#define CONC_VERSION "1.0"
#define CONC_VERSION_NUMBER 100 /* 100 * major + minor */

extern const char conc_object_needs_libconc_1_0;
#define CONC_ABI_VERSION_SYMBOL conc_object_needs_libconc_1_0

#endif
