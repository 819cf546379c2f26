// SPDX-License-Identifier: MIT
/* Spells a C text anew, with the same tokens:  respell WAYS SEED [NAMES] <text >text
 *
 * WAYS are letters: d digraphs, t trigraphs, s line splices, b splices with blanks behind the backslash,
 * n the author's names (those that are not in the file NAMES) get a letter beyond ASCII, written as such
 * or as one of the universal character names (but none that looks like one of ours). Lines keep their numbers without s and b.
 *
 * respell plain WAYS <text prints the tokens, one a line, in their primary spelling, without that letter, and
 * without directives that number lines. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *text, *end;
static const char *ways;
static uint64_t state;
static char **names;
static size_t name_count;

static unsigned below(unsigned limit)
{
	state ^= state << 13, state ^= state >> 7, state ^= state << 17;
	return (unsigned)(state >> 32) % limit;
}

static char *read_all(FILE *file, size_t *length)
{
	size_t room = 1 << 16;
	char *bytes = malloc(room);
	for (size_t got; (got = fread(bytes + *length, 1, room - *length - 1, file)) > 0;)
		if ((*length += got) + 1 == room) bytes = realloc(bytes, room *= 2);
	bytes[*length] = '\0';
	return bytes;
}

// ---- names that are left alone ----

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void read_names(const char *path)
{
	FILE *file = fopen(path, "r");
	size_t length = 0, room = 1024;
	if (!file) exit(2);
	names = malloc(room * sizeof *names);
	for (char *word = strtok(read_all(file, &length), "\n"); word; word = strtok(NULL, "\n")) {
		if (name_count == room) names = realloc(names, (room *= 2) * sizeof *names);
		names[name_count++] = word;
	}
	fclose(file);
	qsort(names, name_count, sizeof *names, compare);
}

static bool is_theirs(const char *word, size_t length)
{
	char copy[256], *key = copy;
	if (length >= sizeof copy || *word == '_' || !strncmp(word, "conc_", 5)) return false;
	if (length > 4 && !memcmp(word + length - 4, "_ptr", 4)) return false;
	memcpy(copy, word, length);
	copy[length] = '\0';
	return names && !bsearch(&key, names, name_count, sizeof *names, compare);
}

// ---- tokens ----

static bool starts_word(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$' || c & 0x80; }
static bool is_word(char c) { return starts_word(c) || isdigit((unsigned char)c); }

static char *literal_end(char *at)
{
	char quote = *at++;
	while (at < end && *at != quote && *at != '\n') at += *at == '\\' && at + 1 < end ? 2 : 1;
	return at < end && *at == quote ? at + 1 : at;
}

static char *raw_end(char *quote)
{
	char close[32];
	size_t length = strcspn(quote + 1, "(");
	snprintf(close, sizeof close, ")%.*s\"", (int)length, quote + 1);
	char *found = strstr(quote, close);
	return found ? found + strlen(close) : end;
}

static char *universal_end(char *at)
{
	size_t digits = at[0] == '\\' && at[1] == 'u' ? 4 : at[0] == '\\' && at[1] == 'U' ? 8 : 0;
	return digits ? at + 2 + digits : NULL;
}

static char *word_end(char *at)
{
	char *start = at;
	for (char *next; at < end; at = next)
		if (!(next = is_word(*at) ? at + 1 : universal_end(at))) break;
	if (*at == '"' && at[-1] == 'R' && at - start <= 3) return raw_end(at);
	bool prefix = (at - start == 1 && strchr("LuU", *start)) || (at - start == 2 && !memcmp(start, "u8", 2));
	return prefix && (*at == '"' || *at == '\'') ? literal_end(at) : at;
}

static char *number_end(char *at)
{
	while (at < end && (is_word(*at) || *at == '.' || (strchr("+-", *at) && strchr("eEpP", at[-1])) ||
	                    (*at == '\'' && is_word(at[1]))))
		at++;
	return at;
}

static char *token_end(char *at)
{
	static const char *const longer[] = {"%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=",
	                                     "==", "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=", "^=",
	                                     "|=", "##", "<%", "%>", "<:", ":>", "%:"};
	if (starts_word(*at) || universal_end(at)) return word_end(at);
	if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) return number_end(at);
	if (*at == '"' || *at == '\'') return literal_end(at);
	for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
		if (!strncmp(at, longer[i], strlen(longer[i]))) return at + strlen(longer[i]);
	return at + 1;
}

// The end of the blanks, comments and splices at `at`; of newlines too, unless within a directive.
static char *gap_end(char *at, bool newlines)
{
	for (char *start = NULL; at < end && at != start;) {
		start = at;
		while (at < end && (strchr(" \t\r\f\v", *at) || (newlines && *at == '\n'))) at++;
		if (!strncmp(at, "\\\n", 2)) at += 2;
		if (!strncmp(at, "/*", 2)) at = strstr(at + 2, "*/") ? strstr(at + 2, "*/") + 2 : end;
		else if (!strncmp(at, "//", 2))
			while (at < end && (*at != '\n' || at[-1] == '\\')) at++;
	}
	return at;
}

