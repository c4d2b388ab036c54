/* What the files of Baton\Table share. */
#ifndef BATON_CACHE_TABLE_H
#define BATON_CACHE_TABLE_H

#include "encoding.h"
#include "worker.h"

/* Keys of no namespace, keys of all others, and tags do not meet. Those of Redis begin at 2^32. */
enum { TABLE_PLAIN = 1, TABLE_NAMED = 2, TABLE_TAGS = 3 };

/* An entry's tag: how the value is kept (baton_encoding_kind), and whether names of tags follow it. */
#define TABLE_TAGGED 0x10
#define TABLE_KIND(tag) ((baton_encoding_kind) ((tag) & TABLE_TAGGED ? (tag) ^ TABLE_TAG : (tag)))
#define TABLE_TAG (TABLE_TAGGED | TABLE_TAGGED << 8) /* which leaves it a BATON_ENCODING_CODE */

/* So often in a row no other process comes between a look and a store; an entry that is in the way of so many, and that no look finds, was
 * written over by a fault, and is removed. */
#define TABLE_ATTEMPTS 1000

/* A key as the shared table has it: the namespace's length, the namespace and the key, unless there is no namespace. */
typedef struct {
	uint64_t space;
	uint64_t hash;
	bc_bytes bytes;
	zend_string *made; /* owned; NULL where the caller's own bytes or the room here serve */
	char room[216];
} table_key;

/* Both are limited: what is longer is refused with a ValueError. */
#define TABLE_MAX_NAMESPACE 255
#define TABLE_MAX_KEY (64 * 1024)

/* Makes a key to read by, without its hash; false with an exception. `space_name` may be NULL. Followed by table_key_end. */
bool table_key_name(table_key *made, zend_string *key, zend_string *space_name);
/* The same with the hash, as writing needs it. */
bool table_key_make(table_key *made, bc_worker *worker, zend_string *key, zend_string *space_name);
static zend_always_inline void table_key_end(table_key *key)
{
	if (UNEXPECTED(key->made != NULL)) {
		zend_string_release(key->made);
	}
}

/* The namespace of a call: that of the instance it was made on, or what was given. */
zend_string *table_namespace(zend_execute_data *execute_data, zend_string *given);

/* Finds and reads. False: there is none. `stamp` may be NULL. */
bool table_read(bc_worker *worker, const table_key *key, zval *value, uint64_t *stamp);
/* The entry, without its value; none whose tags have been deleted. */
bool table_find(bc_worker *worker, const table_key *key, bc_found *found);

/* How an entry is written. */
typedef struct {
	uint64_t expires;
	uint64_t stamp; /* for BC_STAMP */
	uint8_t when;   /* BC_ALWAYS … */
	HashTable *tags; /* or NULL */
} table_terms;

/* BC_DONE, BC_NO_ROOM, BC_TOO_LARGE or BC_MOVED; anything else with an exception. */
int table_write(bc_worker *worker, const table_key *key, const zval *value, const table_terms *terms);
/* Whether it was written. What does not fit is not kept; what was there before is not what the program wants to read any more. */
bool table_set(bc_worker *worker, const table_key *key, const zval *value, const table_terms *terms);

/* When something ends that lives for so many seconds; false with an exception. */
bool table_expiry(uint64_t *expires, zend_long seconds, bool forever, uint32_t argument);

/* ---- Tags: table_tags.c ---- */

/* The tags of a call as a list of strings, to be destroyed; NULL with an exception. */
HashTable *table_tags_of(HashTable *given, uint32_t argument);
/* Bytes that they take behind a value. */
size_t table_tags_size(const HashTable *tags);
/* Writes them there, behind a value of `begin` bytes; false where there is no room for a tag itself. */
bool table_tags_write(bc_worker *worker, HashTable *tags, char *to);
/* Whether all tags that follow a value are as they were when it was set. Under a pin. */
bool table_tags_hold(bc_worker *worker, const bc_found *found);

extern zend_class_entry *baton_table_ce;

/* The keys of one step of a walk over a namespace, NULL for those of none: a list, to be destroyed. `cursor` begins with 0 and is 0 at the
 * end. */
HashTable *table_some_keys(bc_worker *worker, zend_string *space_name, zend_string *pattern, uint64_t *cursor, size_t count);

void baton_cache_register_table_iterator(void);
void baton_cache_unregister_table(void);
/* An iterator over a namespace; NULL for the keys of none. */
void table_iterate(zval *iterator, zend_string *match, zend_long count, zend_string *space_name);

#endif
