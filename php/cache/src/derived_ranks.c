/* Answers about scores and ranks, derived from a cached ZRANGE 0 -1; derived.h. */
#include "derived.h"

#include "replies.h"

/* Members are names of PHP's array where scores are kept: only raw ones come back from it as they were. */
static bool is_exact(const baton_derived *derived)
{
	return derived->kind == BATON_DERIVED_MEMBERS || baton_derived_is_raw(derived);
}

static const zend_array *ranks(const baton_derived *derived)
{
	return Z_ARRVAL(derived->of[0]);
}

/* ---- Scores and ranks ---- */

static void derive_score(const baton_derived *derived, bc_bytes member, zval *to)
{
	const zval *score = zend_symtable_str_find((zend_array *) ranks(derived), member.bytes, member.len);
	if (score) {
		ZVAL_COPY_VALUE(to, score);
	} else {
		baton_nil(derived->call->redis, to);
	}
}

bool baton_derive_zscore(baton_derived *derived, zval *to)
{
	if (!baton_derived_is_raw(derived)) {
		return false;
	}
	derive_score(derived, baton_derived_word(derived, 2), to);
	return true;
}

bool baton_derive_zmscore(baton_derived *derived, zval *to)
{
	uint32_t members = derived->call->arguments.count - 2;
	if (!baton_derived_is_raw(derived)) {
		return false;
	}
	array_init_size(to, members);
	for (uint32_t i = 0; i < members; i++) {
		zval score;
		derive_score(derived, baton_derived_word(derived, 2 + i), &score);
		zend_hash_next_index_insert_new(Z_ARRVAL_P(to), &score);
	}
	return true;
}

static bool is_member(const baton_derived *derived, uint32_t place, bc_bytes member)
{
	baton_element element = baton_derived_element(ranks(derived), place);
	char text[MAX_LENGTH_OF_LONG + 1];
	bc_bytes name;
	if (derived->kind == BATON_DERIVED_MEMBERS) {
		name = (bc_bytes) { Z_STRVAL_P(element.value), Z_STRLEN_P(element.value) };
	} else if (element.name) {
		name = (bc_bytes) { ZSTR_VAL(element.name), ZSTR_LEN(element.name) };
	} else {
		char *end = text + sizeof(text) - 1;
		char *begin = zend_print_long_to_buf(end, (zend_long) element.number);
		name = (bc_bytes) { begin, (size_t) (end - begin) };
	}
	return name.len == member.len && memcmp(name.bytes, member.bytes, name.len) == 0;
}

static bool derive_rank(baton_derived *derived, bool reversed, zval *to)
{
	uint32_t count = zend_hash_num_elements(ranks(derived));
	/* Its score as well, where newer servers are asked for that. */
	if (!baton_derived_is_raw(derived) || derived->call->arguments.count != 3 || count > BATON_DERIVED_SCAN) {
		return false;
	}
	baton_nil(derived->call->redis, to);
	for (uint32_t place = 0; place < count; place++) {
		if (is_member(derived, place, baton_derived_word(derived, 2))) {
			ZVAL_LONG(to, reversed ? count - 1 - place : place);
			break;
		}
	}
	return true;
}

bool baton_derive_zrank(baton_derived *derived, zval *to)
{
	return derive_rank(derived, false, to);
}

bool baton_derive_zrevrank(baton_derived *derived, zval *to)
{
	return derive_rank(derived, true, to);
}

/* ---- Ranges ---- */

static void add_with_score(baton_derived *derived, const baton_element *element, zval *to)
{
	if (element->name == NULL) {
		zend_hash_index_add_new(Z_ARRVAL_P(to), element->number, (zval *) element->value);
	} else if (baton_is_lent(BATON_ENCODING_ARRAY) && baton_derived_lends(derived)) {
		zend_hash_add_new(Z_ARRVAL_P(to), element->name, (zval *) element->value);
	} else {
		zend_hash_str_add_new(Z_ARRVAL_P(to), ZSTR_VAL(element->name), ZSTR_LEN(element->name), (zval *) element->value);
	}
}

static void derive_slice(baton_derived *derived, bc_slice slice, bool reversed, bool scores, zval *to)
{
	uint32_t length = zend_hash_num_elements(ranks(derived));
	array_init_size(to, slice.count);
	for (uint32_t i = 0; i < slice.count; i++) {
		uint32_t place = reversed ? length - 1 - slice.first - i : slice.first + i;
		baton_element element = baton_derived_element(ranks(derived), place);
		if (scores) {
			add_with_score(derived, &element, to);
		} else if (derived->kind == BATON_DERIVED_MEMBERS) {
			baton_derived_add(derived, element.value, to);
		} else {
			baton_derived_add_name(derived, element.name, element.number, to);
		}
	}
}

