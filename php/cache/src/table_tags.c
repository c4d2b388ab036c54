/* Tags of a Table's values. A tag is an entry of its own, and what counts of it is its stamp: a value keeps the stamps of its tags
 * behind itself, and holds for as long as all of them are the same. So deleting a tag deletes everything that has it in one step;
 * and a tag that had to make room takes its values along, which a cache may. */
#include "table_parameters.h"

/* What stands behind a value: the hash and the stamp of each of its tags, then how many there are. */
typedef struct {
	uint64_t hash;
	uint64_t stamp;
} tag_mark;

/* Each one is looked up when the value is read. */
#define MAX_TAGS 32

static bc_bytes bytes_of(const uint64_t *hash)
{
	return (bc_bytes) { (const char *) hash, sizeof(*hash) };
}

/* Tags are known by a hash of their name alone: 64 bits of a keyed hash. */
static tag_mark mark_of(bc_worker *worker, zend_string *name)
{
	return (tag_mark) { bc_hash(worker, TABLE_TAGS, (bc_bytes) { ZSTR_VAL(name), ZSTR_LEN(name) }), 0 };
}

static uint64_t place_of(bc_worker *worker, const tag_mark *mark)
{
	return bc_hash(worker, TABLE_TAGS, bytes_of(&mark->hash));
}

size_t table_tags_size(const HashTable *tags)
{
	return zend_hash_num_elements((HashTable *) tags) * sizeof(tag_mark) + sizeof(uint64_t);
}

/* The stamp of a tag, which is made if there is none; 0 where there is no room for it. */
static uint64_t stamp_of(bc_worker *worker, const tag_mark *mark)
{
	uint64_t place = place_of(worker, mark), stamp = 0;
	bc_meta meta = { .when = BC_ABSENT };
	bc_found found;
	for (uint32_t attempts = 1;; attempts++) {
		bc_draft draft;
		if (bc_find(worker, place, TABLE_TAGS, bytes_of(&mark->hash), 0, &found)) {
			return found.stamp;
		}
		if (bc_draft_new(worker, place, TABLE_TAGS, bytes_of(&mark->hash), 0, &draft) != BC_DONE) {
			return 0;
		}
		if (bc_publish(worker, &draft, &meta, &stamp) == BC_DONE) {
			return stamp;
		}
		if (UNEXPECTED(attempts % TABLE_ATTEMPTS == 0)) {
			bc_remove(worker, place, TABLE_TAGS, bytes_of(&mark->hash));
		}
	}
}

bool table_tags_write(bc_worker *worker, HashTable *tags, char *to)
{
	tag_mark *mark = (tag_mark *) to;
	zval *name;
	ZEND_HASH_FOREACH_VAL(tags, name) {
		*mark = mark_of(worker, Z_STR_P(name));
		mark->stamp = stamp_of(worker, mark);
		if (mark->stamp == 0) {
			return false;
		}
		mark++;
	} ZEND_HASH_FOREACH_END();
	*(uint64_t *) mark = zend_hash_num_elements(tags);
	return true;
}

bool table_tags_hold(bc_worker *worker, const bc_found *found)
{
	uint64_t count;
	const char *end = found->value + found->len - sizeof(count);
	if (found->len < sizeof(count)) {
		return false;
	}
	memcpy(&count, end, sizeof(count));
	if (count > MAX_TAGS || found->len < count * sizeof(tag_mark) + sizeof(count)) {
		return false;
	}
	for (uint64_t i = 1; i <= count; i++) {
		bc_found tag;
		tag_mark mark;
		memcpy(&mark, end - i * sizeof(mark), sizeof(mark));
		if (!bc_find(worker, place_of(worker, &mark), TABLE_TAGS, bytes_of(&mark.hash), 0, &tag) || tag.stamp != mark.stamp) {
			return false;
		}
	}
	return true;
}

/* The tags of a call as a list of strings, to be destroyed; NULL with an exception. */
HashTable *table_tags_of(HashTable *given, uint32_t argument)
{
	HashTable *tags = zend_new_array(zend_hash_num_elements(given));
	zval *name;
	if (zend_hash_num_elements(given) > MAX_TAGS) {
		zend_argument_value_error(argument, "must have at most %d tags", MAX_TAGS);
	}
	ZEND_HASH_FOREACH_VAL(given, name) {
		zend_string *text;
		if (EG(exception) || !(text = zval_try_get_string(name))) {
			break;
		}
		zval copy;
		ZVAL_STR(&copy, text);
		zend_hash_next_index_insert(tags, &copy);
	} ZEND_HASH_FOREACH_END();
	if (EG(exception)) {
		zend_array_destroy(tags);
		return NULL;
	}
	return tags;
}

PHP_METHOD(Baton_Table, deleteTags)
{
	zval *names;
	uint32_t count;
	bc_worker *worker = baton_cache_worker();

	ZEND_PARSE_PARAMETERS_START(0, -1)
		Z_PARAM_VARIADIC('*', names, count)
	ZEND_PARSE_PARAMETERS_END();
	for (uint32_t i = 0; i < count; i++) {
		zend_string *name;
		if (!zend_parse_arg_str(&names[i], &name, false, i + 1)) {
			zend_wrong_parameter_type_error(i + 1, Z_EXPECTED_STRING, &names[i]);
			return;
		}
		if (worker) {
			tag_mark mark = mark_of(worker, name);
			bc_remove(worker, place_of(worker, &mark), TABLE_TAGS, bytes_of(&mark.hash));
		}
	}
}
