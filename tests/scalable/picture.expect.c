#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct words words; CONC_CHANNEL_TYPE(int, conc_channel_int);
struct words { int counts[26]; conc_channel_int late; struct conc_actor conc_actor; }; void conc_destroy_words(words *self); CONC_END_TYPE(words, conc_end_words, conc_destroy_words(conc_object), conc_channel_int_end(&conc_object->late)); void conc_export_words(words *self, words *replica); void conc_import_words(words *self, words *replica); CONC_SCALING_TYPE(words); CONC_ACTOR_TYPE(words, .conc_destroy = conc_end_words, .conc_scaling = &conc_scaling_words);
typedef struct drums drums; struct drums { union { words conc_words; struct { int counts[26]; conc_channel_int late; struct conc_actor conc_actor; }; }; }; CONC_ACTOR_TYPE(drums, .conc_base = &conc_type_words, .conc_scaling = &conc_scaling_words);
typedef struct loud loud; struct loud { union { words conc_words; struct { int counts[26]; conc_channel_int late; struct conc_actor conc_actor; }; }; int peak; }; static void conc_export_loud(loud *self, loud *replica); void conc_import_loud(loud *self, loud *replica); CONC_SCALING_TYPE(loud); CONC_ACTOR_TYPE(loud, .conc_base = &conc_type_words, .conc_scaling = &conc_scaling_loud);
typedef struct grep grep; struct grep { struct conc_actor conc_actor; }; CONC_SCALING_TYPE_EMPTY(grep); CONC_ACTOR_TYPE(grep, .conc_scaling = &conc_scaling_grep);
typedef struct line line; struct line { const char *text; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(line); CONC_FUTURE_TYPE(int, conc_future_int);
typedef struct done done; struct done { conc_future_int *reply; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(done, CONC_ASKS(__builtin_offsetof(done, reply)));

conc_disposition conc_receive_words__line(words *self, line *m); CONC_SCALABLE_RECEIVE(words, line);

conc_disposition conc_receive_words__done(words *self, done *m); CONC_RECEIVE(words, done); conc_disposition conc_receive_words__done(words *self, done *m) { conc_future_int_fulfil(m->reply, self->counts[0], CONC_HERE); return CONC_NODELETE; }


static void conc_export_loud(loud *self, loud *replica) { replica->peak = self->peak; }
void conc_import_loud(loud *self, loud *replica)
{
	conc_import_words((words *)self, (words *)replica);
	if (replica->peak > self->peak) self->peak = replica->peak;
}

conc_disposition conc_receive_words__line(words *self, line *m)
{
	for (const char *at = m->text; *at; at++) {
		if (*at < 'a' || *at > 'z') return CONC_NODELETE;
		self->counts[*at - 'a']++;
	}
	return CONC_NODELETE; }

void conc_export_words(words *self __attribute__((__unused__)), words *replica __attribute__((__unused__)))
{
	// a blank one will do
}

void conc_import_words(words *self, words *replica)
{
	for (int i = 0; i < 26; i++) self->counts[i] += replica->counts[i], replica->counts[i] = 0;
}

static conc_disposition conc_receive_drums__line(drums *self, const line *m); CONC_SCALABLE_RECEIVE(drums, line); static conc_disposition conc_receive_drums__line(drums *self, const line *m) { self->counts[0] += *m->text; return CONC_NODELETE; }

static conc_disposition conc_receive_grep__line(grep *self, line *m); CONC_SCALABLE_RECEIVE(grep, line); static conc_disposition
conc_receive_grep__line(grep *self __attribute__((__unused__)), line *m)
{
	conc_write(1, m->text, 1);
	return CONC_NODELETE;
}
