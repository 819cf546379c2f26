# SPDX-License-Identifier: MIT
# Which messages of a compiler about lowered text are ours:
#     awk -f ours.awk EMITTED.c MESSAGES     prints those, and "N N": all, and the author's
# A message is the author's if it stands in a line that concc left as it was, or at a word that concc
# copied, be it out of a macro's definition, and names nothing of ours; or if it is about the conversion of what
# the author sends or receives, a trigraph in his line, his case that goes on, or statements in his expression or in
# that of a macro that he uses there. Columns are bytes (-fdiagnostics-column-unit=byte).
function base(path) { sub(/^.*\//, "", path); return path }

# The words of a line, and where each begins.
function words(line, word, at,   n, column, length_) {
	n = 0; column = 1
	while (line != "") {
		if (match(line, /^[ \t]+/)) length_ = RLENGTH
		else {
			if (match(line, /^[A-Za-z_0-9]+/) || match(line, /^"([^"\\]|\\.)*"/)) length_ = RLENGTH
			else length_ = 1
			n++; word[n] = substr(line, 1, length_); at[n] = column
		}
		column += length_
		line = substr(line, length_ + 1)
	}
	return n
}
# Is what stands in that column of the lowered line a name of the author's line, or else part of the longest common
# subsequence of both lines?
function copied(lowered, own, column,   a, b, at, at_b, n, m, i, j, best, here) {
	n = words(lowered, a, at); m = words(own, b, at_b)
	for (i = 1; i <= n && at[i] <= column; i++) here = i
	if (a[here] ~ /^[A-Za-z_]/) {
		for (j = 1; j <= m; j++) if (b[j] == a[here]) return 1
		return 0
	}
	for (i = n + 1; i >= 1; i--) for (j = m + 1; j >= 1; j--) {
		if (i > n || j > m) best[i, j] = 0
		else if (a[i] == b[j]) best[i, j] = best[i + 1, j + 1] + 1
		else best[i, j] = best[i + 1, j] > best[i, j + 1] ? best[i + 1, j] : best[i, j + 1]
	}
	for (i = j = 1; i <= n && j <= m;) {
		if (a[i] == b[j] && best[i, j] == best[i + 1, j + 1] + 1) {
			if (i == here) return 1
			i++; j++
		} else if (best[i + 1, j] >= best[i, j + 1]) i++
		else j++
	}
	return 0
}
# The first words there, in a definition of the author's?
function defined(lowered, file, column,   text) {
	text = substr(lowered, column)
	match(text, /^([A-Za-z_0-9]+|[^A-Za-z_0-9]) *([A-Za-z_0-9]+|[^A-Za-z_0-9]) *([A-Za-z_0-9]+|[^A-Za-z_0-9])?/)
	return index(definitions[file], substr(text, 1, RLENGTH)) > 0
}
# Has the line an expression with statements, or a macro with one?
function has_statements(line, file,   word, at, n, i, j, m, define) {
	if (line ~ /\(\{/) return 1
	n = words(line, word, at); m = split(definitions[file], define, "\n")
	for (i = 1; i <= m; i++) if (define[i] ~ /^[ \t]*# *define/ && define[i] ~ /\(\{|\\$/) {
		sub(/^[ \t]*# *define[ \t]+/, "", define[i]); sub(/[^A-Za-z_0-9].*/, "", define[i])
		for (j = 1; j <= n; j++) if (word[j] == define[i]) return 1
	}
	return 0
}
function own_line(file, line,   text, n, inside) {
	if (!(file in have)) {
		have[file] = 1
		while ((getline text < file) > 0) {
			own[file, ++n] = text
			if (inside || text ~ /^[ \t]*# *define/) {
				definitions[file] = definitions[file] "\n" text
				inside = text ~ /\\$/
			}
		}
		close(file)
	}
	return own[file, line]
}
FNR == 1 { input++ }
input == 1 {
	if (match($0, /^#(line)? *[0-9]+ "[^"]*"/)) {
		split($0, part, "\""); file = part[2]
		number = $0; sub(/^#(line)? */, "", number); line = number + 0
		next
	}
	if (file != "" && !((file, line) in emitted)) emitted[file, line] = $0
	line++
	next
}
!/: (warning|error|fatal error): / { next }
{
	n = split($0, part, ":"); where = part[1]; line = part[2]; column = part[3] + 0
	all++
	text = $0; sub(/^[^ ]*: (warning|error|fatal error): /, "", text)
	mine = own_line(where, line)
	conversion = (text ~ /_element/ || mine ~ /waituntil *\(.*<</) && text ~ /conver|loses/
	if ((text ~ /^trigraph / && mine ~ /\?\?/) || (text ~ /may fall through/ && mine ~ /^[ \t]*(case |default)/) ||
	    (text ~ /statement expression|braced-groups|label declarations/ && has_statements(mine, where))) {
		theirs++
		next
	}
	# what is our type's may be part of a conversion that the author wrote
	gsub(/.conc_[a-z_0-9]*_element. \{aka [^}]*\}|.conc_[a-z_0-9]*_element. \(aka [^)]*\)/, "", text)
	gsub(/.(enum )?conc_disposition. ([{(]aka [^})]*[})])?/, "", text)
	gsub(/.conc_duration. \{aka [^}]*\}|.conc_duration. \(aka [^)]*\)/, "", text)
	if (conversion && (where, line) in emitted) {
		theirs++
		next
	}
	if (where !~ /libconc\/include|\/include\/conc/ && text !~ /conc_|CONC_/ && (where, line) in emitted &&
	    (emitted[where, line] == mine || (column && (copied(emitted[where, line], mine, column) ||
	     defined(emitted[where, line], where, column))))) {
		theirs++
		next
	}
	print
}
END { print all + 0, theirs + 0 }
