#!/bin/sh
# SPDX-License-Identifier: MIT
# Each source includes what it uses, itself or through headers of ours, and each header can be included alone: which
# header of a library brings which other one differs from version to version.
cd "$CONC" || exit 1
names="awk -f tests/includes/names.awk tests/includes/names"
missing=$($names transpiler/*.c transpiler/*/*.[ch] libconc/src/*/*.[ch] libconc/include/*.h libconc/include/conc/*.h libconc-mpi/src/*.[ch] | sort)
[ -z "$missing" ] && echo 'ok - what is used is included' || { echo "$missing"; echo 'not ok - what is used is included'; }

cd "$OLDPWD" || exit 1
printf '#include <tree_sitter/api.h>\nvoid f(void) { puts("x"); }\n' >through_a_library.c
printf '#include "own.h"\n/* strlen( */ char *f(char *s) { return s + strlen("free("); }\n' >through_ours.c
printf '#include <string.h>\n' >own.h
found=$(awk -f "$CONC/tests/includes/names.awk" "$CONC/tests/includes/names" through_a_library.c through_ours.c own.h)
expected='through_a_library.c:2: puts without <stdio.h>'
[ "$found" = "$expected" ] && echo 'ok - what a library brings along does not count' ||
	{ echo "$found"; echo 'not ok - what a library brings along does not count'; }

clang=$(ls -d /usr/lib/llvm-*/include/clang-c 2>/dev/null | sort -V | tail -n 1)
alone() {	# alone FOLDER HEADER …
	folder=$1 bad=; shift
	for header; do
		echo "#include \"${header#"$CONC"/}\"" | gcc -std=gnu11 -D_GNU_SOURCE -fsyntax-only -w -I"$CONC" -I"$CONC/$folder" \
			-I"$CONC/libconc/include" ${clang:+-isystem "${clang%/clang-c}"} -xc - || bad="$bad ${header##*/}"
	done
	[ -n "$bad" ] && echo "not ok - alone in $folder:$bad" || echo "ok - $# headers in $folder can be included alone"
}
alone transpiler "$CONC"/transpiler/*/*.h
alone libconc/src "$CONC"/libconc/src/*/*.h
alone libconc/include "$CONC"/libconc/include/*.h "$CONC"/libconc/include/conc/*.h