// ---- spelling anew ----

static bool way(char which) { return strchr(ways, which) != NULL; }

static void put_splice(void)
{
	if (way('s') && below(12) == 0) fputs("\\\n", stdout);
	else if (way('b') && below(12) == 0) fputs("\\ \t\n", stdout);
}

static void put_char(char c)
{
	static const char plain[] = "#\\^[]|{}~", third[] = "=/'()!<>-";
	const char *found = way('t') && below(2) ? strchr(plain, c) : NULL;
	if (found) printf("\?\?%c", third[found - plain]);
	else putchar(c);
}

// Of a literal; blanks behind a backslash in one are seen as a splice as well.
static void put_chars(const char *at, const char *stop)
{
	for (const char *start = at; at < stop; at++) {
		if (at > start && !(*at & 0x80)) put_splice();
		if (*at == '\\' && at + 1 < stop) {
			put_char(*at++);
			putchar(*at);
		} else put_char(*at);
	}
}

static bool put_digraph(const char *at, size_t length)
{
	static const char *const pairs[][2] = {{"{", "<%"}, {"}", "%>"}, {"[", "<:"}, {"]", ":>"}, {"#", "%:"}, {"##", "%:%:"}};
	for (size_t i = 0; i < 6; i++) {
		if (strlen(pairs[i][0]) != length || memcmp(at, pairs[i][0], length)) continue;
		if (!way('d') || below(2) || at[-1] == ':') return false;
		put_chars(pairs[i][1], pairs[i][1] + strlen(pairs[i][1]));
		return true;
	}
	return false;
}

// Where in a name the letter stands is the name's own.
static size_t place_of(const char *at, size_t length)
{
	size_t sum = 0;
	for (size_t i = 0; i < length; i++) sum = sum * 31 + (unsigned char)at[i];
	return 1 + sum % length;
}

static void put_name(const char *at, size_t length)
{
	static const char *const letters[] = {"\xC3\xA9", "\\u00e9", "\\U000000E9"};
	size_t place = place_of(at, length);
	put_chars(at, at + place);
	const char *letter = letters[below(3)]; // clang knows no splice in one, or before the first
	if (*letter == '\\') put_splice(), put_char(*letter++);
	fputs(letter, stdout);
	put_chars(at + place, at + length);
}

static void put_token(const char *at, const char *stop)
{
	size_t length = (size_t)(stop - at);
	if (strchr("\"'", stop[-1]) && memchr(at, 'R', 3 < length ? 3 : length)) fwrite(at, 1, length, stdout);
	else if (way('n') && starts_word(*at) && !strchr("\"'", stop[-1]) && is_theirs(at, length)) put_name(at, length);
	else if (!put_digraph(at, length)) put_chars(at, stop);
}

