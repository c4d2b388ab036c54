/* Which commands are answered from the cached replies of others, and what their files share; derived.h. */
#include "derived.h"

#include "commands.h"
#include "reply_entry.h"
#include "replies.h"

/* ---- The cached replies ---- */

/* The commands that bring one, with their key as the second word. */
static const struct {
	baton_reply reply;
	uint32_t count;
	bc_bytes words[5];
} sources[BATON_DERIVED_KINDS] = {
#define WORD(text) { text, sizeof(text) - 1 }
	[BATON_DERIVED_HASH] = { baton_reply_map_values, 2, { WORD("HGETALL") } },
	[BATON_DERIVED_SET] = { baton_reply_values, 2, { WORD("SMEMBERS") } },
	[BATON_DERIVED_LIST] = { baton_reply_values, 4, { WORD("LRANGE"), {0}, WORD("0"), WORD("-1") } },
	[BATON_DERIVED_SCORES] = { baton_reply_map_scores, 5, { WORD("ZRANGE"), {0}, WORD("0"), WORD("-1"), WORD("WITHSCORES") } },
	[BATON_DERIVED_MEMBERS] = { baton_reply_values, 4, { WORD("ZRANGE"), {0}, WORD("0"), WORD("-1") } },
#undef WORD
};

/* Under a pin. */
static bool find_string(const baton_call *call, bc_worker *worker, bc_bytes key, zval *derived)
{
	baton_stored stored = baton_cached_stored(call->redis, worker, key, derived);
	if (stored == BATON_NOTHING_STORED) {
		ZVAL_NULL(derived);
	}
	return stored != BATON_STORED_UNKNOWN;
}

static bool find(const baton_call *call, bc_worker *worker, baton_derived_kind kind, bc_bytes key, zval *derived)
{
	static const uint32_t second = 1;
	baton_reply_entry kept;
	bc_found found;
	zend_array *elements;
	bc_bytes words[5];
	baton_question question = { sources[kind].reply, 0, words, sources[kind].count, &second, 1 };

	if (kind == BATON_DERIVED_STRING) {
		return find_string(call, worker, key, derived);
	}
	memcpy(words, sources[kind].words, sizeof(words));
	words[1] = key;
	if (!baton_reply_entry_place(&kept, call->redis, worker, &question) || !baton_reply_entry_find(&kept, worker, &found) ||
			!baton_encoding_is_known(&found, found.tag)) {
		return false;
	}
	if (found.tag == BATON_ENCODING_SCALAR) { /* an array without elements is one of these */
		ZVAL_COPY_VALUE(derived, (const zval *) found.value);
		return Z_TYPE_P(derived) == IS_ARRAY;
	}
	elements = baton_encoding_elements(found.tag, found.value);
	ZVAL_ARR(derived, elements);
	return elements != NULL;
}

static bool find_all(const baton_call *call, bc_worker *worker, baton_derived_kind kind, zval *all)
{
	const baton_arguments *arguments = &call->arguments;
	for (uint32_t i = 0; i < arguments->key_count; i++) {
		if (!find(call, worker, kind, arguments->list[arguments->keys[i]], &all[i])) {
			return false;
		}
	}
	return true;
}

/* ---- Which command is derived from which ---- */

#define FROM(kind) (1u << BATON_DERIVED_##kind)
#define FROM_RANKS (FROM(SCORES) | FROM(MEMBERS))
#define FROM_ANY ((1u << BATON_DERIVED_KINDS) - 1)

typedef struct {
	const baton_command *command;
	baton_derive derive;
	unsigned from;
} rule;

