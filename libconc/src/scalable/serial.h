/* SPDX-License-Identifier: MIT */
/* Conversion of objects to bytes and back: conc_writer, conc_reader (conc/scalable.h), and objects
 * of a registered type. */
#ifndef CONC_SRC_SERIAL_H
#define CONC_SRC_SERIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "conc/scalable.h"

/* All-zero: empty. bytes is from malloc; conc_writer_free frees it. */
struct conc_writer {
	char *bytes;
	size_t used, room;
};

/* Reads no byte past `end`. */
struct conc_reader {
	const char *next, *end;
	const struct conc_abi_type *type; /* type of the object, for error messages; or null */
};

/* Appends room for size bytes, which count as written. Stops the program if there is no memory. */
void *conc_writer_extend(struct conc_writer *out, size_t size);
/* Empties the writer and keeps its memory. */
void conc_writer_clear(struct conc_writer *out);
void conc_writer_free(struct conc_writer *out);

/* Takes the next size bytes, in place; null: there are fewer. */
const void *conc_reader_take(struct conc_reader *in, size_t size);

/* Appends the object: by its serialize, or else all its bytes but the header. */
void conc_serialize(const struct conc_abi_remote_type *type, void *object, struct conc_writer *out);
/* The inverse. object: all-zero but for the header, which stays. Stops the program if the object
 * does not end where the bytes do. */
void conc_deserialize(const struct conc_abi_remote_type *type, void *object, const void *bytes,
                      size_t size);

#endif
