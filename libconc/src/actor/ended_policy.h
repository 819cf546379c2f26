/* SPDX-License-Identifier: MIT */
/* ended_policy: what a send to an actor that has ended does. */
#ifndef CONC_SRC_ENDED_POLICY_H
#define CONC_SRC_ENDED_POLICY_H

#include "actor.h"
#include "conc/actor.h"

/* The policy of the type or of its nearest base that has one, else that of the executor. */
enum conc_ended_policy conc_ended_policy_of(const struct conc_abi_type *type,
                                            const struct conc_executor *ex);

#endif