static const rule *rule_of(const baton_command *command)
{
	static const rule rules[] = {
		{ &baton_command_hGet, baton_derive_hget, FROM(HASH) },
		{ &baton_command_hMget, baton_derive_hmget, FROM(HASH) },
		{ &baton_command_hExists, baton_derive_hexists, FROM(HASH) },
		{ &baton_command_sismember, baton_derive_sismember, FROM(SET) },
		{ &baton_command_exists, baton_derive_exists, FROM_ANY },
		{ &baton_command_hLen, baton_derive_count, FROM(HASH) },
		{ &baton_command_hKeys, baton_derive_hkeys, FROM(HASH) },
		{ &baton_command_hVals, baton_derive_hvals, FROM(HASH) },
		{ &baton_command_hStrLen, baton_derive_hstrlen, FROM(HASH) },
		{ &baton_command_hRandField, baton_derive_hrandfield, FROM(HASH) },
		{ &baton_command_lindex, baton_derive_lindex, FROM(LIST) },
		{ &baton_command_lrange, baton_derive_lrange, FROM(LIST) },
		{ &baton_command_lLen, baton_derive_count, FROM(LIST) },
		{ &baton_command_scard, baton_derive_count, FROM(SET) },
		{ &baton_command_sMisMember, baton_derive_smismember, FROM(SET) },
		{ &baton_command_sDiff, baton_derive_sdiff, FROM(SET) },
		{ &baton_command_sInter, baton_derive_sinter, FROM(SET) },
		{ &baton_command_sUnion, baton_derive_sunion, FROM(SET) },
		{ &baton_command_sintercard, baton_derive_sintercard, FROM(SET) },
		{ &baton_command_sRandMember, baton_derive_srandmember, FROM(SET) },
		{ &baton_command_zScore, baton_derive_zscore, FROM(SCORES) },
		{ &baton_command_zMscore, baton_derive_zmscore, FROM(SCORES) },
		{ &baton_command_zCard, baton_derive_count, FROM_RANKS },
		{ &baton_command_zRank, baton_derive_zrank, FROM_RANKS },
		{ &baton_command_zRevRank, baton_derive_zrevrank, FROM_RANKS },
		{ &baton_command_zCount, baton_derive_zcount, FROM(SCORES) },
		{ &baton_command_zRange, baton_derive_zrange, FROM_RANKS },
		{ &baton_command_zRevRange, baton_derive_zrevrange, FROM_RANKS },
		{ &baton_command_zRangeByScore, baton_derive_zrangebyscore, FROM(SCORES) },
		{ &baton_command_zRevRangeByScore, baton_derive_zrevrangebyscore, FROM(SCORES) },
		{ &baton_command_strlen, baton_derive_strlen, FROM(STRING) },
		{ &baton_command_getRange, baton_derive_getrange, FROM(STRING) },
		{ &baton_command_getBit, baton_derive_getbit, FROM(STRING) },
		{ &baton_command_type, baton_derive_type, FROM_ANY },
	};
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		if (rules[i].command == command) {
			return &rules[i];
		}
	}
	return NULL;
}

bool baton_cached_derived(const baton_call *call, bc_worker *worker, zval *to)
{
	const rule *rule = rule_of(call->command);
	zval all[BATON_CACHED_KEYS];
	baton_derived derived = { .call = call, .of = all, .count = call->arguments.key_count };
	bool done = false, held;

	if (rule == NULL || derived.count > BATON_CACHED_KEYS) {
		return false;
	}
	held = baton_cache_hold(worker);
	for (derived.kind = 0; derived.kind < BATON_DERIVED_KINDS && !done; derived.kind++) {
		derived.lends = BATON_DERIVED_UNASKED;
		done = (rule->from & (1u << derived.kind)) && find_all(call, worker, derived.kind, all) && rule->derive(&derived, to);
	}
	baton_cache_let_go(worker, held);
	return done;
}

/* ---- What can be derived from any ---- */

/* A key without a value has no type, and is read by all commands as an empty one of theirs. */
static bool is_nothing(const baton_derived *derived)
{
	return derived->kind == BATON_DERIVED_STRING ? Z_TYPE(derived->of[0]) == IS_NULL : zend_hash_num_elements(Z_ARRVAL(derived->of[0])) == 0;
}

bool baton_derive_exists(baton_derived *derived, zval *to)
{
	if (derived->count != 1) {
		return false;
	}
	ZVAL_LONG(to, !is_nothing(derived));
	return true;
}

