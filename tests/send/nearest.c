// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

/* The nearest type of actor first, then the nearest type of message; static types decide. */
actor animal { char heard[40]; int count; };
actor cat { inline animal; int lives; };
actor kitten { inline cat; int age; };
message sound { int volume; };
message word { inline sound; const char *text; };
message name { inline word; int whose; };

static void hear(animal *self, char what) { self->heard[self->count++] = what; }
receive (animal *self, sound *m) { (void)m; hear(self, 's'); }
receive (animal *self, word *m) { (void)m; hear(self, 'w'); }
receive (animal *self, name *m) { (void)m; hear(self, 'n'); }
receive (cat *self, word *m) { self->lives += m->volume; hear(self, 'W'); }
receive (kitten *self, name *m) { self->age += m->whose; hear(self, 'N'); }

int main(void)
{
	conc_actors_start(NULL);
	animal a = {};
	cat c = {};
	kitten k = {};
	animal *as_animal = &k;
	cat *as_cat = &k;
	sound s = {1};
	word w = {{2}, "w"};
	name n = {{{3}, "n"}, 4};
	a | s | w | n | &s | &w | &n;
	c | s | w | &s | &w | &n;             /* n by reference goes to the cat's receive for its base */
	k | s | w | n | &s | &w | &n;
	*as_animal | s | &w | n;              /* static types */
	as_cat | s | w | &n;
	a | (word *)&n;
	k | n | w | s | n | s;                /* up and down again */
	conc_actors_stop();
	printf("%s %s %s, %d lives, %d and %d years\n", a.heard, c.heard, k.heard, c.lives, k.lives, k.age);
}
