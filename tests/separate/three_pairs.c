// Reservations of {x, y}, {y, z} and {z, x}, and of all three: as if they had been made one after the other. Each block
// leaves its number in the log of each of its handlers; "before" in some log has no cycle.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 4, TURNS = 6, BLOCKS = THREADS * TURNS };

typedef struct place { int count; int log[2 * BLOCKS]; } place;

static void enter(place *self, int block) { self->log[self->count++] = block; }
static int leave(place *self, int block) { return self->log[self->count - 1] == block; }

static int interrupted;	// atomic

static void go(separate place *x, separate place *y, separate place *z, int number)
{
	for (int i = 0; i < TURNS; i++) {
		int block = number * TURNS + i;
		switch ((number + i) % 4) {
		case 0: separate (x, y) { enter(x, block); enter(y, block); } break;
		case 1: separate (y, z) { enter(z, block); enter(y, block); } break;
		case 2: separate (z, x) { enter(z, block); enter(x, block); } break;
		default:
			separate (y, x, z) {
				enter(y, block);
				enter(z, block);
				enter(x, block);
				if (!leave(z, block)) __atomic_add_fetch(&interrupted, 1, __ATOMIC_RELAXED);
			}
		}
	}
}

static bool before[BLOCKS][BLOCKS];

static int note(const place *self)
{
	for (int i = 0; i + 1 < self->count; i++) before[self->log[i]][self->log[i + 1]] = true;
	return self->count;
}

int main(void)
{
	separate place *x = new separate place {}, *y = new separate place {}, *z = new separate place {};
	int cycles = 0;
	{
		task(void) a = spawn go(x, y, z, 0), b = spawn go(y, z, x, 1), c = spawn go(z, x, y, 2), d = spawn go(x, y, z, 3);
	}
	int entered = 0;
	separate (x, y, z) entered = note(x) + note(y) + note(z);
	for (int k = 0; k < BLOCKS; k++)
		for (int i = 0; i < BLOCKS; i++)
			for (int j = 0; j < BLOCKS; j++) before[i][j] = before[i][j] || (before[i][k] && before[k][j]);
	for (int i = 0; i < BLOCKS; i++) cycles += before[i][i];
	printf("%d entered, %d in a cycle, %d interrupted\n", entered, cycles, interrupted);
	delete x;
	delete y;
	delete z;
}
