#line 1 "remote_picture.c"
// flags: -fconc-mpi
// SPDX-License-Identifier: MIT
// What travels: actors that are split, and the messages of scalable receives.
#include <conc.h>

struct place { short row, column; };

typedef struct line line; struct line { struct place at[2]; _Bool last; char text[16]; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(line); CONC_REMOTE_MESSAGE_PLAIN(line);
typedef struct name name; struct name { char *text; struct conc_message conc_message; }; void conc_serialize_name(name *self, conc_writer *out); void conc_deserialize_name(name *self, conc_reader *in); CONC_MESSAGE_TYPE(name);
typedef struct long_name long_name; struct long_name { union { name conc_name; struct { char *text; struct conc_message conc_message; }; }; }; CONC_MESSAGE_TYPE(long_name, .conc_base = &conc_type_name); CONC_REMOTE_MESSAGE_AS(long_name, name);
typedef struct full_name full_name; struct full_name { union { name conc_name; struct { char *text; struct conc_message conc_message; }; }; int more; }; static void conc_serialize_full_name(full_name *self, conc_writer *out) __attribute__((__unused__)); static void conc_deserialize_full_name(full_name *self, conc_reader *in) __attribute__((__unused__)); CONC_MESSAGE_TYPE(full_name, .conc_base = &conc_type_name); CONC_REMOTE_MESSAGE(full_name);
typedef struct ordinary ordinary; struct ordinary { char *text; struct conc_message conc_message; }; static void conc_serialize_ordinary(ordinary *self, conc_writer *out) __attribute__((__unused__)); static void conc_deserialize_ordinary(ordinary *self, conc_reader *in) __attribute__((__unused__)); CONC_MESSAGE_TYPE(ordinary);
typedef struct counts counts; struct counts { long n[26]; union { int i; double d; } last; enum { GOOD, BAD } state; struct conc_actor conc_actor; }; void conc_export_counts(counts *self, counts *replica); void conc_import_counts(counts *self, counts *replica); CONC_SCALING_TYPE(counts); CONC_ACTOR_TYPE(counts, .conc_scaling = &conc_scaling_counts); CONC_REMOTE_ACTOR_PLAIN(counts);
typedef struct names names; struct names { char **list; unsigned count; struct conc_actor conc_actor; }; void conc_export_names(names *self, names *replica); void conc_import_names(names *self, names *replica); void conc_serialize_names(names *self, conc_writer *out); void conc_deserialize_names(names *self, conc_reader *in); CONC_SCALING_TYPE(names); CONC_ACTOR_TYPE(names, .conc_scaling = &conc_scaling_names); CONC_REMOTE_ACTOR(names);
typedef struct more_names more_names; struct more_names { union { names conc_names; struct { char **list; unsigned count; struct conc_actor conc_actor; }; }; }; CONC_ACTOR_TYPE(more_names, .conc_base = &conc_type_names, .conc_scaling = &conc_scaling_names); CONC_REMOTE_ACTOR_AS(more_names, names);
typedef struct grep grep; struct grep { struct conc_actor conc_actor; }; CONC_SCALING_TYPE_EMPTY(grep); CONC_ACTOR_TYPE(grep, .conc_scaling = &conc_scaling_grep); CONC_REMOTE_ACTOR_PLAIN(grep);



static void conc_serialize_full_name(full_name *self, conc_writer *out)
{
	conc_serialize_name((name *)self, out);
	conc_writer_put(out, &self->more, sizeof self->more);
}
static void conc_deserialize_full_name(full_name *self, conc_reader *in)
{
	conc_deserialize_name((name *)self, in);
	conc_reader_get(in, &self->more, sizeof self->more);
}
void conc_serialize_name(name *self, conc_writer *out) { conc_writer_put_string(out, self->text); }
void conc_deserialize_name(name *self, conc_reader *in) { self->text = conc_reader_get_string(in); }
static void conc_serialize_ordinary(ordinary *self, conc_writer *out) { conc_writer_put_string(out, self->text); }
static void conc_deserialize_ordinary(ordinary *self, conc_reader *in) { self->text = conc_reader_get_string(in); }

conc_disposition conc_receive_counts__line(counts *self, line *m); CONC_SCALABLE_RECEIVE(counts, line); CONC_REMOTE_CALL(counts, line); conc_disposition conc_receive_counts__line(counts *self, line *m) { self->n[m->at[0].row]++; return CONC_NODELETE; }
conc_disposition conc_receive_counts__full_name(counts *self, full_name *m); CONC_SCALABLE_RECEIVE(counts, full_name); CONC_REMOTE_CALL(counts, full_name); conc_disposition conc_receive_counts__full_name(counts *self, full_name *m) { self->n[m->more]++; return CONC_NODELETE; }
void conc_export_counts(counts *self, counts *replica) { replica->state = self->state; }




conc_disposition conc_receive_names__long_name(names *self, long_name *m); CONC_SCALABLE_RECEIVE(names, long_name); CONC_REMOTE_CALL(names, long_name);
static conc_disposition conc_receive_more_names__line(more_names *self, line *m); CONC_SCALABLE_RECEIVE(more_names, line); CONC_REMOTE_CALL(more_names, line); static conc_disposition conc_receive_more_names__line(more_names *self, line *m) { self->count += m->last; return CONC_NODELETE; }


conc_disposition conc_receive_names__ordinary(names *self, ordinary *m); CONC_RECEIVE(names, ordinary);
conc_disposition conc_receive_grep__line(grep *self, line *m); CONC_SCALABLE_RECEIVE(grep, line); CONC_REMOTE_CALL(grep, line);

void all(counts *c, names *n, more_names *p, long_name *m)
{
	CONC_SEND(counts, full_name, c, (full_name){ .conc_name = { .text = "a" }, .more = 2 });
	CONC_SEND_REFERENCE(names, long_name, n, m);
	CONC_SEND(more_names, line, (more_names *)CONC_SEND_REFERENCE(names, long_name, (names *)p, m), (line){ .last = 1 });
}
