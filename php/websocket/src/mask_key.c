/* A system call for each key would cost twenty small frames, so 64 keys are drawn at once. They wait in a page that the
 * kernel clears in a forked child: parent and child never draw the same. */
#include "php_websocket.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/random.h>

#include "mask_key.h"

/* The kernel gives up to 256 bytes in one piece. */
#define KEYS 64

struct websocket_mask_keys {
	uint32_t left; /* 0 in a child as well */
	uint8_t keys[KEYS][4];
};

static struct websocket_mask_keys *new_page(void)
{
	void *page = mmap(NULL, sizeof(struct websocket_mask_keys), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED) {
		return NULL;
	}
#ifdef MADV_WIPEONFORK
	if (madvise(page, sizeof(struct websocket_mask_keys), MADV_WIPEONFORK) == 0) {
		return page;
	}
#endif
	munmap(page, sizeof(struct websocket_mask_keys));
	return NULL;
}

static bool draw(void *to, size_t len)
{
	ssize_t drawn;
	do {
		drawn = getrandom(to, len, 0);
	} while (drawn < 0 && errno == EINTR);
	if (drawn != (ssize_t) len) {
		zend_throw_error(NULL, "No random bytes for a mask: %s", drawn < 0 ? strerror(errno) : "getrandom() gave too few");
		return false;
	}
	return true;
}

bool websocket_mask_key(uint8_t key[4])
{
	if (UNEXPECTED(!WEBSOCKET_G(mask_keys))) {
		WEBSOCKET_G(mask_keys) = new_page();
		if (!WEBSOCKET_G(mask_keys)) {
			return draw(key, 4); /* an old kernel: slow, and as good */
		}
	}
	struct websocket_mask_keys *waiting = WEBSOCKET_G(mask_keys);
	if (waiting->left == 0) {
		if (!draw(waiting->keys, sizeof(waiting->keys))) {
			return false;
		}
		waiting->left = KEYS;
	}
	memcpy(key, waiting->keys[--waiting->left], 4);
	return true;
}

void websocket_forget_mask_keys(struct websocket_mask_keys *keys)
{
	if (keys) {
		munmap(keys, sizeof(*keys));
	}
}
