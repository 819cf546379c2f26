/* SPDX-License-Identifier: MIT */
/* What becomes of the constructs uses no plain word that a program may have as a macro. */
#include <conc.h>
#include <stdio.h>

#define unused +++
#define cleanup +++
#define always_inline +++
#define noreturn +++
#define cold +++
#define packed +++
#define aligned +++
#define may_alias +++
#define malloc +++
#define lock +++
#define where +++
#define h +++
#define held +++
#define self_ +++
#define size +++
#define clause +++
#define object +++
#define value +++
#undef offsetof
#define offsetof +++
#undef bool
#define bool +++
#undef true
#define true +++
#undef false
#define false +++
#define memcpy +++
#define memset +++
#define abort +++
#define alignof +++

#define NAMES(...) unused cleanup always_inline noreturn cold packed aligned may_alias malloc lock where h held self_ size clause object value offsetof bool true false memcpy memset abort alignof
#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)
extern const char *const names;
const char *const names = TEXT(NAMES());

#include "old.c"
