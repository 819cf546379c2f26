/* SPDX-License-Identifier: MIT */
/* impl select for T, for lowered code; the contract is in conc/select.h. */
#ifndef CONC_ABI_SELECT_H
#define CONC_ABI_SELECT_H

#include "conc/abi_waituntil.h"
#include "conc/select.h"

struct conc_abi_select {
	const char *name; /* of the type */
	bool (*register_select)(void *object, conc_select *clause);
	void (*unregister_select)(void *object, conc_select *clause);
	bool (*on_selected)(void *object, conc_select *clause);
};

extern const struct conc_selectable conc_user_selectable;

/* Used as on_selected if the type has none. */
#define CONC_SELECT_ALWAYS(object, clause) ((void)(object), (void)(clause), 1)

/* At file scope, for CONC_SELECT_CLAUSE(…, NAME, …). */
#define CONC_IMPL_SELECT(NAME, type, register_function, unregister_function, selected_function) \
	static _Bool conc_register_##NAME(void *conc_object, conc_select *conc_clause)          \
	{                                                                                       \
		return register_function((type *)conc_object, conc_clause);                     \
	}                                                                                       \
	static void conc_unregister_##NAME(void *conc_object, conc_select *conc_clause)         \
	{                                                                                       \
		(void)unregister_function((type *)conc_object, conc_clause);                    \
	}                                                                                       \
	static _Bool conc_selected_##NAME(void *conc_object, conc_select *conc_clause)          \
	{                                                                                       \
		return selected_function((type *)conc_object, conc_clause);                     \
	}                                                                                       \
	static const struct conc_abi_select conc_select_##NAME __attribute__((__unused__)) = {  \
	        #type, conc_register_##NAME, conc_unregister_##NAME, conc_selected_##NAME}

#define CONC_SELECT_CLAUSE(number, i, guard, NAME, pointer)             \
	CONC_CLAUSE_(number, i, guard, &conc_user_selectable,           \
	             conc_abi_operand_of_waituntil(pointer, CONC_HERE), \
	             (void *)(uintptr_t)&conc_select_##NAME)

#endif
