// SPDX-License-Identifier: MIT
// A price list that eight threads read together while one changes it. Nobody sees half a change.
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

enum { ITEMS = 32, READERS = 8, ROUNDS = 200 };

monitor price_list { int version, price[ITEMS]; };

void raise_all(price_list * mutex list)
{
	list->version++;
	for (int i = 0; i < ITEMS; i++) list->price[i] += i + 1;
}

// These two hold the list for reading: with others that read, never while raise_all runs.
int price_of(const price_list * mutex(read) list, int item)
{
	return list->price[item];
}

bool is_whole(const price_list * mutex(read) list)
{
	for (int i = 0; i < ITEMS; i++)
		if (price_of(list, i) != list->version * (i + 1)) return false;	// it may read again
	return true;
}

thread reader { price_list *list; int halves; };

void main(reader *self)
{
	for (int i = 0; i < ROUNDS; i++)
		if (!is_whole(self->list)) self->halves++;
}

int main(void)
{
	price_list list = { 0 };
	int halves = 0;
	{
		reader readers[READERS] = { [0 ... READERS - 1] = { &list } };
		for (int i = 0; i < ROUNDS; i++) raise_all(&list);
		for (int i = 0; i < READERS; i++) {
			join(readers[i]);
			halves += readers[i].halves;
		}
	}
	mutex (stdout) printf("the last item costs %d, half a change was seen %d times\n", price_of(&list, ITEMS - 1), halves);
	return halves != 0;
}