bool baton_derive_type(baton_derived *derived, zval *to)
{
	/* The numbers of Baton\Redis::REDIS_STRING and so on. */
	static const zend_long types[BATON_DERIVED_KINDS] = { 1, 5, 2, 3, 4, 4 };
	baton_tell_type_number(derived->call->redis, is_nothing(derived) ? 0 : types[derived->kind], to);
	return true;
}

bool baton_derive_count(baton_derived *derived, zval *to)
{
	/* Members that are one to PHP make one element of a map. */
	if (derived->kind == BATON_DERIVED_SCORES && !baton_derived_is_raw(derived)) {
		return false;
	}
	ZVAL_LONG(to, zend_hash_num_elements(Z_ARRVAL(derived->of[0])));
	return true;
}

/* ---- What they share ---- */

bool baton_derived_number(const baton_derived *derived, uint32_t index, zend_long *number)
{
	int64_t integer;
	if (!bc_integer(baton_derived_word(derived, index), &integer)) {
		return false;
	}
	*number = (zend_long) integer;
	return true;
}

/* Whether there is anything in a value that can be overwritten. */
static bool lies_in_memory(const zval *part)
{
	switch (Z_TYPE_P(part)) {
		case IS_STRING:
		case BATON_ENCODING_OBJECT:
		case BATON_ENCODING_ARRAY_WITH_OBJECTS:
			return true;
		default:
			return Z_TYPE_P(part) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(part)) > 0;
	}
}

bool baton_derived_lends(baton_derived *derived)
{
	if (derived->lends == BATON_DERIVED_UNASKED) {
		derived->lends = BATON_DERIVED_LENT;
		for (uint32_t i = 0; i < derived->count && derived->lends == BATON_DERIVED_LENT; i++) {
			const char *encoded = Z_PTR(derived->of[i]);
			if (lies_in_memory(&derived->of[i]) && !bc_is_borrowed(BATON_CACHE_G(worker), encoded) &&
					!baton_cache_borrow(BATON_CACHE_G(worker), encoded, 0)) {
				derived->lends = BATON_DERIVED_COPIED;
			}
		}
	}
	return derived->lends == BATON_DERIVED_LENT;
}

static void take(baton_derived *derived, const zval *part, zval *to, bool lends)
{
	ZVAL_COPY_VALUE(to, part);
	baton_encoding_own(to, lends && lies_in_memory(part) && baton_derived_lends(derived));
}

void baton_derived_give(baton_derived *derived, const zval *part, zval *to)
{
	take(derived, part, to, baton_is_lent(Z_TYPE_P(part) == IS_STRING ? BATON_ENCODING_STRING : BATON_ENCODING_ARRAY));
}

/* What an array holds is lent where arrays are. */
void baton_derived_add(baton_derived *derived, const zval *part, zval *list)
{
	zval element;
	take(derived, part, &element, baton_is_lent(BATON_ENCODING_ARRAY));
	zend_hash_next_index_insert_new(Z_ARRVAL_P(list), &element);
}

void baton_derived_add_name(baton_derived *derived, zend_string *name, zend_ulong number, zval *list)
{
	zval part;
	if (name) {
		ZVAL_INTERNED_STR(&part, name);
		baton_derived_add(derived, &part, list);
	} else {
		ZVAL_STR(&part, zend_long_to_str((zend_long) number));
		zend_hash_next_index_insert_new(Z_ARRVAL_P(list), &part);
	}
}

baton_element baton_derived_element(const zend_array *array, uint32_t place)
{
	if (HT_IS_PACKED(array)) {
#if PHP_VERSION_ID >= 80200
		return (baton_element) { NULL, place, &array->arPacked[place] };
#else
		return (baton_element) { NULL, place, &array->arData[place].val };
#endif
	}
	const Bucket *bucket = &array->arData[place];
	return (baton_element) { bucket->key, bucket->h, &bucket->val };
}
