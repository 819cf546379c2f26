/* SPDX-License-Identifier: MIT */
/* The words of the dialect. docs/reference/words.md says where each is one; tests/docs/words.sh
 * compares this list with that page, with the grammar and with the editors' files. */
#ifndef CONCC_WORDS_H
#define CONCC_WORDS_H

/* clang-format off */
#define DIALECT_WORDS(WORD) \
	WORD(thread) WORD(monitor) WORD(actor) WORD(message) \
	WORD(mutex) WORD(held) WORD(guarded) WORD(impl) WORD(new) WORD(delete) \
	WORD(spawn) WORD(task) WORD(join) WORD(blocking) WORD(scope) WORD(shield) \
	WORD(channel) WORD(future) \
	WORD(waituntil) WORD(or) WORD(and) WORD(when) WORD(fair) \
	WORD(timeout) WORD(deadline) WORD(readable) WORD(writable) WORD(signalled) WORD(exited) WORD(cancelled) WORD(quiet) \
	WORD(separate) WORD(separate_of) WORD(require) \
	WORD(receive) WORD(destroy) WORD(scalable) WORD(export) WORD(import) \
	WORD(serialize) WORD(deserialize) \
	WORD(Nodelete) WORD(Delete) WORD(Destroy) WORD(Finished) \
	WORD(delete_message) WORD(destroy_message) WORD(finished_message)
/* clang-format on */

#endif
