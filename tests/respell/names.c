// SPDX-License-Identifier: MIT
// Names with letters beyond ASCII, as such and as universal character names: each is one name.
#include <conc.h>
#include <stdio.h>

thread läufer { int n, *ziel; };
monitor café { long größe; };
actor zähler { long n; };
message erhöhe { long um; };
message ende { future(long) *wert; };
monitor paar { inline caf\u00e9; };

void main(l\u00e4ufer *self) { *self->ziel = self->n; }
receive (z\U000000e4hler *self, erhöhe *m) { self->n += m->um; }
receive (zähler *self, ende *m) { *m->wert << self->n; return Delete; }

static void füge(caf\u00e9 * mutex self, long \u03b1) { self->gr\u00F6ße += α; }
static long größe_von(café *self) { long r; mutex (self) r = self->größe; return r; }

int main(void)
{
	int ziel = 0, zweites;
	{ läufer l = { 3, &ziel }; }
	{ l\U000000E4ufer l[2] = { { 4, &ziel }, { 4, &zweites } }; join(l[0]); join(l[1]); }
	caf\u00e9 größen = { 1 };
	channel(café *) kanäle = { 1 };
	future(long) \u00e9 = {};
	füge(&gr\U000000f6\u00dfen, 4);
	kan\u00e4le << &größen;
	café *eines = NULL;
	waituntil (eines << kanäle) füge(eines, 5);
	task(long) aufgäbe = spawn gr\u00f6ße_von(eines);
	conc_actors_start(NULL);
	zähler *z = new z\u00e4hler { 1 };
	z | (erh\u00f6he){ 2 } | (ende){ &é };
	paar *p = new paar { { 1 } };
	füge(p, 3);
	long n;
	n << \u00e9;
	printf("%d %ld %ld\n", ziel, join(aufgäbe), n);
	delete p;
	conc_actors_stop();
}