// At its #. The name between <> stays, and so does what a pragma says.
static char *put_directive(char *at)
{
	put_token(at, at + 1);
	char *name = gap_end(at + 1, false), *stop = token_end(name);
	fwrite(at + 1, 1, (size_t)(name - at - 1), stdout);
	if (!is_word(*name)) return name;
	put_chars(name, stop);
	bool rest = !strncmp(name, "include", 7) || !strncmp(name, "pragma", 6) || !strncmp(name, "line", 4) ||
	            !strncmp(name, "error", 5) || !strncmp(name, "warning", 7);
	for (at = stop; at < end && *at != '\n'; at = stop) {
		stop = gap_end(at, false);
		fwrite(at, 1, (size_t)(stop - at), stdout);
		if (stop == end || *(at = stop) == '\n') break;
		stop = token_end(at);
		if (rest) fwrite(at, 1, (size_t)(stop - at), stdout);
		else put_token(at, stop);
	}
	return at;
}

static void respell(void)
{
	for (char *at = text, *stop; at < end; at = stop) {
		stop = gap_end(at, true);
		bool first = at == text || memchr(at, '\n', (size_t)(stop - at));
		fwrite(at, 1, (size_t)(stop - at), stdout);
		if (stop == end) break;
		at = stop;
		if (*at == '#' && first) {
			stop = put_directive(at);
			continue;
		}
		stop = token_end(at);
		put_token(at, stop);
	}
}

// ---- the tokens ----

static void put_plain(char *at, char *stop)
{
	static const char *const pairs[][2] = {{"<%", "{"}, {"%>", "}"}, {"<:", "["}, {":>", "]"}, {"%:", "#"}, {"%:%:", "##"}};
	for (size_t i = 0; i < 6; i++)
		if (strlen(pairs[i][0]) == (size_t)(stop - at) && !memcmp(at, pairs[i][0], (size_t)(stop - at))) {
			puts(pairs[i][1]);
			return;
		}
	for (; at < stop; at++)
		if (!strncasecmp(at, "\\u00e9", 6)) at += 5;
		else if (!strncasecmp(at, "\\U000000e9", 10)) at += 9;
		else if (!strncmp(at, "\xC3\xA9", 2)) at++;
		else putchar(*at);
	putchar('\n');
}

// In place: no trigraphs, if there may be any, and no splices.
static void unfold(bool trigraphs)
{
	static const char plain[] = "#\\^[]|{}~", third[] = "=/'()!<>-";
	char *out = text;
	for (char *at = text; at < end;) {
		const char *found = trigraphs && at + 2 < end && at[0] == '?' && at[1] == '?' && at[2] ? strchr(third, at[2]) : NULL;
		char c = found ? plain[found - third] : *at, *next = at + (found ? 3 : 1);
		char *line = next + strspn(next, " \t");
		if (c == '\\' && *line == '\n') at = line + 1;
		else *out++ = c, at = next;
	}
	*(end = out) = '\0';
}

static void plain(void)
{
	for (char *at = text, *stop; at < end; at = stop) {
		stop = gap_end(at, true);
		if (stop == end) break;
		bool first = at == text || memchr(at, '\n', (size_t)(stop - at));
		at = stop;
		stop = token_end(at);
		if (first && *at == '#') {
			char *name = gap_end(stop, false);
			if (!strncmp(name, "line", 4) || isdigit((unsigned char)*name)) {
				stop = strchr(name, '\n') ? strchr(name, '\n') : end;
				continue;
			}
		}
		put_plain(at, stop);
	}
}

int main(int argc, char **argv)
{
	size_t length = 0;
	if (argc < 3) return 2;
	text = read_all(stdin, &length);
	end = text + length;
	ways = argv[2];
	if (!strcmp(argv[1], "plain")) {
		unfold(way('t'));
		plain();
		return 0;
	}
	ways = argv[1];
	state = strtoull(argv[2], NULL, 10) * 0x9E3779B97F4A7C15u + 1;
	for (int i = 0; i < 8; i++) below(2);
	if (argc > 3) read_names(argv[3]);
	respell();
	return 0;
}
