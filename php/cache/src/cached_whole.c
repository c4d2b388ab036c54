/* Commands that ask for a part of what is kept as a whole; whole.h. */
#include "whole.h"

#include "commands.h"
#include "kept_reply.h"
#include "replies.h"

/* ---- What is kept as a whole ---- */

/* The commands that bring one, with their key as the second word. */
static const struct {
	baton_reply reply;
	uint32_t count;
	bc_bytes words[5];
} wholes[BATON_WHOLES] = {
#define WORD(text) { text, sizeof(text) - 1 }
	[BATON_WHOLE_HASH] = { baton_reply_map_values, 2, { WORD("HGETALL") } },
	[BATON_WHOLE_SET] = { baton_reply_values, 2, { WORD("SMEMBERS") } },
	[BATON_WHOLE_LIST] = { baton_reply_values, 4, { WORD("LRANGE"), {0}, WORD("0"), WORD("-1") } },
	[BATON_WHOLE_SCORES] = { baton_reply_map_scores, 5, { WORD("ZRANGE"), {0}, WORD("0"), WORD("-1"), WORD("WITHSCORES") } },
	[BATON_WHOLE_MEMBERS] = { baton_reply_values, 4, { WORD("ZRANGE"), {0}, WORD("0"), WORD("-1") } },
#undef WORD
};

/* Under a pin. */
static bool find_string(const baton_call *call, bc_worker *worker, bc_bytes key, zval *whole)
{
	baton_stored stored = baton_cached_stored(call->redis, worker, key, whole);
	if (stored == BATON_NOTHING_STORED) {
		ZVAL_NULL(whole);
	}
	return stored != BATON_STORED_UNKNOWN;
}

static bool find(const baton_call *call, bc_worker *worker, baton_whole_kind kind, bc_bytes key, zval *whole)
{
	static const uint32_t second = 1;
	baton_kept_reply kept;
	bc_found found;
	zend_array *elements;
	bc_bytes words[5];
	baton_question question = { wholes[kind].reply, 0, words, wholes[kind].count, &second, 1 };

	if (kind == BATON_WHOLE_STRING) {
		return find_string(call, worker, key, whole);
	}
	memcpy(words, wholes[kind].words, sizeof(words));
	words[1] = key;
	if (!baton_kept_place(&kept, call->redis, worker, &question) || !baton_kept_find(&kept, worker, &found) ||
			!baton_image_is_known(&found, found.tag)) {
		return false;
	}
	if (found.tag == BATON_IMAGE_SCALAR) { /* an array without elements is one of these */
		ZVAL_COPY_VALUE(whole, (const zval *) found.value);
		return Z_TYPE_P(whole) == IS_ARRAY;
	}
	elements = baton_image_elements(found.tag, found.value);
	ZVAL_ARR(whole, elements);
	return elements != NULL;
}

static bool find_all(const baton_call *call, bc_worker *worker, baton_whole_kind kind, zval *all)
{
	const baton_arguments *arguments = &call->arguments;
	for (uint32_t i = 0; i < arguments->key_count; i++) {
		if (!find(call, worker, kind, arguments->list[arguments->keys[i]], &all[i])) {
			return false;
		}
	}
	return true;
}

/* ---- Which command is told from which ---- */

#define FROM(kind) (1u << BATON_WHOLE_##kind)
#define FROM_RANKS (FROM(SCORES) | FROM(MEMBERS))
#define FROM_ANY ((1u << BATON_WHOLES) - 1)

typedef struct {
	const baton_command *command;
	baton_tell tell;
	unsigned from;
} teller;

