/* SPDX-License-Identifier: MIT */
/* Objects as bytes, and what is registered for other ranks: written out as a unit is lowered. */
#include "crew.h"

#include "scalable/scalable_remote.h"
#include "scalable/serial.h"

typedef struct point point;
struct point { char tag; long x; struct conc_actor conc_actor; double y; short last; };
CONC_SCALING_TYPE_EMPTY(point);
CONC_ACTOR_TYPE(point, .conc_scaling = &conc_scaling_point);
CONC_REMOTE_ACTOR_PLAIN(point);

typedef struct move move;
struct move { long by; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(move);
CONC_REMOTE_MESSAGE_PLAIN(move);

typedef struct word word;
struct word { char *text; int *numbers; size_t count; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(word);
static void conc_serialize_word(word *self, conc_writer *out)
{
	conc_writer_put_string(out, self->text);
	conc_writer_put(out, &self->count, sizeof(self->count));
	conc_writer_put(out, self->numbers, self->count * sizeof(*self->numbers));
}
static void conc_deserialize_word(word *self, conc_reader *in)
{
	self->text = conc_reader_get_string(in);
	conc_reader_get(in, &self->count, sizeof(self->count));
	if (self->count > 1000) abort();
	self->numbers = calloc(self->count + 1, sizeof(*self->numbers));
	conc_reader_get(in, self->numbers, self->count * sizeof(*self->numbers));
}
CONC_REMOTE_MESSAGE(word);

typedef struct longer longer;
struct longer { move base; long more; };
static const struct conc_abi_type conc_type_longer = {
	.conc_name = "longer", .conc_base = &conc_type_move, .conc_size = sizeof(longer),
	.conc_header = offsetof(move, conc_message)};

static conc_disposition conc_receive_point__move(point *self, move *m)
{
	self->x += m->by;
	return CONC_NODELETE;
}
CONC_SCALABLE_RECEIVE(point, move);
CONC_REMOTE_CALL(point, move);
static conc_disposition conc_receive_point__word(point *self, word *m)
{
	self->x += (long)m->count;
	return CONC_NODELETE;
}
CONC_SCALABLE_RECEIVE(point, word);

static void plain_data_keeps_its_header(void **state)
{
	point from = {.tag = 'p', .x = -1, .y = 0.5, .last = 7}, to = {0};
	struct conc_writer out = {0};

	(void)state;
	from.conc_actor.conc_ticket = 99;
	to.conc_actor.conc_made = 3;
	conc_serialize(&conc_remote_point, &from, &out);
	assert_int_equal(out.used, sizeof(point) - sizeof(struct conc_actor));
	conc_deserialize(&conc_remote_point, &to, out.bytes, out.used);
	assert_int_equal(to.tag, 'p');
	assert_int_equal(to.x, -1);
	assert_true(to.y > 0.4 && to.y < 0.6);
	assert_int_equal(to.last, 7);
	assert_int_equal(to.conc_actor.conc_ticket, 0);
	assert_int_equal(to.conc_actor.conc_made, 3);
	conc_writer_free(&out);
	assert_null(out.bytes);
}

static void send(struct conc_writer *out, const char *text, size_t count)
{
	int numbers[300];
	word w = {.text = (char *)(uintptr_t)text, .numbers = numbers, .count = count};

	for (size_t i = 0; i < count; i++) numbers[i] = (int)(i * i);
	conc_serialize(&conc_remote_word, &w, out);
}

static void pointers_travel(void **state)
{
	static char longest[5000];
	const char *texts[] = {NULL, "", "a", "some words", longest};
	struct conc_writer out = {0};

	(void)state;
	memset(longest, 'l', sizeof(longest) - 1);
	for (int i = 0; i < 5; i++) {
		word w = {0};

		conc_writer_clear(&out);
		send(&out, texts[i], (size_t)i * 70);
		conc_deserialize(&conc_remote_word, &w, out.bytes, out.used);
		if (texts[i]) assert_string_equal(w.text, texts[i]);
		else assert_null(w.text);
		assert_int_equal(w.count, i * 70);
		for (int j = 0; j < i * 70; j++) assert_int_equal(w.numbers[j], j * j);
		free(w.text);
		free(w.numbers);
	}
	conc_writer_free(&out);
}

static void many_pieces_grow(void **state)
{
	struct conc_writer out = {0};
	struct conc_reader in;

	(void)state;
	for (uint32_t i = 0; i < 100000; i++) conc_writer_put(&out, &i, 1 + i % sizeof(i));
	in = (struct conc_reader){out.bytes, out.bytes + out.used, NULL};
	for (uint32_t i = 0, got = 0; i < 100000; i++, got = 0) {
		conc_reader_get(&in, &got, 1 + i % sizeof(i));
		assert_memory_equal(&got, &i, 1 + i % sizeof(i));
	}
	assert_ptr_equal(in.next, in.end);
	assert_null(conc_reader_take(&in, 1));
	assert_non_null(conc_reader_take(&in, 0));
	conc_writer_free(&out);
}

/* bytes, of which some are gone or changed */
struct damaged { char bytes[2000]; size_t size; };

static void read_damaged(void *argument)
{
	struct damaged *d = argument;
	word w = {0};
	char *copy = malloc(d->size); /* its end is where a sanitizer sees what is behind */

	memcpy(copy, d->bytes, d->size);
	conc_deserialize(&conc_remote_word, &w, copy, d->size);
}

static void too_few_or_many_bytes_stop(void **state)
{
	struct conc_writer out = {0};
	struct damaged d;

	(void)state;
	send(&out, "text", 3);
	memcpy(d.bytes, out.bytes, out.used);
	for (d.size = 0; d.size < out.used; d.size++)
		expect_stop(read_damaged, &d, "conc: deserialize of word asks for",
		            "does not read what serialize wrote", NULL);
	d.size++;
	expect_stop(read_damaged, &d, "conc: deserialize of word leaves 1 bytes", NULL);
	conc_writer_free(&out);
}

static void wrong_lengths_stop(void **state)
{
	uint64_t lengths[] = {13, 1u << 31, UINT64_MAX, UINT64_MAX - 1, INT64_MAX, UINT64_C(1) << 63};
	struct damaged d = {.size = 20};

	(void)state;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		lengths[i] += i == 0;
		memcpy(d.bytes, &lengths[i], 8);
		expect_stop(read_damaged, &d, "conc: deserialize of word asks for", NULL);
	}
}

static void random_bytes_are_read_or_refused(void **state)
{
	unsigned seed = 3;

	(void)state;
	for (int i = 0; i < 200; i++) {
		struct damaged d;
		char text[1000];
		int status;

		d.size = crew_random(&seed) % 60;
		for (size_t j = 0; j < d.size; j++)
			d.bytes[j] = crew_random(&seed) % 3 ? 0 : (char)(crew_random(&seed) % 20);
		status = child_status(read_damaged, &d, text, sizeof(text));
		if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
		assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
		/* or what this test's own deserialize says of its count */
		if (*text) assert_non_null(strstr(text, "conc: deserialize of word"));
	}
}

static void what_is_registered_is_found(void **state)
{
	const struct conc_abi_site *site = CONC_SITE(point, move);
	const struct conc_abi_remote_call *call = conc_remote_call_of(site);
	uint32_t number;

	(void)state;
	assert_non_null(call);
	assert_string_equal(call->conc_name, "point__move");
	assert_ptr_equal(conc_remote_call_at(conc_remote_call_number(call)), call);
	assert_ptr_equal(conc_remote_type_of(&conc_type_point), &conc_remote_point);
	assert_ptr_equal(call->conc_actor, &conc_remote_point);
	number = conc_remote_type_number(&conc_remote_word);
	assert_true(number < 3);
	assert_ptr_equal(conc_remote_type_at(number), &conc_remote_word);
	assert_null(conc_remote_type_at(3));
	assert_null(conc_remote_call_at(1));
	assert_null(conc_remote_call_at(UINT32_MAX));
}

static void what_is_not_is_not(void **state)
{
	static struct conc_abi_remote_type late = {&conc_type_longer, 0, 0, 0, 0};
	uint64_t before = conc_remote_fingerprint();

	(void)state;
	assert_null(conc_remote_call_of(CONC_SITE(point, word)));
	assert_null(conc_remote_type_of(&conc_type_longer));
	assert_int_equal(conc_remote_type_number(&late), UINT32_MAX);
	/* what derives would be cut off */
	assert_null(conc_remote_call_of(CONC_SITE_OF(point, move, longer)));
	conc_abi_remote_type(&late);
	assert_null(conc_remote_type_of(&conc_type_longer));
	assert_true(conc_remote_fingerprint() == before);
	assert_null(conc_remote_ops);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_data_keeps_its_header),
		cmocka_unit_test(pointers_travel),
		cmocka_unit_test(many_pieces_grow),
		cmocka_unit_test(too_few_or_many_bytes_stop),
		cmocka_unit_test(wrong_lengths_stop),
		cmocka_unit_test(random_bytes_are_read_or_refused),
		cmocka_unit_test(what_is_registered_is_found),
		cmocka_unit_test(what_is_not_is_not),
	};

	conc_remote_seal();
	return crew_tests(tests);
}
