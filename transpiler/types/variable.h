/* SPDX-License-Identifier: MIT */
/* What names and paths refer to, by libclang's declarations. */
#ifndef CONCC_VARIABLE_H
#define CONCC_VARIABLE_H

#include "types.h"

/* Returns the variable, parameter or function that a name refers to; null cursor: not known. */
CXCursor declaration_at(struct unit *unit, TSNode name);
/* Is it a parameter, or a local variable that is neither static nor extern? */
bool cursor_is_automatic(struct unit *unit, CXCursor cursor);
/* Is it a part of one object: x.member, or x[i] of an array? */
bool is_part(struct unit *unit, TSNode node);
/* Returns the first name of a path inside one object: x of x.at[3].next; null node: none. */
TSNode path_owner(struct unit *unit, TSNode path);
/* Returns the first name of any path: self of self->first->next; null node: none. */
TSNode path_root(TSNode path);
/* Does the body assign to the variable, use it as the left operand of <<, or take its address? */
bool variable_changes(struct unit *unit, TSNode body, CXCursor variable);
/* Is it a local variable or a parameter that its function never changes in one of these ways? */
bool variable_is_fixed(struct unit *unit, CXCursor variable);
bool is_array_at(struct unit *unit, TSNode node);
/* Is it an lvalue whose address can be taken? */
bool is_addressable(struct unit *unit, TSNode node);
/* Is it 0 or NULL, through casts and parentheses? */
bool is_null_constant(const struct unit *unit, TSNode node);
/* Is it a register variable, or a name that libclang does not know? */
bool is_register(struct unit *unit, TSNode name);
bool is_bit_field(struct unit *unit, TSNode member);

#endif
