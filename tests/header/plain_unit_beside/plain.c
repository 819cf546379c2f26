// SPDX-License-Identifier: MIT
// In this unit there is no dialect.
struct thread { int spawn; };

int plain(int mutex);

int plain(int mutex)
{
	struct thread new = { mutex * 2 };
	return new.spawn;
}
