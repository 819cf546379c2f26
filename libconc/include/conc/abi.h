/* SPDX-License-Identifier: MIT */
/* For lowered code only: the definitions for the C that concc emits, one header per construct.
 * docs/lowering.md has the pictures. */
#ifndef CONC_ABI_H
#define CONC_ABI_H

#include "conc.h"
#include "conc/abi_actor.h"
#include "conc/abi_blocking.h"
#include "conc/abi_channel.h"
#include "conc/abi_clause.h"
#include "conc/abi_future.h"
#include "conc/abi_io.h"
#include "conc/abi_new.h"
#include "conc/abi_select.h"
#include "conc/abi_scalable.h"
#include "conc/abi_scope.h"
#include "conc/abi_separate.h"
#include "conc/abi_separate_mode.h"
#include "conc/abi_shield.h"
#include "conc/abi_task.h"
#include "conc/abi_thread.h"
#include "conc/abi_waituntil.h"

#if defined(__has_include)
#if __has_include("conc/abi_mutex.h")
#include "conc/abi_mutex.h"
#endif
#endif

#endif
