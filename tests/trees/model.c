/* SPDX-License-Identifier: MIT */
#include "model.h"

/* The tree without what false guards remove; -1: nothing is left of it. */
static int prune(struct model *m, int node, const bool *guards)
{
	const struct tree *t = &m->tree[node];
	if (t->guard >= 0 && !guards[t->guard]) return -1;
	if (t->kind == TREE_GROUP) return prune(m, t->left, guards);
	if (t->kind == TREE_CLAUSE) {
		m->enabled[t->clause] = true;
		m->pruned[m->pruned_count] = (struct pruned){ TREE_CLAUSE, -1, -1, t->clause };
		return m->pruned_count++;
	}
	int left = prune(m, t->left, guards), right = prune(m, t->right, guards);
	if (left < 0 || right < 0) return left < 0 ? right : left;
	m->pruned[m->pruned_count] = (struct pruned){ t->kind, left, right, -1 };
	return m->pruned_count++;
}

static bool holds(const struct model *m, int node)
{
	const struct pruned *p = &m->pruned[node];
	if (p->kind == TREE_CLAUSE) return m->ran[p->clause];
	if (p->kind == TREE_AND) return holds(m, p->left) && holds(m, p->right);
	return holds(m, p->left) || holds(m, p->right);
}

void model_start(struct model *m, const struct tree *tree, int root, int clauses, const bool *guards, bool fair, bool other)
{
	*m = (struct model){ .tree = tree, .clauses = clauses, .fair = fair, .other = other };
	m->root = prune(m, root, guards);
	m->done = m->root < 0 && !other;
}

static bool is_candidate(const struct model *m, int clause)
{
	return m->enabled[clause] && m->ready[clause] && !m->ran[clause];
}

static int first_candidate(const struct model *m)
{
	for (int i = 0; i < m->clauses; i++)
		if (is_candidate(m, i)) return i;
	return m->other ? ELSE : -1; /* a statement with an else never waits */
}

bool model_allows(const struct model *m, int clause)
{
	int first = m->done ? -1 : first_candidate(m);
	if (first < 0 || clause == first) return first >= 0;
	return m->fair && first != ELSE && clause != ELSE && is_candidate(m, clause);
}

void model_runs(struct model *m, int clause)
{
	if (clause != ELSE) m->ran[clause] = true;
	m->done = clause == ELSE || holds(m, m->root);
}

bool model_goes_on(const struct model *m)
{
	return !m->done && first_candidate(m) >= 0;
}
