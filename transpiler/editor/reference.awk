# SPDX-License-Identifier: MIT
# The table of docs/reference/words.md as C: {"word", "page", "the first paragraph of the page"},
function quote(text) { gsub(/[\\"]/, "\\\\&", text); gsub(/\n/, "\\n", text); return "\"" text "\"" }
function paragraph(page, line, text, behind) {
	while ((getline line <(folder "/" page ".md")) > 0) {
		if (line ~ /^(<!--|# )/ || (line == "" && text == "")) continue
		if (line == "") break
		text = text (text == "" ? "" : "\n") line
	}
	close(folder "/" page ".md")
	while (match(text, /\[[^]]*\]\([^)]*\)/)) {
		behind = substr(text, RSTART + RLENGTH)
		line = substr(text, RSTART + 1, RLENGTH)
		text = substr(text, 1, RSTART - 1) substr(line, 1, index(line, "]") - 1) behind
	}
	return text
}
BEGIN { FS = "|"; folder = ARGV[1]; sub(/\/[^\/]*$/, "", folder) }
/^\| `/ && NF == 5 && $4 ~ /\.md/ {
	words = gsub(/[`, ]+/, " ", $2); split($2, word, " ")
	pages = split($4, page, ",")
	words = 0
	for (i in word) words++
	for (i = 1; i <= words; i++) {
		name = page[pages == words ? i : 1]
		sub(/.*\(/, "", name); sub(/\.md.*/, "", name)
		print "{" quote(word[i]) ", " quote(name) ", " quote(paragraph(name)) "},"
	}
}