static const teller *teller_of(const baton_command *command)
{
	static const teller tellers[] = {
		{ &baton_command_hGet, baton_tell_hget, FROM(HASH) },
		{ &baton_command_hMget, baton_tell_hmget, FROM(HASH) },
		{ &baton_command_hExists, baton_tell_hexists, FROM(HASH) },
		{ &baton_command_sismember, baton_tell_sismember, FROM(SET) },
		{ &baton_command_exists, baton_tell_exists, FROM_ANY },
		{ &baton_command_hLen, baton_tell_count, FROM(HASH) },
		{ &baton_command_hKeys, baton_tell_hkeys, FROM(HASH) },
		{ &baton_command_hVals, baton_tell_hvals, FROM(HASH) },
		{ &baton_command_hStrLen, baton_tell_hstrlen, FROM(HASH) },
		{ &baton_command_hRandField, baton_tell_hrandfield, FROM(HASH) },
		{ &baton_command_lindex, baton_tell_lindex, FROM(LIST) },
		{ &baton_command_lrange, baton_tell_lrange, FROM(LIST) },
		{ &baton_command_lLen, baton_tell_count, FROM(LIST) },
		{ &baton_command_scard, baton_tell_count, FROM(SET) },
		{ &baton_command_sMisMember, baton_tell_smismember, FROM(SET) },
		{ &baton_command_sDiff, baton_tell_sdiff, FROM(SET) },
		{ &baton_command_sInter, baton_tell_sinter, FROM(SET) },
		{ &baton_command_sUnion, baton_tell_sunion, FROM(SET) },
		{ &baton_command_sintercard, baton_tell_sintercard, FROM(SET) },
		{ &baton_command_sRandMember, baton_tell_srandmember, FROM(SET) },
		{ &baton_command_zScore, baton_tell_zscore, FROM(SCORES) },
		{ &baton_command_zMscore, baton_tell_zmscore, FROM(SCORES) },
		{ &baton_command_zCard, baton_tell_count, FROM_RANKS },
		{ &baton_command_zRank, baton_tell_zrank, FROM_RANKS },
		{ &baton_command_zRevRank, baton_tell_zrevrank, FROM_RANKS },
		{ &baton_command_zCount, baton_tell_zcount, FROM(SCORES) },
		{ &baton_command_zRange, baton_tell_zrange, FROM_RANKS },
		{ &baton_command_zRevRange, baton_tell_zrevrange, FROM_RANKS },
		{ &baton_command_zRangeByScore, baton_tell_zrangebyscore, FROM(SCORES) },
		{ &baton_command_zRevRangeByScore, baton_tell_zrevrangebyscore, FROM(SCORES) },
		{ &baton_command_strlen, baton_tell_strlen, FROM(STRING) },
		{ &baton_command_getRange, baton_tell_getrange, FROM(STRING) },
		{ &baton_command_getBit, baton_tell_getbit, FROM(STRING) },
		{ &baton_command_type, baton_tell_type, FROM_ANY },
	};
	for (size_t i = 0; i < sizeof(tellers) / sizeof(*tellers); i++) {
		if (tellers[i].command == command) {
			return &tellers[i];
		}
	}
	return NULL;
}

bool baton_cached_whole(const baton_call *call, bc_worker *worker, zval *to)
{
	const teller *teller = teller_of(call->command);
	zval all[BATON_KEPT_KEYS];
	baton_whole whole = { .call = call, .of = all, .count = call->arguments.key_count };
	bool told = false, held;

	if (teller == NULL || whole.count > BATON_KEPT_KEYS) {
		return false;
	}
	held = baton_cache_hold(worker);
	for (whole.kind = 0; whole.kind < BATON_WHOLES && !told; whole.kind++) {
		whole.lends = BATON_WHOLE_UNASKED;
		told = (teller->from & (1u << whole.kind)) && find_all(call, worker, whole.kind, all) && teller->tell(&whole, to);
	}
	baton_cache_let_go(worker, held);
	return told;
}

/* ---- What can be told of any ---- */

/* A key without a value has no type, and is read by all commands as an empty one of theirs. */
static bool is_nothing(const baton_whole *whole)
{
	return whole->kind == BATON_WHOLE_STRING ? Z_TYPE(whole->of[0]) == IS_NULL : zend_hash_num_elements(Z_ARRVAL(whole->of[0])) == 0;
}

bool baton_tell_exists(baton_whole *whole, zval *to)
{
	if (whole->count != 1) {
		return false;
	}
	ZVAL_LONG(to, !is_nothing(whole));
	return true;
}

