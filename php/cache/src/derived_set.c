/* Answers about members, of one set or several, derived from cached SMEMBERS; derived.h. Members are
 * compared as bytes, so they have to be stored raw. */
#include "derived.h"

/* ---- One set ---- */

static bool has(const zend_array *set, bc_bytes member)
{
	for (uint32_t i = 0, count = zend_hash_num_elements(set); i < count; i++) {
		const zval *value = baton_derived_element(set, i).value;
		if (Z_STRLEN_P(value) == member.len && memcmp(Z_STRVAL_P(value), member.bytes, member.len) == 0) {
			return true;
		}
	}
	return false;
}

static bool can_search(const baton_derived *derived, uint32_t members)
{
	return baton_derived_is_raw(derived) && (uint64_t) members * zend_hash_num_elements(Z_ARRVAL(derived->of[0])) <= BATON_DERIVED_SCAN;
}

bool baton_derive_sismember(baton_derived *derived, zval *to)
{
	if (!can_search(derived, 1)) {
		return false;
	}
	ZVAL_BOOL(to, has(Z_ARRVAL(derived->of[0]), baton_derived_word(derived, 2)));
	return true;
}

bool baton_derive_smismember(baton_derived *derived, zval *to)
{
	uint32_t members = derived->call->arguments.count - 2;
	if (!can_search(derived, members)) {
		return false;
	}
	array_init_size(to, members);
	for (uint32_t i = 0; i < members; i++) {
		add_next_index_long(to, has(Z_ARRVAL(derived->of[0]), baton_derived_word(derived, 2 + i)));
	}
	return true;
}

/* ---- Several ---- */

static void add_all(zend_array *to, const zend_array *set)
{
	for (uint32_t i = 0, count = zend_hash_num_elements(set); i < count; i++) {
		zend_hash_add_empty_element(to, Z_STR_P(baton_derived_element(set, i).value));
	}
}

static void remove_all(zend_array *from, const zend_array *set)
{
	for (uint32_t i = 0, count = zend_hash_num_elements(set); i < count; i++) {
		zend_hash_del(from, Z_STR_P(baton_derived_element(set, i).value));
	}
}

/* Those of the smaller one that the other one has as well. */
static zend_array *common(const zend_array *found, const zend_array *set)
{
	zend_array *both = zend_new_array(MIN(zend_hash_num_elements(found), zend_hash_num_elements(set)));
	for (uint32_t i = 0, count = zend_hash_num_elements(set); i < count; i++) {
		zend_string *member = Z_STR_P(baton_derived_element(set, i).value);
		if (zend_hash_exists(found, member)) {
			zend_hash_add_empty_element(both, member);
		}
	}
	return both;
}

static zend_array *members_of(const baton_derived *derived, uint32_t index)
{
	zend_array *members = zend_new_array(zend_hash_num_elements(Z_ARRVAL(derived->of[index])));
	add_all(members, Z_ARRVAL(derived->of[index]));
	return members;
}

static zend_array *intersection(const baton_derived *derived)
{
	zend_array *members = members_of(derived, 0);
	for (uint32_t i = 1; i < derived->count; i++) {
		zend_array *both = common(members, Z_ARRVAL(derived->of[i]));
		zend_array_destroy(members);
		members = both;
	}
	return members;
}

/* The names become the list; the array of them ends. */
static bool give_names(baton_derived *derived, zend_array *members, zval *to)
{
	zend_string *member;
	array_init_size(to, zend_hash_num_elements(members));
	ZEND_HASH_FOREACH_STR_KEY(members, member) {
		baton_derived_add_name(derived, member, 0, to);
	} ZEND_HASH_FOREACH_END();
	zend_array_destroy(members);
	return true;
}

bool baton_derive_sdiff(baton_derived *derived, zval *to)
{
	if (!baton_derived_is_raw(derived)) {
		return false;
	}
	zend_array *members = members_of(derived, 0);
	for (uint32_t i = 1; i < derived->count; i++) {
		remove_all(members, Z_ARRVAL(derived->of[i]));
	}
	return give_names(derived, members, to);
}

bool baton_derive_sinter(baton_derived *derived, zval *to)
{
	return baton_derived_is_raw(derived) && give_names(derived, intersection(derived), to);
}

bool baton_derive_sunion(baton_derived *derived, zval *to)
{
	if (!baton_derived_is_raw(derived)) {
		return false;
	}
	zend_array *members = members_of(derived, 0);
	for (uint32_t i = 1; i < derived->count; i++) {
		add_all(members, Z_ARRVAL(derived->of[i]));
	}
	return give_names(derived, members, to);
}

/* SINTERCARD number key … [LIMIT limit], where the builder sends no limit of 0. */
bool baton_derive_sintercard(baton_derived *derived, zval *to)
{
	uint32_t words = 2 + derived->count, count = derived->call->arguments.count;
	zend_long limit = ZEND_LONG_MAX;
	if (!baton_derived_is_raw(derived) || (count != words && (count != words + 2 || !baton_derived_number(derived, words + 1, &limit)))) {
		return false;
	}
	zend_array *members = intersection(derived);
	ZVAL_LONG(to, MIN(limit, (zend_long) zend_hash_num_elements(members)));
	zend_array_destroy(members);
	return true;
}
