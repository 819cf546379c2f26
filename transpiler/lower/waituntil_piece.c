/* SPDX-License-Identifier: MIT */
/* waituntil (oks[i] = a[j] << c)
 *   →
 * …, (conc_checked_1_0 = &(oks[i]), conc_target_1_0 = &(a[j]), &c))
 *
 * The parts of a head stay in place, in the order of the text. First the addresses that the block
 * needs are kept, joined by commas in the order of the source. The arguments of the clause's macro
 * follow. */
#include "waituntil.h"

#include <stdio.h>
#include <string.h>

static struct piece *add_piece(struct pieces *pieces, TSNode node)
{
	struct piece *piece = &pieces->list[pieces->count++];
	*piece = (struct piece){.node = node};
	return piece;
}

static void frame(struct piece *piece, const char *before, const char *after)
{
	snprintf(piece->before, sizeof piece->before, "%s", before);
	snprintf(piece->after, sizeof piece->after, "%s", after);
}

/* conc_target_1_0 = &(a[i]), */
static void add_address(const struct wait *wait, const struct clause *clause, struct pieces *pieces,
                        const struct target *target, const char *pointer)
{
	if (ts_node_is_null(target->node) || target->plain) return;
	struct piece *piece = add_piece(pieces, target->object);
	snprintf(piece->before, sizeof piece->before, "%s%s_%d_%d = %s(",
	         pieces->count == 1 ? "(" : "", pointer, wait->number, clause->index,
	         node_type_is(target->member, "->") ? "" : "&");
	snprintf(piece->after, sizeof piece->after, "),");
}

static void add_resource(const struct wait *wait, const struct clause *clause,
                         struct pieces *pieces)
{
	struct piece *piece = add_piece(pieces, clause->resource);
	bool simple = node_is(clause->resource, NODE_identifier);
	bool bare = clause->pointer || clause->by_value;
	char keep[64] = "";
	if (clause->joined && (!simple || clause->pointer))
		snprintf(keep, sizeof keep, "conc_task_%d_%d = ", wait->number, clause->index);
	snprintf(piece->before, sizeof piece->before, "%s%s%s", keep,
	         clause->monitor ? "CONC_MONITOR(" : "",
	         bare     ? ""
	         : simple ? "&"
	                  : "&(");
	snprintf(piece->after, sizeof piece->after, "%s%s", bare || simple ? "" : ")",
	         clause->monitor ? ")" : "");
	if (bare && has_bare_comma(wait->unit, clause->resource)) frame(piece, "(", ")");
}

static void append(char *to, size_t size, const char *what)
{
	size_t length = strlen(to);
	snprintf(to + length, size - length, "%s", what);
}

void clause_pieces(const struct wait *wait, const struct clause *clause, struct pieces *pieces)
{
	add_address(wait, clause, pieces, &clause->checked, "conc_checked");
	if (!clause->into) add_address(wait, clause, pieces, &clause->target, "conc_target");
	int prefixes = pieces->count;
	if (clause->into) {
		bool simple = node_is(clause->target.object, NODE_identifier);
		frame(add_piece(pieces, clause->target.object), simple ? "&" : "&(",
		      simple ? "" : ")");
	}
	add_resource(wait, clause, pieces);
	if (clause->is_send) {
		bool comma = has_bare_comma(wait->unit, clause->value);
		frame(add_piece(pieces, clause->value), comma ? "(" : "", comma ? ")" : "");
	}
	struct piece *first = &pieces->list[prefixes];
	if (prefixes) append(first->after, sizeof first->after, ")");
	if (first < &pieces->list[pieces->count - 1])
		append(first->after, sizeof first->after, ",");
}
