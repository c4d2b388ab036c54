/* Which copies there are: a few places for each stamp, and a bound of bytes for all. */
#include "copies.h"

/* Places for copies, 2,048: with the default's 4 MB copies of 2 KB fill both. Those of a stamp lie side by side. */
#define SETS 256
#define WAYS 8

/* Where all is in use a newcomer takes the place of a copy once in so many times: a program that reads more values than there is room for, one
 * after the other, would otherwise find none of them again. */
#define PATIENCE 16
/* How many places are looked at for what has changed, for a newcomer that may not take another's place. */
#define GLANCE 64

/* What a copy takes beside the bytes of its image: the heads of its strings, each with a block of its own. */
#define OVERHEAD 2

typedef struct {
	uint64_t stamp;    /* of the entry */
	const char *place; /* of its image; NULL: there is none */
	zval value;
	const uint32_t *unlinks; /* as of the entry when it was last found */
	uint32_t seen;
	uint32_t size;
	bool used; /* since room was last looked for here */
} copy;

struct baton_copies {
	copy list[SETS * WAYS];
	/* Of what was copied once: a value is kept from its second copy on, as most are read once and never again. */
	uint32_t met[SETS * WAYS];
	size_t bytes;
	uint32_t hand;
	uint32_t newcomers;
};

/* Stamps are counts, with the number of a part below. */
static uint32_t mixed(uint64_t stamp)
{
	return (uint32_t) (stamp * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static copy *set_of(struct baton_copies *copies, uint64_t stamp)
{
	return &copies->list[mixed(stamp) % SETS * WAYS];
}

bool baton_copies_find(zval *value, unsigned kind, const bc_found *found)
{
	struct baton_copies *copies = BATON_CACHE_G(copies);
	copy *set;
	if (copies == NULL || (kind != BATON_IMAGE_ARRAY && kind != BATON_IMAGE_STRING)) {
		return false;
	}
	set = set_of(copies, found->stamp);
	for (uint32_t i = 0; i < WAYS; i++) {
		if (set[i].place == found->value && set[i].stamp == found->stamp) {
			if (UNEXPECTED(!bc_still(found))) { /* the stamp may be another's */
				return false;
			}
			set[i].used = true;
			set[i].unlinks = found->unlinks;
			set[i].seen = found->seen;
			ZVAL_COPY(value, &set[i].value);
			return true;
		}
	}
	return false;
}

static void drop(struct baton_copies *copies, copy *one)
{
	zval value;
	ZVAL_COPY_VALUE(&value, &one->value);
	copies->bytes -= one->size;
	one->place = NULL;
	zval_ptr_dtor(&value); /* runs no code of a program, as no object is within */
}

/* Bytes that copies may take: little of what PHP gives a program, where it gives so much and no more. */
static size_t limit(void)
{
	size_t most = baton_cache_settings.copies;
	return PG(memory_limit) > 0 ? MIN(most, (size_t) PG(memory_limit) / 16) : most;
}

/* Whether a copy may go: its entry may have changed, or, if the newcomer may displace others, it was not used since this was last asked. */
static bool may_go(copy *one, bool displaces)
{
	if (__atomic_load_n(one->unlinks, __ATOMIC_RELAXED) != one->seen) {
		return true;
	}
	if (displaces && one->used) {
		one->used = false;
		return false;
	}
	return displaces;
}

/* Makes room for so many bytes; false if all is in use. */
static bool make_room(struct baton_copies *copies, size_t size, bool displaces)
{
	for (uint32_t looked = 0; copies->bytes + size > limit() && copies->bytes > 0; looked++) {
		copy *one = &copies->list[copies->hand++ % (SETS * WAYS)];
		if (one->place && may_go(one, displaces)) {
			drop(copies, one);
		} else if (!displaces && looked >= GLANCE) {
			return false;
		}
	}
	return true;
}

/* A place for a copy; NULL: all that could be are in use. */
static copy *place_for(struct baton_copies *copies, uint64_t stamp, bool displaces)
{
	copy *set = set_of(copies, stamp);
	for (uint32_t i = 0; i < WAYS; i++) {
		if (set[i].place == NULL) {
			return &set[i];
		}
	}
	for (uint32_t i = 0; i < WAYS; i++) {
		if (may_go(&set[i], displaces)) {
			drop(copies, &set[i]);
			return &set[i];
		}
	}
	return NULL;
}

/* Whether it is met for the second time, or oftener. */
static bool is_met_again(struct baton_copies *copies, uint64_t stamp)
{
	uint32_t mark = mixed(stamp), *met = &copies->met[mark / SETS % (SETS * WAYS)];
	bool again = *met == mark;
	*met = mark;
	return again;
}

static void share(const zval *value, const bc_found *found)
{
	struct baton_copies *copies = BATON_CACHE_G(copies);
	size_t size = found->len * OVERHEAD;
	bool displaces;
	copy *one;

	if (copies == NULL) {
		copies = BATON_CACHE_G(copies) = ecalloc(1, sizeof(*copies));
	}
	if (size > limit() / 4 || !is_met_again(copies, found->stamp)) {
		return;
	}
	displaces = copies->newcomers++ % PATIENCE == 0;
	one = make_room(copies, size, displaces) ? place_for(copies, found->stamp, displaces) : NULL;
	if (one == NULL) {
		return;
	}
	*one = (copy) {
		.stamp = found->stamp, .place = found->value, .unlinks = found->unlinks, .seen = found->seen, .size = (uint32_t) size,
	};
	ZVAL_COPY(&one->value, value);
	copies->bytes += size;
}

bool baton_copies_find_or_make(zval *value, unsigned kind, const bc_found *found)
{
	if (baton_copies_find(value, kind, found)) {
		return true;
	}
	if (!baton_image_take(value, kind, found)) {
		return false;
	}
	share(value, found);
	return true;
}

void baton_copies_end(void)
{
	struct baton_copies *copies = BATON_CACHE_G(copies);
	if (copies) {
		BATON_CACHE_G(copies) = NULL;
		for (uint32_t i = 0; i < SETS * WAYS; i++) {
			if (copies->list[i].place) {
				drop(copies, &copies->list[i]);
			}
		}
		efree(copies);
	}
}
