#include <conc.h>
int main(void)
{
	channel(int) a[3] = {{1}}, (*p)[3] = &a;
	channel(int) (*q)[3] = &a;
	channel(int) c = {1};
	(*p)[0] << 1;
	int x;
	x << (*q)[0];
	c << x;
	return x - 1;
}
