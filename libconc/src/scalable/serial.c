/* SPDX-License-Identifier: MIT */
/*
 * serial: objects that travel to another rank and back.
 *
 * The idea. Only the bytes that serialize wrote travel: no tags, no lengths, no byte order, since
 * both ends are the same program. So a deserialize that asks for something else than was written
 * gets wrong bytes. The one check that is possible is made for each object: that it reads exactly
 * as many bytes as there are. Bytes are never trusted: a length that leads past the end stops the
 * program.
 *
 *     plain data    the bytes before the header, the bytes behind it
 *     a string      length + 1 (0: it is NULL) in 8 bytes, then its bytes without the end
 *
 * Rejected: a tag before each item (doubles the size of small messages); a fixed buffer that the
 * caller sizes (the size is not known before).
 */
#include "serial.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/thread.h"
#include "port/atomic.h"
#include "port/stop.h"

enum { FIRST_ROOM = 256 };

/* ---- writer ---- */

static void grow(struct conc_writer *out, size_t size)
{
	size_t room = out->room ? out->room : FIRST_ROOM;
	char *bytes = NULL;

	while (room - out->used < size && room <= SIZE_MAX / 2) room *= 2;
	if (room - out->used >= size) bytes = realloc(out->bytes, room);
	if (!bytes)
		conc_stop(NULL, conc_thread_self(), "no memory to serialize %zu bytes more", size);
	out->bytes = bytes;
	out->room = room;
}

void *conc_writer_extend(struct conc_writer *out, size_t size)
{
	void *place;

	if (CONC_UNLIKELY(out->room - out->used < size || !out->room)) grow(out, size);
	place = out->bytes + out->used;
	out->used += size;
	return place;
}

void conc_writer_clear(struct conc_writer *out)
{
	out->used = 0;
}

void conc_writer_free(struct conc_writer *out)
{
	free(out->bytes);
	*out = (struct conc_writer){0};
}

void conc_writer_put(conc_writer *out, const void *bytes, size_t size)
{
	void *place = conc_writer_extend(out, size);

	if (size) memcpy(place, bytes, size);
}

void conc_writer_put_string(conc_writer *out, const char *string)
{
	size_t length = string ? strlen(string) : 0;
	uint64_t stored = string ? (uint64_t)length + 1 : 0;

	conc_writer_put(out, &stored, sizeof stored);
	conc_writer_put(out, string, length);
}

/* ---- reader ---- */

const void *conc_reader_take(struct conc_reader *in, size_t size)
{
	const char *place = in->next;

	if ((size_t)(in->end - place) < size) return NULL;
	in->next += size;
	return place;
}

static _Noreturn void stop_short(const struct conc_reader *in, size_t size)
{
	conc_stop(NULL, conc_thread_self(),
	          "deserialize%s%s asks for %zu bytes where %zu are left: it does not read what "
	          "serialize wrote",
	          in->type ? " of " : "", in->type ? in->type->conc_name : "", size,
	          (size_t)(in->end - in->next));
}

void conc_reader_get(conc_reader *in, void *bytes, size_t size)
{
	const void *place = conc_reader_take(in, size);

	if (CONC_UNLIKELY(!place)) stop_short(in, size);
	if (size) memcpy(bytes, place, size);
}

char *conc_reader_get_string(conc_reader *in)
{
	const char *place;
	uint64_t stored;
	char *string;

	conc_reader_get(in, &stored, sizeof stored);
	if (stored == 0) return NULL;
	/* the length is checked before memory is allocated */
	place = stored - 1 <= SIZE_MAX - 1 ? conc_reader_take(in, (size_t)(stored - 1)) : NULL;
	if (!place) stop_short(in, (size_t)(stored - 1));
	string = malloc((size_t)stored);
	if (!string)
		conc_stop(NULL, conc_thread_self(), "no memory for a string of %zu bytes",
		          (size_t)stored);
	memcpy(string, place, (size_t)stored - 1);
	string[stored - 1] = '\0';
	return string;
}

/* ---- objects ---- */

/* Returns where the bytes behind the header begin; *size: how many there are. */
static size_t behind(const struct conc_abi_remote_type *type, size_t *size)
{
	size_t begin = type->conc_type->conc_header + type->conc_header_size;

	*size = type->conc_type->conc_size - begin;
	return begin;
}

void conc_serialize(const struct conc_abi_remote_type *type, void *object, struct conc_writer *out)
{
	size_t size, begin = behind(type, &size);

	if (type->conc_serialize) {
		type->conc_serialize(object, out);
		return;
	}
	conc_writer_put(out, object, type->conc_type->conc_header);
	conc_writer_put(out, (char *)object + begin, size);
}

void conc_deserialize(const struct conc_abi_remote_type *type, void *object, const void *bytes,
                      size_t size)
{
	struct conc_reader in = {bytes, (const char *)bytes + size, type->conc_type};
	size_t rest, begin = behind(type, &rest);

	if (type->conc_deserialize) {
		type->conc_deserialize(object, &in);
	} else {
		conc_reader_get(&in, object, type->conc_type->conc_header);
		conc_reader_get(&in, (char *)object + begin, rest);
	}
	if (in.next != in.end)
		conc_stop(NULL, conc_thread_self(),
		          "deserialize of %s leaves %zu bytes: it does not read what serialize "
		          "wrote",
		          type->conc_type->conc_name, (size_t)(in.end - in.next));
}
