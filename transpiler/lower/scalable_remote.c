/* SPDX-License-Identifier: MIT */
/* actor words { long counts[26]; };
 * message line { char *text; };
 * serialize (line *self, conc_writer *out);
 * deserialize (line *self, conc_reader *in);
 * scalable receive (words *self, line *m);
 *   →      (with -fconc-mpi)
 * …CONC_ACTOR_TYPE(words, …); CONC_REMOTE_ACTOR_PLAIN(words);
 * …struct line…;
 * void conc_serialize_line(line *self, conc_writer *out);
 * void conc_deserialize_line(line *self, conc_reader *in);
 * CONC_MESSAGE_TYPE(line); CONC_REMOTE_MESSAGE(line);
 * …CONC_SCALABLE_RECEIVE(words, line); CONC_REMOTE_CALL(words, line);
 *
 * How split actors and the messages of scalable receives travel to other ranks. Without the option
 * serialize and deserialize are plain functions. A type without members of its own travels like its
 * base. A type that is copied bytewise must be plain data: only the author knows how much a pointer
 * points to. Rejected: copying what a pointer to one object points to: it may be an array. */
#include "lower.h"

#include "base/text.h"

void put_remote(const struct unit *unit, const struct kind *kind, struct text *text)
{
	if (!kind_travels(unit, kind)) return;
	const char *what = kind->word == KIND_ACTOR ? "ACTOR" : "MESSAGE";
	const struct kind *server = kind_server(kind);
	if (!server) text_printf(text, " CONC_REMOTE_%s_PLAIN(%s);", what, kind->name);
	else if (server == kind) text_printf(text, " CONC_REMOTE_%s(%s);", what, kind->name);
	else text_printf(text, " CONC_REMOTE_%s_AS(%s, %s);", what, kind->name, server->name);
}

char *remote_call(const struct unit *unit, const struct behaviour *behaviour)
{
	if (!unit->settings->mpi || ts_node_is_null(behaviour->scalable)) return text_copy("", 0);
	return text_format(" CONC_REMOTE_CALL(%s, %s);", behaviour->self.kind->name,
	                   behaviour->message.kind->name);
}
