# SPDX-License-Identifier: MIT
# awk -v OURS=FOLDER -f compare.awk PLAIN LOWERED: the messages of two compilations, laid side by side.
# Prints, for each message of PLAIN, "same", "block" (same place, but what is shown below it differs),
# "column", "line" or "lost", and for those only in LOWERED "ours" (they name a file of OURS, the folder of
# concc) or "invented"; then a tab and the message.
function flush(key) {
	if (head == "") return
	key = place "\t" option
	if (side == 1) { order[++count] = key; blocks[count] = block; heads[count] = head; texts[count] = text; wheres[count] = place }
	else { there[key]++; found[key, there[key]] = block; said[key, there[key]] = head; }
	head = ""
}
FNR == 1 { flush(); side = FILENAME == ARGV[1] ? 1 : 2 }
/^[^ ].*:[0-9]+:[0-9]+: (warning|error|fatal error): / {
	flush()
	head = block = $0
	place = head
	sub(/: (warning|error|fatal error): .*/, "", place)
	column = place; sub(/.*:/, "", column)
	line = place; sub(/:[0-9]+$/, "", line); file = line; sub(/.*:/, "", line); sub(/:[0-9]+$/, "", file)
	text = head; sub(/.*: (warning|error|fatal error): /, "", text)
	option = "error"
	if (match(text, /\[-W[^]]*\]$/)) { option = substr(text, RSTART + 1, RLENGTH - 2); text = substr(text, 1, RSTART - 2) }
	else if (head ~ /: warning: /) option = "no option"
	next
}
/^ / && head != "" && $0 !~ /^ +from / { block = block "\n" $0; next }
{ flush() }
END {
	flush()
	for (i = 1; i <= count; i++) {
		key = order[i]
		if (taken[key] < there[key]) {
			taken[key]++
			print (blocks[i] == found[key, taken[key]] ? "same" : "block") "\t" heads[i]
		} else rest[++left] = i
	}
	for (key in there)
		for (k = taken[key] + 1; k <= there[key]; k++) extra[++extras] = said[key, k]
	for (k = 1; k <= left; k++) {
		i = rest[k]
		kind = "lost"
		split_place(wheres[i])
		option = order[i]; sub(/.*\t/, "", option)
		for (e = 1; e <= extras && kind == "lost"; e++) if (extra[e] != "" && same_line(extra[e])) { kind = "column\t" extra[e] "\n\tinstead of"; extra[e] = "" }
		for (e = 1; e <= extras && kind == "lost"; e++) if (extra[e] != "" && same_file(extra[e])) { kind = "line\t" extra[e] "\n\tinstead of"; extra[e] = "" }
		print kind "\t" heads[i]
	}
	for (e = 1; e <= extras; e++) if (extra[e] != "") print (is_ours(extra[e]) ? "ours\t" : "invented\t") extra[e]
}
function is_ours(h) { return index(h, OURS "/libconc/") == 1 || index(h, OURS "/tests/") == 1 }
function split_place(p) { wantFile = p; sub(/:[0-9]+:[0-9]+$/, "", wantFile); wantLine = p; sub(/:[0-9]+$/, "", wantLine) }
function message(h) { sub(/.*: (warning|error|fatal error): /, "", h); return h }
function same_line(h) { return index(h, wantLine ":") == 1 && message(h) == message(heads[i]) }
function same_file(h) { return index(h, wantFile ":") == 1 && message(h) == message(heads[i]) }
