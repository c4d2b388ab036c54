/* Where a thread found what it found of late: crates/near_cache/src/recent.rs says when that still holds, and looks at it alike. It is done
 * here as well, as a call costs half as much as the look. */
#ifndef BATON_CACHE_RECENT_H
#define BATON_CACHE_RECENT_H

#include <string.h>

#include "memory.h"

/* What is known of an entry. */
typedef struct bc_note {
	uint64_t space;
	const uint64_t *slot;
	uint64_t word; /* what the slot said */
	const char *entry;
	const uint64_t *lease;
	uint64_t leased; /* what the lease said */
	uint32_t value_len;
	uint32_t seen;
	uint16_t shape; /* the key's length, and the sort above it */
	uint16_t tag;
	uint16_t mark;
	uint16_t own; /* the caller's: 0 in what was noted anew */
} bc_note;

/* Of which keys there may be notes, and how many bits choose one. */
#define BC_NOTED_LEAST_KEY 8
#define BC_NOTED_MOST_KEY 128
#define BC_NOTES_BITS 13

/* Where parts of an entry lie. */
enum { BC_ENTRY_EXPIRES = 72, BC_ENTRY_STAMP = 80, BC_ENTRY_KEY = 88 };

static inline uint64_t bc_recent_mix(uint64_t mixed, uint64_t word)
{
	return ((mixed << 23 | mixed >> 41) ^ word) * 0x9E3779B97F4A7C15;
}

/* Eight bytes, wherever they lie. */
static inline uint64_t bc_recent_word(const char *at)
{
	uint64_t word;
	memcpy(&word, at, sizeof(word));
	return word;
}

/* The same of memory that somebody may be writing meanwhile: what it was is known by bc_still. */
static inline uint64_t bc_recent_look(const char *at)
{
	typedef uint64_t word __attribute__((aligned(1), may_alias));
	return *(const volatile word *) at;
}

/* Whether the words of a key between its first and its last are those of an entry. */
static inline bool bc_recent_is_within(const char *entry, bc_bytes key)
{
	for (size_t at = 8; at + 8 < key.len; at += 8) {
		if (bc_recent_look(entry + BC_ENTRY_KEY + at) != bc_recent_word(key.bytes + at)) {
			return false;
		}
	}
	return true;
}

/* What is noted of a key's entry, if that is there as it was; NULL: it has to be searched for. A hit is not counted yet. */
static inline __attribute__((always_inline)) bc_note *bc_recall(const bc_worker *worker, uint64_t space, bc_bytes key, uint8_t sort)
{
	uint64_t first, last, mixed;
	bc_note *note;
	if (key.len - BC_NOTED_LEAST_KEY > BC_NOTED_MOST_KEY - BC_NOTED_LEAST_KEY) {
		return NULL;
	}
	first = bc_recent_word(key.bytes);
	last = bc_recent_word(key.bytes + key.len - 8);
	mixed = bc_recent_mix(last ^ space, first);
	if (key.len > 16) {
		for (size_t at = 8; at + 8 <= key.len; at += 8) {
			mixed = bc_recent_mix(mixed, bc_recent_word(key.bytes + at));
		}
	}
	note = &worker->notes[mixed >> (64 - BC_NOTES_BITS)];
	if (note->shape != (uint16_t) (key.len | sort << 8) || note->space != space ||
			__atomic_load_n(note->slot, __ATOMIC_ACQUIRE) != note->word ||
			__atomic_load_n(note->lease, __ATOMIC_ACQUIRE) != note->leased ||
			bc_recent_look(note->entry + BC_ENTRY_EXPIRES) != 0 ||
			bc_recent_look(note->entry + BC_ENTRY_KEY) != first ||
			bc_recent_look(note->entry + BC_ENTRY_KEY + key.len - 8) != last ||
			(key.len > 16 && !bc_recent_is_within(note->entry, key))) {
		return NULL;
	}
	return note;
}

/* What was found there as bc_find_key tells it, but for the stamp, which few ask for. */
static inline __attribute__((always_inline)) bc_found bc_recalled(const bc_note *note)
{
	return (bc_found) {
		.value = note->entry + ((BC_ENTRY_KEY + (note->shape & 0xFF) + 15) & ~15),
		.len = note->value_len,
		.tag = note->tag,
		.unlinks = (const uint32_t *) ((uintptr_t) note->slot & ~(uintptr_t) 63),
		.seen = note->seen,
	};
}

static inline uint64_t bc_recalled_stamp(const bc_note *note)
{
	return bc_recent_look(note->entry + BC_ENTRY_STAMP);
}

#endif
