#!/bin/sh
# SPDX-License-Identifier: MIT
# --emit-header of a unit with scalable behaviours, -fconc-mpi in the C, and warnings that can be switched.
. "$CONC/tests/driver/common"

cat >words.c <<'EOF'
#include <conc.h>
#include <stdio.h>
message line { char text[8]; };
message done { future(int) *reply; };
message hidden { char *text; };
actor words { int letters; };
static scalable receive (words *self, hidden *m) { self->letters += *m->text == 'h'; }
scalable receive (words *self, const line *m) { for (const char *at = m->text; *at; at++) self->letters++; }
receive (words *self, done *m) { *m->reply << self->letters; }
export (words *self, words *replica) { replica->letters = 0 * self->letters; }
import (words *self, words *replica) { self->letters += replica->letters, replica->letters = 0; }
destroy (words *self) { (void)self; }
serialize (hidden *self, conc_writer *out) { conc_writer_put_string(out, self->text); }
deserialize (hidden *self, conc_reader *in) { self->text = conc_reader_get_string(in); }
EOF
cat >user.c <<'EOF'
#include "words.h"
#include <stdio.h>
int main(void)
{
	words w = {0};
	struct conc_scaling_statistics s;
	conc_future_int f = {0};
	conc_scaling_type(words, &(struct conc_scaling){.replicas = 2});
	conc_actors_start(NULL);
	for (int i = 0; i < 1000; i++) CONC_SEND(words, line, &w, (line){.text = "abcd"});
	CONC_SEND(words, done, &w, (done){.reply = &f});
	printf("%d letters\n", conc_future_int_read(&f, CONC_HERE));
	printf("%d\n", conc_scaling_statistics(&w, &s));
	conc_actors_stop();
	return 0;
}
EOF
"$concc" --emit-header words.c -o words.h
is "the header" "$(grep -c 'CONC_SCALABLE_RECEIVE(words, line);' words.h)" 1
is "no static receive" "$(grep -c hidden words.h)" 0
is "the type knows how it is split" "$(grep -c 'conc_scaling = &conc_scaling_words' words.h)" 1
# shellcheck disable=SC2046
gcc -Wall -Wextra -Werror $("$concc" --show-compile-flags) -c user.c -o user.o
"$concc" -c words.c -o words.o
"$concc" words.o user.o -o program
is "plain C sends" "$(./program)" "4000 letters
1"

count() { "$concc" "$1" --emit-c words.c 2>/dev/null | grep -o 'CONC_REMOTE_[A-Z_]*([a-z, ]*)' | tr '\n' ' '; }
is "without the option" "$(count -fno-conc-mpi)" ""
is "with the option" "$(count -fconc-mpi)" "CONC_REMOTE_MESSAGE_PLAIN(line) CONC_REMOTE_MESSAGE(hidden) CONC_REMOTE_ACTOR_PLAIN(words) CONC_REMOTE_CALL(words, hidden) CONC_REMOTE_CALL(words, line) "
is "the last one counts" "$("$concc" -fconc-mpi -fno-conc-mpi --emit-c words.c | grep -c CONC_REMOTE)" 0
is "beside others" "$("$concc" -fconc-mpi -fconc-separate=qoq --emit-c words.c | grep -c CONC_REMOTE_CALL)" 2
"$concc" -fconc-mpi --emit-header words.c -o remote.h
is "the header, too" "$(grep -c 'CONC_SCALABLE_RECEIVE(words, line); CONC_REMOTE_CALL(words, line);' remote.h)" 1

echo '#include <conc.h>
actor a { int n; };
static int calls;
export (a *self, a *replica) { replica->n = self->n; }
import (a *self, a *replica) { replica->n = self->n, calls++; }' >warned.c
is "warnings" "$("$concc" -c warned.c 2>&1 | grep -c 'warning: .*Wconc-scalable')" 2
is "none" "$("$concc" -Wno-conc-scalable -c warned.c 2>&1)" ""
"$concc" -Werror=conc-scalable -c warned.c >said 2>&1
is "errors" $? 1
is "and said so" "$(grep -c 'error: .*Werror=conc-scalable' said)" 2
