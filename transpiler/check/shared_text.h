/* SPDX-License-Identifier: MIT */
/* The text of summaries: shared_write.c writes it, shared_program.c reads it. */
#ifndef CONCC_SHARED_TEXT_H
#define CONCC_SHARED_TEXT_H

#define SUMMARIES_NAME "conc.summaries"
enum { SUMMARIES_VERSION = 1 };

enum { OBJECT_AUTOMATIC = 1, OBJECT_CHANGES = 2, OBJECT_OWN = 4 };
enum { FUNCTION_LABELS = 1, FUNCTION_TRIES = 2, FUNCTION_BEHAVIOUR = 4 };
enum { CONDITION_LOOP = 1, CONDITION_IMPURE = 2, CONDITION_PARAMETER = 4, CONDITION_ROLE = 8 };
enum { USE_IN_ARRAY = 1, USE_WRITES = 2, USE_ATOMIC = 4, USE_ENDS = 8 };
enum {
	START_SEVERAL = 1,
	START_CALL = 2,
	START_SEND = 4,
	START_HANDLER = 8,
	START_LEFT = 16,
	START_LOCKED = 32
};

#endif
