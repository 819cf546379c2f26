// SPDX-License-Identifier: MIT
// After hugo#5379: a page's content is made by a thread of its own, under the content's lock. A shortcode in the page
// asks for the page's words, for which that thread takes the lock a second time and waits for itself. The two renderers
// wait for its turn to end, and main for the renderers.
// The renderers go on when that thread waits. Go's mutex does not know its holder, nor does a semaphore of one unit. A
// conc_mutex would stop the program.
#include "go.h"

enum { WORKERS = 2 };

struct page { struct go_once content_once, plain_once; conc_semaphore content_lock; };

static struct page page = { .content_lock = { 1 } };
static struct go_group workers;

static void init_content(struct page *p);

static void init_plain(struct page *p)
{
	go_once (&p->plain_once) { /* stays */
		mutex (p->content_lock) {} /* stays */
	}
}

static void count_words(struct page *p)
{
	init_content(p);
	init_plain(p);
}

static void prepare_for_render(struct page *p, channel(int) *ready)
{
	mutex (p->content_lock) {
		count_words(p); // the shortcode
		*ready << 1;
	}
}

static void init_content(struct page *p)
{
	go_once (&p->content_once) {
		channel(int) *ready = new channel(int) {1};
		go_unused int got;
		spawn prepare_for_render(p, ready);
		waituntil (got << *ready) {}
		or waituntil (timeout(1ms)) {}
	}
}

static void render(struct page *p)
{
	init_content(p);
	go_until_waits(1, "prepare_for_render", "conc_semaphore");
	init_plain(p);
	go_done(&workers);
}

int main(void)
{
	go_add(&workers, WORKERS);
	for (int i = 0; i < WORKERS; i++) spawn render(&page);
	go_wait(&workers); /* stays */
}
