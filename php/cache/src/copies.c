/* Which copies there are: a few places for each stamp, and a bound of bytes for all. */
#include "copies.h"

#include "zend_gc.h"

/* Places for copies, 2,048: with the default's 4 MB copies of 2 KB fill both. Those of a stamp lie side by side. */
#define SETS 256
#define WAYS 8

/* Where all is in use a newcomer takes the place of a copy once in so many times: a program that reads more values than there is room for, one
 * after the other, would otherwise find none of them again. */
#define DISPLACING_EVERY 16
/* How many places are looked at for what has changed, for a newcomer that may not take another's place. */
#define GLANCE 64

/* Marks of what was copied once, by what they are of, as many as places. A mark is forgotten for another of its few at random: values that are
 * read one after the other would otherwise forget each other's for ever. */
#define MARKS (SETS * WAYS)
#define MARKS_OF_ONE 4

typedef struct {
	uint64_t stamp;    /* of the entry */
	const char *place; /* of its encoded value; NULL: there is none */
	zval value;
	const uint32_t *unlinks; /* as of the entry when it was last found */
	uint32_t seen;
	uint32_t size;
	bool used; /* since room was last looked for here */
} copy;

struct baton_copies {
	copy list[SETS * WAYS];
	/* Of what was copied once: a value is kept from its second copy on, as most are read once and never again. */
	uint32_t met[MARKS];
	size_t bytes;
	uint32_t hand;
	uint32_t newcomers;
	uint32_t marked;
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

bool baton_copies_find(zval *value, const bc_found *found)
{
	struct baton_copies *copies = BATON_CACHE_G(copies);
	copy *set;
	if (copies == NULL) {
		return false;
	}
	set = set_of(copies, found->stamp);
	for (uint32_t i = 0; i < WAYS; i++) {
		if (set[i].place == found->value && set[i].stamp == found->stamp) {
			if (UNEXPECTED(!bc_still(found))) { /* the stamp may be another's */
				return false;
			}
			/* PHP compares or prints it just now, in another fiber or around a callback, and would take this reader for a part of that. */
			if (UNEXPECTED(Z_TYPE(set[i].value) == IS_ARRAY && GC_IS_RECURSIVE(Z_ARR(set[i].value)))) {
				continue;
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

/* Runs no code of a program: no object is within, and the collector, which an array that somebody else holds may wake, has to wait. No cycle is
 * missed for it, as a copy has none as long as it is ours. */
static void drop(struct baton_copies *copies, copy *one)
{
	bool was_protected = gc_protect(true);
	copies->bytes -= one->size;
	one->place = NULL;
	zval_ptr_dtor(&one->value);
	gc_protect(was_protected);
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
	for (uint32_t looked = 0; copies->bytes + size > limit(); looked++) {
		copy *one = &copies->list[copies->hand++ % (SETS * WAYS)];
		if (one->place && may_go(one, displaces)) {
			drop(copies, one);
		} else if (looked >= (displaces ? 2 * SETS * WAYS : GLANCE)) { /* who may displace has found room by then */
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
	uint32_t mark = mixed(stamp), *met = &copies->met[mark / SETS % (MARKS / MARKS_OF_ONE) * MARKS_OF_ONE];
	for (uint32_t i = 0; i < MARKS_OF_ONE; i++) {
		if (met[i] == mark) {
			return true;
		}
	}
	met[copies->marked++ % MARKS_OF_ONE] = mark;
	return false;
}

/* Bytes of a string that this one reference pays for. */
static size_t size_of_string(const zend_string *string)
{
	return _ZSTR_STRUCT_SIZE(ZSTR_LEN(string)) / GC_REFCOUNT(string) + ZEND_MM_ALIGNMENT;
}

/* Bytes of the request's memory that a value takes which nobody else has yet. Its encoded value may be far smaller, which has each string once. */
static size_t size_of(const zval *value)
{
	const zend_array *array = Z_ARR_P(value);
	bool packed;
	size_t size;
	if (Z_TYPE_P(value) == IS_STRING) {
		return size_of_string(Z_STR_P(value));
	}
	if (Z_TYPE_P(value) != IS_ARRAY || !Z_REFCOUNTED_P(value)) {
		return 0;
	}
	packed = HT_FLAGS(array) & HASH_FLAG_PACKED;
	size = sizeof(*array) + HT_HASH_SIZE(array->nTableMask) + array->nTableSize * (packed ? sizeof(baton_packed_element) : sizeof(Bucket));
	for (uint32_t i = 0; i < array->nNumUsed; i++) {
		size += size_of(packed ? BATON_PACKED_VALUE((baton_packed_element *) array->arData + i) : &array->arData[i].val);
		size += !packed && array->arData[i].key ? size_of_string(array->arData[i].key) : 0;
	}
	return size;
}

static void share(const zval *value, const bc_found *found)
{
	struct baton_copies *copies = BATON_CACHE_G(copies);
	size_t size;
	bool displaces;
	copy *one;

	if (found->len > limit() / 4) {
		return;
	}
	if (copies == NULL) {
		copies = BATON_CACHE_G(copies) = ecalloc(1, sizeof(*copies));
	}
	if (!is_met_again(copies, found->stamp) || (size = size_of(value)) > limit() / 4) {
		return;
	}
	displaces = copies->newcomers++ % DISPLACING_EVERY == 0;
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
	if (baton_copies_find(value, found)) {
		return true;
	}
	if (!baton_encoding_take(value, kind, found)) {
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
