/* SPDX-License-Identifier: MIT */
/* How objects become bytes and bytes objects: conc_writer, conc_reader (conc/scalable.h), and what
 * is done with an object of a registered type. */
#ifndef CONC_SRC_SERIAL_H
#define CONC_SRC_SERIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "conc/scalable.h"

/* All-zero: empty. bytes is from malloc, the owner's to free. */
struct conc_writer {
	char *bytes;
	size_t used, room;
};

/* Reads no byte behind `end`. */
struct conc_reader {
	const char *next, *end;
	const struct conc_abi_type *type; /* of the object that is read, for messages; or null */
};

/* Room for size more bytes, which count as written; stops the program if there is no memory. */
void *conc_writer_extend(struct conc_writer *out, size_t size);
/* Nothing is written, the memory stays. */
void conc_writer_clear(struct conc_writer *out);
void conc_writer_free(struct conc_writer *out);

/* The next size bytes, where they stand; null: there are fewer. */
const void *conc_reader_take(struct conc_reader *in, size_t size);

/* Appends the object: by its serialize, or else its bytes but for the header. */
void conc_serialize(const struct conc_abi_remote_type *type, void *object, struct conc_writer *out);
/* The other way. object: all-zero but for the header, which stays. Stops the program if the object
 * does not end where the bytes do. */
void conc_deserialize(const struct conc_abi_remote_type *type, void *object, const void *bytes,
                      size_t size);

#endif
