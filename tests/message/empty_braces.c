// SPDX-License-Identifier: MIT
// Empty braces of kinds become zeros that no compiler warns of, however deep.
#include <conc.h>

monitor account { long balance; };
monitor savings { inline account; double rate; };
thread worker { char name[4]; };
void main(worker *self) { (void)self; }
actor counter { char name[4]; };
actor derived { inline counter; int n; };
message ping {};
message text { char bytes[4]; };
message longer { inline text; int n; };
struct both { text a; longer b; };

int f(void);

int f(void)
{
	worker a = {}, b[2] = { {}, {} };
	savings c = {}, d[2] = { {}, { {}, 1 } };
	counter e = {}, g[2] = { {}, {} }, q[2] = {};
	derived h = {}, i[2] = { {}, { {}, 1 } };
	ping j = {}, k[2] = { {}, {} }, r[2][2] = {};
	struct both l = { {}, {} }, m = { .b = {} };
	derived *n = new derived {}, *o = new derived[2] { {}, {} }, *p = new derived { {}, 1 };
	j = (ping){};
	l.b = (longer){ {}, 1 };
	delete n;
	delete o;
	delete p;
	return a.name[0] + b[0].name[0] + (int)c.balance + (int)d[0].balance + e.name[0] + g[0].name[0] + h.n + i[0].n +
	       l.a.bytes[0] + m.b.n + (int)sizeof j + (int)sizeof k + q[0].name[0] + (int)sizeof r;
}
