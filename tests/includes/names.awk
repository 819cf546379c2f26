# Which of the names in tests/includes/names stand in a source that does not include their header. What another
# library's header brings along does not count: it brings it in one version only.
#     awk -f names.awk names SOURCE …
# The file of ours that #include finds: beside the source, or in one of our folders.
function place(name, source,	i, n, part)
{
	sub(/[^\/]*$/, "", source)
	if ((source name) in known) return source name
	n = split("libconc/include/ libconc/include/conc/ libconc/src/ transpiler/", part, " ")
	for (i = 1; i <= n; i++) if ((part[i] name) in known) return part[i] name
	return ""
}

function closure(file, seen,	list, n, i, part)
{
	if (file in seen) return
	seen[file] = 1
	n = split(ours[file], part, " ")
	for (i = 1; i <= n; i++) if (place(part[i], file)) closure(place(part[i], file), seen)
}

# The text of the source without comments, literals and directives that include.
function code(line,	out, at)
{
	out = ""
	while (line != "") {
		if (in_comment) {
			at = index(line, "*/")
			if (!at) return out
			line = substr(line, at + 2); in_comment = 0; continue
		}
		if (!match(line, /\/\*|\/\/|"([^"\\]|\\.)*"|'([^'\\]|\\.)*'/)) return out line
		out = out substr(line, 1, RSTART - 1) " "
		at = substr(line, RSTART, 2)
		if (at == "//") return out
		if (at == "/*") in_comment = 1
		line = substr(line, RSTART + (at == "/*" ? 2 : RLENGTH))
	}
	return out
}

FILENAME == ARGV[1] {
	if ($1 == "#") next
	for (i = 2; i <= NF; i++) { name = $i; how = substr(name, length(name)); if (how ~ /[(*]/) sub(/.$/, "", name); header[name] = $1; use[name] = how }
	next
}
FNR == 1 { in_comment = 0; known[FILENAME] = 1; file[++files] = FILENAME }
/^[ \t]*#[ \t]*include[ \t]*"/ { split($0, q, "\""); ours[FILENAME] = ours[FILENAME] " " q[2]; next }
/^[ \t]*#[ \t]*include[ \t]*</ { sub(/.*</, ""); sub(/>.*/, ""); standard[FILENAME, $0] = 1; if (/conc/) ours[FILENAME] = ours[FILENAME] " " $0; next }
{
	text = code($0); before = ""
	while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
		name = substr(text, RSTART, RLENGTH)
		before = before substr(text, 1, RSTART - 1)
		after = substr(text, RSTART + RLENGTH)
		if (name in header && before !~ /(\.|->|#[ \t]*ifdef|struct)[ \t]*$/ && (use[name] != "(" || after ~ /^\(/) &&
		    (use[name] != "*" || after ~ /^ *\*/) &&
		    !((FILENAME, name) in line))
			line[FILENAME, name] = FNR
		before = name; text = after
	}
}
END {
	for (f = 1; f <= files; f++) {
		split("", seen)
		closure(file[f], seen)
		for (name in header) {
			if (!((file[f], name) in line)) continue
			found = header[name] == "stdint.h" && ((file[f], "inttypes.h") in standard)
			for (s in seen) found = found || ((s, header[name]) in standard)
			if (!found) print file[f] ":" line[file[f], name] ": " name " without <" header[name] ">"
		}
	}
}