static bool is_word(const baton_derived *derived, uint32_t index, const char *text)
{
	bc_bytes word = baton_derived_word(derived, index);
	return word.len == strlen(text) && memcmp(word.bytes, text, word.len) == 0;
}

static bool derive_range(baton_derived *derived, bool reversed, zval *to)
{
	uint32_t words = derived->call->arguments.count;
	bool scores = words == 5 && is_word(derived, 4, "WITHSCORES");
	zend_long first, last;
	/* What has other options is no range of ranks. */
	if (!is_exact(derived) || words != 4u + scores || (scores && derived->kind == BATON_DERIVED_MEMBERS) || !baton_derived_number(derived, 2, &first) ||
			!baton_derived_number(derived, 3, &last)) {
		return false;
	}
	derive_slice(derived, bc_slice_of(zend_hash_num_elements(ranks(derived)), first, last), reversed, scores, to);
	return true;
}

bool baton_derive_zrange(baton_derived *derived, zval *to)
{
	return derive_range(derived, false, to);
}

bool baton_derive_zrevrange(baton_derived *derived, zval *to)
{
	return derive_range(derived, true, to);
}

/* ---- Ranges of scores ---- */

typedef struct {
	double score;
	bool excluded;
} bound;

/* As the server reads it: a number, or "(" before it where it does not belong to the range itself. */
static bool read_bound(const baton_derived *derived, uint32_t index, bound *bound)
{
	bc_bytes word = baton_derived_word(derived, index);
	char text[64];
	const char *number = text, *end;
	if (word.len == 0 || word.len >= sizeof(text)) {
		return false;
	}
	memcpy(text, word.bytes, word.len);
	text[word.len] = '\0';
	bound->excluded = text[0] == '(';
	number += bound->excluded;
	bound->score = baton_score_of(number, &end);
	return end == text + word.len && end > number && !zend_isnan(bound->score);
}

/* Scores ascend: the range is a piece of the ranks. */
static bc_slice between(const zend_array *ranks, bound min, bound max)
{
	bc_slice slice = {0};
	for (uint32_t place = 0, count = zend_hash_num_elements(ranks); place < count; place++) {
		double score = Z_DVAL_P(baton_derived_element(ranks, place).value);
		if (score > max.score || (score == max.score && max.excluded)) {
			break;
		}
		if (score > min.score || (score == min.score && !min.excluded)) {
			slice.count++;
		} else {
			slice.first = place + 1;
		}
	}
	return slice;
}

static bool find_between(const baton_derived *derived, uint32_t min_index, uint32_t max_index, bc_slice *slice)
{
	bound min, max;
	if (!baton_derived_is_raw(derived) || zend_hash_num_elements(ranks(derived)) > BATON_DERIVED_SCAN || !read_bound(derived, min_index, &min) ||
			!read_bound(derived, max_index, &max)) {
		return false;
	}
	*slice = between(ranks(derived), min, max);
	return true;
}

bool baton_derive_zcount(baton_derived *derived, zval *to)
{
	bc_slice slice;
	if (!find_between(derived, 2, 3, &slice)) {
		return false;
	}
	ZVAL_LONG(to, slice.count);
	return true;
}

/* LIMIT offset count, where a negative count is all; and WITHSCORES behind it. False for anything else. */
static bool read_options(const baton_derived *derived, bc_slice *slice, bool *scores)
{
	uint32_t words = derived->call->arguments.count, at = 4;
	if (words >= at + 3 && is_word(derived, at, "LIMIT")) {
		zend_long offset, count;
		if (!baton_derived_number(derived, at + 1, &offset) || !baton_derived_number(derived, at + 2, &count) || offset < 0) {
			return false;
		}
		offset = MIN(offset, (zend_long) slice->count);
		slice->first += (uint32_t) offset;
		slice->count -= (uint32_t) offset;
		slice->count = count < 0 ? slice->count : (uint32_t) MIN(count, (zend_long) slice->count);
		at += 3;
	}
	*scores = words == at + 1 && is_word(derived, at, "WITHSCORES");
	return words == at + *scores;
}

static bool derive_between(baton_derived *derived, bool reversed, zval *to)
{
	bc_slice slice;
	bool scores;
	if (!find_between(derived, reversed ? 3 : 2, reversed ? 2 : 3, &slice)) {
		return false;
	}
	if (reversed) { /* counted from the end */
		slice.first = zend_hash_num_elements(ranks(derived)) - slice.first - slice.count;
	}
	if (!read_options(derived, &slice, &scores)) {
		return false;
	}
	derive_slice(derived, slice, reversed, scores, to);
	return true;
}

bool baton_derive_zrangebyscore(baton_derived *derived, zval *to)
{
	return derive_between(derived, false, to);
}

bool baton_derive_zrevrangebyscore(baton_derived *derived, zval *to)
{
	return derive_between(derived, true, to);
}
