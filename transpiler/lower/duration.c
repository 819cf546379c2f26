/* SPDX-License-Identifier: MIT */
/* conc_sleep(1.5ms);
 *   →
 * conc_sleep(CONC_NS(1500000));
 *
 * A duration is a whole number of nanoseconds in an int64. The conversion is decimal, not in
 * floating point: 0.1s is exactly 100000000 ns. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

static const struct unit_of_time {
	const char *suffix;
	long long nanoseconds;
} units[] = {
        {"ns", 1},           {"us", 1000},           {"ms", 1000000}, {"min", 60000000000LL},
        {"s", 1000000000LL}, {"h", 3600000000000LL},
};

/* Parses digits, one optional point and a suffix. Returns null, or why it is no duration. */
static const char *parse(const char *text, size_t length, long long *out)
{
	__int128 value = 0, scale = 1;
	size_t i = 0;
	bool point = false;
	for (; i < length &&
	       ((text[i] >= '0' && text[i] <= '9') || text[i] == '.' || text[i] == '\'');
	     i++) {
		if (text[i] == '.') point = true;
		if (text[i] == '.' || text[i] == '\'') continue;
		value = value * 10 + (text[i] - '0');
		if (point) scale *= 10;
		if (value > (__int128)1 << 80 || scale > (__int128)1 << 80) /* times 2^42: fits */
			return "is out of range (292 years at most)";
	}
	const struct unit_of_time *unit = units, *end = units + sizeof units / sizeof *units;
	while (unit < end && (strlen(unit->suffix) != length - i ||
	                      memcmp(unit->suffix, text + i, length - i) != 0))
		unit++;
	if (unit == end) return "has no unit of time (ns, us, ms, s, min, h)";
	value *= unit->nanoseconds;
	if (value % scale) return "is not a whole number of nanoseconds";
	value /= scale;
	if (value > INT64_MAX) return "is out of range (292 years at most)";
	*out = (long long)value;
	return NULL;
}

/* Its value counts: it may be an array's bound or a case. */
void duration_shadow(struct unit *unit, const struct construct *construct)
{
	long long value = 1;
	TSNode node = construct->node;
	parse(unit->syntax.text + node_start(node), node_end(node) - node_start(node), &value);
	put_instead(&unit->shadow, node, "((long long)%lld)", value);
}

void duration_lower(struct unit *unit, const struct construct *construct)
{
	long long value = 0;
	TSNode node = construct->node;
	const char *why = parse(unit->syntax.text + node_start(node),
	                        node_end(node) - node_start(node), &value);
	/* 1'000ms is one token only for a C23 preprocessor; for others ' begins a character */
	const struct token *token = analysis_token_at(unit->analysis, node_start(node));
	if (!why && !(token && token->offset == node_start(node) &&
	              token->offset + token->length == node_end(node)))
		why = "has grouped digits: that needs -std=gnu2x";
	if (why) ERROR_AT(unit, node, "duration '%.*s' %s", NODE_ARG(unit, node), why);
	else put_instead(unit->edits, node, "CONC_NS(%lld)", value);
}

bool is_integer(const struct unit *unit, CXType type)
{
	type = type_canonical(unit, type);
	return (type.kind >= CXType_Bool && type.kind <= CXType_Int128) || type.kind == CXType_Enum;
}

/* For conc_duration 10 is ten nanoseconds, but authors rarely mean that. */
bool duration_check(struct unit *unit, TSNode node, const char *word)
{
	CXType type;
	if (!wait_type(unit, node, &type)) return false;
	if (!is_integer(unit, type)) {
		char *written = type_written(unit, type);
		ERROR_AT(unit, node, "'%.*s' of type '%s' is no duration", NODE_ARG(unit, node),
		         written);
		free(written);
		return false;
	}
	if (node_is(node, NODE_number_literal)) {
		if (node_text_is(&unit->syntax, node, "0")) return true;
		ERROR_AT(unit, node, "a %s needs a unit of time: %s(%.*sms), for example", word,
		         word, NODE_ARG(unit, node));
		return false;
	}
	type = type_canonical(unit, type);
	bool wide = unit->types->clang->Type_getSizeOf(type) >= 8; /* as conc_now() is */
	if (!wide && type.kind != CXType_Invalid)
		WARNING_AT(unit, "conc-timeout", node,
		           "the %s is taken as nanoseconds; multiply by a unit: '%.*s * 1ms'", word,
		           NODE_ARG(unit, node));
	return true;
}
