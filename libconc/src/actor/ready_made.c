/* SPDX-License-Identifier: MIT */
/* The ready-made messages: their types, and the behaviours of actors whose type has no receive for
 * them. */
#include "conc/abi_actor.h"

#define READY_MADE(name, ...)                                                                \
	const struct conc_abi_type conc_type_##name = {.conc_name = #name,                   \
	                                               .conc_size = sizeof(name),            \
	                                               .conc_header =                        \
	                                                       offsetof(name, conc_message), \
	                                               __VA_ARGS__}

READY_MADE(conc_control, .conc_base = NULL);
READY_MADE(delete_message, .conc_base = &conc_type_conc_control);
READY_MADE(destroy_message, .conc_base = &conc_type_conc_control);
READY_MADE(finished_message, .conc_base = &conc_type_conc_control);
/* Control messages by type only: they are never used as objects of their base. */
READY_MADE(conc_failure, .conc_base = &conc_type_conc_control);
READY_MADE(conc_end, .conc_base = &conc_type_conc_control);

#define READY_MADE_RUN(name, disposition)                                         \
	conc_disposition conc_run_##name(struct conc_actor *actor, void *message) \
	{                                                                         \
		(void)actor, (void)message;                                       \
		return disposition;                                               \
	}

READY_MADE_RUN(delete_message, CONC_DELETE)
READY_MADE_RUN(destroy_message, CONC_DESTROY)
READY_MADE_RUN(finished_message, CONC_FINISHED)
