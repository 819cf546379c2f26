/* SPDX-License-Identifier: MIT */
/*
 * subject: the channels under test, as a workload sees them. subject_channel.c has them in the
 * dialect, for one element type; subject_model.c has some in plain C, right and wrong ones.
 */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stdbool.h>
#include <stdint.h>

enum { SUBJECT_CHANNELS = 8, SUBJECT_CLAUSES = 3 };

struct subject_clause {
	uint8_t channel;
	bool is_send;
	uint32_t value; /* to send; what was received */
	bool ok;        /* it took place; else the channel was closed */
};

enum subject_form {
	SUBJECT_OR,
	SUBJECT_FAIR,
	SUBJECT_ELSE,
	SUBJECT_TIMEOUT,
	SUBJECT_AND, /* two clauses */
	SUBJECT_FORMS,
};

/* New channels; the end of them: nobody is using one. */
void subject_start(const uint32_t *capacities, unsigned count);
void subject_end(void);

bool subject_send(unsigned channel, uint32_t value);
bool subject_receive(unsigned channel, uint32_t *value);
bool subject_try_send(unsigned channel, uint32_t value);
bool subject_try_receive(unsigned channel, uint32_t *value);
void subject_flush(unsigned channel, uint32_t value);
void subject_close(unsigned channel);
void subject_shutdown(unsigned channel);
uint32_t subject_count(unsigned channel);

/* One waituntil; took(argument, i) is called in the block of clause i. */
typedef void subject_block(void *argument, unsigned clause);
void subject_wait(enum subject_form form, struct subject_clause *clauses, unsigned count,
                  subject_block *took, void *argument);

/* So many plain operations have had to wait, and those that have not been served can be seen from
 * now on. */
uint32_t subject_waiting(unsigned channel, bool is_send);

#endif
