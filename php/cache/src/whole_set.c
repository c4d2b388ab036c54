/* What whole sets say of their members, and of each other's; whole.h. Members are compared as bytes, so they have to be stored raw. */
#include "whole.h"

/* ---- One set ---- */

static bool has(const zend_array *set, bc_bytes member)
{
	for (uint32_t i = 0, count = zend_hash_num_elements(set); i < count; i++) {
		const zval *value = baton_whole_element(set, i).value;
		if (Z_STRLEN_P(value) == member.len && memcmp(Z_STRVAL_P(value), member.bytes, member.len) == 0) {
			return true;
		}
	}
	return false;
}

static bool can_search(const baton_whole *whole, uint32_t members)
{
	return baton_whole_is_raw(whole) && (uint64_t) members * zend_hash_num_elements(Z_ARRVAL(whole->of[0])) <= BATON_WHOLE_SCAN;
}

bool baton_tell_sismember(baton_whole *whole, zval *to)
{
	if (!can_search(whole, 1)) {
		return false;
	}
	ZVAL_BOOL(to, has(Z_ARRVAL(whole->of[0]), baton_whole_word(whole, 2)));
	return true;
}

bool baton_tell_smismember(baton_whole *whole, zval *to)
{
	uint32_t members = whole->call->arguments.count - 2;
	if (!can_search(whole, members)) {
		return false;
	}
	array_init_size(to, members);
	for (uint32_t i = 0; i < members; i++) {
		add_next_index_long(to, has(Z_ARRVAL(whole->of[0]), baton_whole_word(whole, 2 + i)));
	}
	return true;
}

/* ---- Several ---- */

static void add_all(zend_array *to, const zend_array *set)
{
	for (uint32_t i = 0, count = zend_hash_num_elements(set); i < count; i++) {
		zend_hash_add_empty_element(to, Z_STR_P(baton_whole_element(set, i).value));
	}
}

static void remove_all(zend_array *from, const zend_array *set)
{
	for (uint32_t i = 0, count = zend_hash_num_elements(set); i < count; i++) {
		zend_hash_del(from, Z_STR_P(baton_whole_element(set, i).value));
	}
}

/* Those of the smaller one that the other one has as well. */
static zend_array *common(const zend_array *found, const zend_array *set)
{
	zend_array *both = zend_new_array(MIN(zend_hash_num_elements(found), zend_hash_num_elements(set)));
	for (uint32_t i = 0, count = zend_hash_num_elements(set); i < count; i++) {
		zend_string *member = Z_STR_P(baton_whole_element(set, i).value);
		if (zend_hash_exists(found, member)) {
			zend_hash_add_empty_element(both, member);
		}
	}
	return both;
}

static zend_array *members_of(const baton_whole *whole, uint32_t index)
{
	zend_array *members = zend_new_array(zend_hash_num_elements(Z_ARRVAL(whole->of[index])));
	add_all(members, Z_ARRVAL(whole->of[index]));
	return members;
}

static zend_array *intersection(const baton_whole *whole)
{
	zend_array *members = members_of(whole, 0);
	for (uint32_t i = 1; i < whole->count; i++) {
		zend_array *both = common(members, Z_ARRVAL(whole->of[i]));
		zend_array_destroy(members);
		members = both;
	}
	return members;
}

/* The names become the list; the array of them ends. */
static bool give_names(baton_whole *whole, zend_array *members, zval *to)
{
	zend_string *member;
	array_init_size(to, zend_hash_num_elements(members));
	ZEND_HASH_FOREACH_STR_KEY(members, member) {
		baton_whole_add_name(whole, member, 0, to);
	} ZEND_HASH_FOREACH_END();
	zend_array_destroy(members);
	return true;
}

bool baton_tell_sdiff(baton_whole *whole, zval *to)
{
	if (!baton_whole_is_raw(whole)) {
		return false;
	}
	zend_array *members = members_of(whole, 0);
	for (uint32_t i = 1; i < whole->count; i++) {
		remove_all(members, Z_ARRVAL(whole->of[i]));
	}
	return give_names(whole, members, to);
}

bool baton_tell_sinter(baton_whole *whole, zval *to)
{
	return baton_whole_is_raw(whole) && give_names(whole, intersection(whole), to);
}

bool baton_tell_sunion(baton_whole *whole, zval *to)
{
	if (!baton_whole_is_raw(whole)) {
		return false;
	}
	zend_array *members = members_of(whole, 0);
	for (uint32_t i = 1; i < whole->count; i++) {
		add_all(members, Z_ARRVAL(whole->of[i]));
	}
	return give_names(whole, members, to);
}

/* SINTERCARD number key … [LIMIT limit], where the builder sends no limit of 0. */
bool baton_tell_sintercard(baton_whole *whole, zval *to)
{
	uint32_t words = 2 + whole->count, count = whole->call->arguments.count;
	zend_long limit = ZEND_LONG_MAX;
	if (!baton_whole_is_raw(whole) || (count != words && (count != words + 2 || !baton_whole_number(whole, words + 1, &limit)))) {
		return false;
	}
	zend_array *members = intersection(whole);
	ZVAL_LONG(to, MIN(limit, (zend_long) zend_hash_num_elements(members)));
	zend_array_destroy(members);
	return true;
}