bool baton_tell_type(baton_whole *whole, zval *to)
{
	/* The numbers of Baton\Redis::REDIS_STRING and so on. */
	static const zend_long types[BATON_WHOLES] = { 1, 5, 2, 3, 4, 4 };
	baton_tell_type_number(whole->call->redis, is_nothing(whole) ? 0 : types[whole->kind], to);
	return true;
}

bool baton_tell_count(baton_whole *whole, zval *to)
{
	/* Members that are one to PHP make one element of a map. */
	if (whole->kind == BATON_WHOLE_SCORES && !baton_whole_is_raw(whole)) {
		return false;
	}
	ZVAL_LONG(to, zend_hash_num_elements(Z_ARRVAL(whole->of[0])));
	return true;
}

/* ---- What they share ---- */

bool baton_whole_number(const baton_whole *whole, uint32_t index, zend_long *number)
{
	bc_bytes word = baton_whole_word(whole, index);
	char text[MAX_LENGTH_OF_LONG];
	zend_ulong read;
	if (word.len >= sizeof(text)) {
		return false;
	}
	memcpy(text, word.bytes, word.len);
	text[word.len] = '\0';
	/* The way PHP writes integers is the only one that the server reads. */
	if (!ZEND_HANDLE_NUMERIC_STR(text, word.len, read)) {
		return false;
	}
	*number = (zend_long) read;
	return true;
}

/* Whether there is anything in a value that can be overwritten. */
static bool lies_in_memory(const zval *part)
{
	switch (Z_TYPE_P(part)) {
		case IS_STRING:
		case BATON_IMAGE_OBJECT:
		case BATON_IMAGE_ARRAY_WITH_OBJECTS:
			return true;
		default:
			return Z_TYPE_P(part) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(part)) > 0;
	}
}

bool baton_whole_lends(baton_whole *whole)
{
	if (whole->lends == BATON_WHOLE_UNASKED) {
		whole->lends = BATON_WHOLE_LENT;
		for (uint32_t i = 0; i < whole->count && whole->lends == BATON_WHOLE_LENT; i++) {
			const char *image = Z_PTR(whole->of[i]);
			if (lies_in_memory(&whole->of[i]) && !bc_is_borrowed(BATON_CACHE_G(worker), image) &&
					!baton_cache_borrow(BATON_CACHE_G(worker), image, 0)) {
				whole->lends = BATON_WHOLE_COPIED;
			}
		}
	}
	return whole->lends == BATON_WHOLE_LENT;
}

static void take(baton_whole *whole, const zval *part, zval *to, bool lends)
{
	ZVAL_COPY_VALUE(to, part);
	baton_image_own(to, lends && lies_in_memory(part) && baton_whole_lends(whole));
}

void baton_whole_give(baton_whole *whole, const zval *part, zval *to)
{
	take(whole, part, to, baton_is_lent(Z_TYPE_P(part) == IS_STRING ? BATON_IMAGE_STRING : BATON_IMAGE_ARRAY));
}

/* What an array holds is lent where arrays are. */
void baton_whole_add(baton_whole *whole, const zval *part, zval *list)
{
	zval element;
	take(whole, part, &element, baton_is_lent(BATON_IMAGE_ARRAY));
	zend_hash_next_index_insert_new(Z_ARRVAL_P(list), &element);
}

void baton_whole_add_name(baton_whole *whole, zend_string *name, zend_ulong number, zval *list)
{
	zval part;
	if (name) {
		ZVAL_INTERNED_STR(&part, name);
		baton_whole_add(whole, &part, list);
	} else {
		ZVAL_STR(&part, zend_long_to_str((zend_long) number));
		zend_hash_next_index_insert_new(Z_ARRVAL_P(list), &part);
	}
}

baton_slice baton_whole_slice(uint32_t length, zend_long first, zend_long last)
{
	zend_long from = first < 0 ? first + length : first, to = last < 0 ? last + length : last;
	from = MAX(from, 0);
	to = MIN(to, (zend_long) length - 1);
	return from > to ? (baton_slice) {0} : (baton_slice) { (uint32_t) from, (uint32_t) (to - from + 1) };
}

baton_element baton_whole_element(const zend_array *array, uint32_t place)
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
