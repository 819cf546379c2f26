/* SPDX-License-Identifier: MIT */
/* Return from main (CONC_MAIN): what handlers and actors have been asked to do is done first, also
 * what they ask one another. */
#include "conc/abi_actor.h"
#include "executor.h"
#include "separate.h"

void conc_abi_main_end(const char *const *where)
{
	conc_handlers_settle(*where);
	/* acquire: pairs with conc_abi_actors_start */
	if (!load_acquire(&conc_actors_system)) return;
	conc_abi_actors_stop(*where);
	conc_handlers_settle(*where);
}
