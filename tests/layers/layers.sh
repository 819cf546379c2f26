#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries
# The folders of the translator and of the library are layers: a file includes and calls only what is in its own folder or in
# one further down (docs/architecture.md). Within a folder no more than six objects call each other in a circle, but for the
# library's kernel. A name is in one folder only: the drivers of the models see all files in one.
cd "$CONC" || exit 1
translator='main editor driver emit lower check types tree source base'	# from the top
library='program separate scalable actor thread io sync kernel port'

# Reads lines "i FILE HEADER" (an include), "d FILE SYMBOL" and "u FILE SYMBOL" (nm). FILE is FOLDER/NAME, or main.
judge='
function folder(file) { return file ~ /\// ? substr(file, 1, index(file, "/") - 1) : file }
BEGIN { n = split(layers, layer, " "); for (i = 1; i <= n; i++) rank[layer[i]] = i }
folder($2) == "schedules" || folder($3) == "schedules" { next }	# beside all of them
{ if (!(folder($2) in rank)) { print "no layer: " $2; next } }
$1 == "i" && rank[folder($3)] < rank[folder($2)] { print $2 " includes " $3 ", which is above it" }
$1 == "d" { home[$3] = $2 }
$1 == "u" { from[++uses] = $2; what[uses] = $3 }
END {
	for (u = 1; u <= uses; u++) {
		if (!(what[u] in home) || home[what[u]] == from[u]) continue
		a = from[u]; b = home[what[u]]
		if (rank[folder(b)] < rank[folder(a)]) print a " uses " what[u] " of " b ", which is above it"
		if (folder(a) == folder(b)) { reach[a, b] = 1; node[a]; node[b] }
	}
	for (k in node) for (i in node) if ((i, k) in reach) for (j in node) if ((k, j) in reach) reach[i, j] = 1
	for (i in node) {
		size = 0
		for (j in node) if ((i, j) in reach && (j, i) in reach) { size++; if (j < i) size -= 1000 }
		if (size > 6 && folder(i) != "kernel") print size " objects call each other in a circle, " i " among them"
	}
}'
edges() {	# edges SOURCE-FOLDER OBJECT-FOLDER
	find "$1" -name '*.[ch]' | sort | xargs awk -v root="$1/" '
		function name(path) { sub(/\.[^.\/]*$/, "", path); return path }
		BEGIN { for (i = 1; i < ARGC; i++) known[substr(ARGV[i], length(root) + 1)] }
		/^ *# *include *"/ {
			own = substr(FILENAME, length(root) + 1); folder = own; sub(/[^\/]*$/, "", folder)
			split($0, part, "\""); header = part[2]
			if (header !~ /\// && folder header in known) header = folder header
			if (header in known) print "i", name(own), name(header)
		}'
	find "$1" -name '*.[cS]' | sed "s,^$1/\(.*\)\..$,$2/\1.o," | sort | while read -r o; do [ ! -f "$o" ] || echo "$o"; done | xargs nm -A -P |
		awk -v root="$2/" '{ file = $1; sub(/\.o:$/, "", file); file = substr(file, length(root) + 1) }
			$3 ~ /[TDBRVWC]/ { print "d", file, $2 } $3 ~ /[Uw]/ { print "u", file, $2 }'
}
work=$OLDPWD
layers_of() {	# layers_of WHAT SOURCE-FOLDER OBJECT-FOLDER LAYERS
	edges "$2" "$3" >"$work/edges"
	awk -v layers="$4" "$judge" "$work/edges" | sort -u >"$work/wrong"
	grep -q '^u' "$work/edges" && grep -q '^i' "$work/edges" || echo 'nothing was read' >>"$work/wrong"
	if [ -s "$work/wrong" ]; then cat "$work/wrong"; echo "not ok - $1: nothing goes up"
	else echo "ok - $1: nothing goes up: $(grep -c . "$work/edges") includes and symbols"; fi
}
layers_of translator transpiler build/obj/transpiler "$translator"
layers_of library libconc/src build/obj/libconc/src "$library"
twice=$(find libconc/src -name '*.[ch]' | sed 's,.*/,,' | sort | uniq -d)
if [ "$twice" ]; then echo "not ok - in two folders of the library: $twice"; else echo 'ok - a name is in one folder of the library'; fi

printf '%s\n' 'i low/a high/b' 'd high/b f' 'u low/a f' 'd low/a a' 'u low/c a' 'd low/c c' 'u low/a c' >"$work/edges"
for i in 1 2 3 4 5 6 7; do echo "d high/$i h$i"; echo "u high/$i h$((i % 7 + 1))"; done >>"$work/edges"
found=$(awk -v layers='high low' "$judge" "$work/edges" | sort)
[ "$found" = '7 objects call each other in a circle, high/1 among them
low/a includes high/b, which is above it
low/a uses f of high/b, which is above it' ] && echo 'ok - what goes up is found' || { echo "$found"; echo 'not ok - what goes up is found'; }
