/* SPDX-License-Identifier: MIT */
/* Return from main (CONC_MAIN): waits for the calls to handlers and the messages to actors,
 * including those that they send one another. */
#include "actor/executor.h"
#include "conc/abi_actor.h"
#include "kernel/leaks.h"
#include "separate/separate.h"

void conc_abi_main_end(const char *const *where)
{
	conc_leaks_main_ends(); /* a thread that is leaked may hold what the others wait for */
	conc_handlers_drain(*where);
	/* acquire: pairs with conc_abi_actors_start */
	if (!load_acquire(&conc_actors_system)) return;
	conc_abi_actors_stop(*where);
	conc_handlers_drain(*where);
}
