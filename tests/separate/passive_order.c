// Theorem 1 of the paper on passive processors: each supplier applies the calls of a block in the order of the text, be
// it active, passive, or switched between blocks. Clients do random things, the same in each of the three turns; what
// a supplier applied of one client must be the same list each time, and a block's calls stand together.
#include <conc.h>
#include <stdio.h>
#include <string.h>

enum { SUPPLIERS = 3, CLIENTS = 3, BLOCKS = 8, CALLS = CLIENTS * BLOCKS * 6 };

typedef struct supplier { int count; int applied[CALLS]; } supplier;	// client, block, call: 10000 c + 100 b + i

static void apply(supplier *self, int call) { self->applied[self->count++] = call; }
static int last(const supplier *self) { return self->applied[self->count - 1]; }

static int wrong;	// atomic

static unsigned next(unsigned *state)
{
	*state = *state * 1103515245 + 12345;
	return *state >> 16;
}

// Two suppliers, which may be one, in a random order of calls and queries.
static void one_block(separate supplier *x, separate supplier *y, int call, unsigned *state)
{
	separate (x, y) {
		for (int n = 1 + (int)(next(state) % 3); n > 0; n--) {
			apply(x, ++call);
			if (next(state) % 4 == 0 && last(x) != call) __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
			if (next(state) % 2) apply(y, ++call);
		}
	}
}

static void switch_one(separate supplier *s, unsigned how)
{
	if (how % 2) conc_set_passive(s);
	else conc_set_active(s);
}

static void client(separate supplier *const *s, int number, unsigned seed, bool switches)
{
	unsigned state = seed * 7919 + (unsigned)number, chance = state;
	for (int i = 0; i < BLOCKS; i++) {
		one_block(s[next(&state) % SUPPLIERS], s[next(&state) % SUPPLIERS], 10000 * number + 100 * i, &state);
		if (switches) switch_one(s[next(&chance) % SUPPLIERS], next(&chance));
	}
}

static void check(const supplier *s)
{
	int ended[CLIENTS][BLOCKS] = {{0}};
	for (int i = 0; i < s->count; i++) {
		int block = s->applied[i] / 100;
		if (ended[block / 100][block % 100]) __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
		if (i + 1 < s->count && s->applied[i + 1] / 100 != block) ended[block / 100][block % 100] = 1;
	}
}

// Of one client, the calls one after the other.
static void list(const supplier *s, int number, int *to)
{
	for (int i = 0; i < s->count; i++)
		if (s->applied[i] / 10000 == number) *to++ = s->applied[i];
	*to = -1;
}

enum turn { ACTIVE, PASSIVE, SWITCHED, TURNS };
static int applied[TURNS][SUPPLIERS][CLIENTS][CALLS + 1];

static void one_turn(enum turn turn, unsigned seed)
{
	separate supplier *s[SUPPLIERS];
	for (int i = 0; i < SUPPLIERS; i++) {
		s[i] = new separate supplier {};
		if (turn == PASSIVE) conc_set_passive(s[i]);
	}
	{
		task(void) a = spawn client(s, 0, seed, turn == SWITCHED), b = spawn client(s, 1, seed, turn == SWITCHED);
		client(s, 2, seed, turn == SWITCHED);
	}
	for (int i = 0; i < SUPPLIERS; i++) {
		separate (x = s[i]) {
			check(x);
			for (int j = 0; j < CLIENTS; j++) list(x, j, applied[turn][i][j]);
		}
		delete s[i];
	}
}

int main(void)
{
	int different = 0;
	unsigned first = conc_test_seed() ? (unsigned)conc_test_seed() : 1;
	for (unsigned seed = first; seed < first + 5; seed++) {
		for (int turn = 0; turn < TURNS; turn++) one_turn((enum turn)turn, seed);
		for (int turn = 1; turn < TURNS; turn++)
			for (int i = 0; i < SUPPLIERS; i++)
				for (int j = 0; j < CLIENTS; j++)
					for (int k = 0; applied[0][i][j][k] != -1 || applied[turn][i][j][k] != -1; k++)
						if (applied[0][i][j][k] != applied[turn][i][j][k]) { different++; break; }
	}
	printf("%d wrong, %d different\n", wrong, different);
}
