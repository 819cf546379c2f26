// Who reserves both x and y sees them in the same colour (the paper's fig. 5), however many set them, in whichever order
// they name them, also where one of them was reserved around, or another object of its handler is.
#include <conc.h>
#include <stdio.h>

typedef struct ball { int colour, set; } ball;

static int different;	// atomic

static void set(ball *self, int colour)
{
	self->colour = colour;
	self->set++;
}

static int colour(const ball *self) { return self->colour; }
static bool same(const ball *x, const ball *y) { return x->colour == y->colour && x->set == y->set; }

static void paint(separate ball *x, separate ball *y, int mine, int times)
{
	for (int i = 0; i < times; i++) {
		separate (x, y) {
			set(x, mine + i);
			set(y, mine + i);
		}
		if (i % 4 == 1)
			separate (y, x) {
				set(x, -mine);
				if (i % 8 == 1) (void)colour(x);
				set(y, -mine);
				if (colour(x) != colour(y)) __atomic_add_fetch(&different, 1, __ATOMIC_RELAXED);
			}
	}
}

static void look(separate ball *x, separate ball *y, separate ball *beside, int times)
{
	for (int i = 0; i < times; i++) {
		bool good = false;
		if (i % 3 == 0) {
			separate (beside) {
				separate (y, x) good = same(x, y);
			}
		} else {
			separate (x, y) {
				int seen = colour(y);
				good = seen == x->colour && same(x, y);
			}
		}
		if (!good) __atomic_add_fetch(&different, 1, __ATOMIC_RELAXED);
	}
}

int main(void)
{
	separate ball *x = new separate ball {}, *y = new separate ball {}, *z = new separate ball {}, *beside = new separate(z) ball {};
	{
		task(void) a = spawn paint(x, y, 100, 12), b = spawn paint(y, x, 200, 12), c = spawn paint(x, y, 300, 12);
		task(void) d = spawn look(x, y, beside, 9), e = spawn look(y, x, z, 9);
	}
	separate (x, y) printf("%d times different, %d and %d sets\n", different, x->set, y->set);
	delete x;
	delete y;
	delete z;
	delete beside;
}
