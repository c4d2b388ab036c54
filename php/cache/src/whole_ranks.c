/* What a whole sorted set says of its members, their scores and ranks; whole.h. */
#include "whole.h"

#include "replies.h"

/* Members are names of PHP's array where scores are kept: only raw ones come back from it as they were. */
static bool is_exact(const baton_whole *whole)
{
	return whole->kind == BATON_WHOLE_MEMBERS || baton_whole_is_raw(whole);
}

static const zend_array *ranks(const baton_whole *whole)
{
	return Z_ARRVAL(whole->of[0]);
}

/* ---- Scores and ranks ---- */

static void tell_score(const baton_whole *whole, bc_bytes member, zval *to)
{
	const zval *score = zend_symtable_str_find((zend_array *) ranks(whole), member.bytes, member.len);
	if (score) {
		ZVAL_COPY_VALUE(to, score);
	} else {
		baton_nil(whole->call->redis, to);
	}
}

bool baton_tell_zscore(baton_whole *whole, zval *to)
{
	if (!baton_whole_is_raw(whole)) {
		return false;
	}
	tell_score(whole, baton_whole_word(whole, 2), to);
	return true;
}

bool baton_tell_zmscore(baton_whole *whole, zval *to)
{
	uint32_t members = whole->call->arguments.count - 2;
	if (!baton_whole_is_raw(whole)) {
		return false;
	}
	array_init_size(to, members);
	for (uint32_t i = 0; i < members; i++) {
		zval score;
		tell_score(whole, baton_whole_word(whole, 2 + i), &score);
		zend_hash_next_index_insert_new(Z_ARRVAL_P(to), &score);
	}
	return true;
}

static bool is_member(const baton_whole *whole, uint32_t place, bc_bytes member)
{
	baton_element element = baton_whole_element(ranks(whole), place);
	char text[MAX_LENGTH_OF_LONG + 1];
	bc_bytes name;
	if (whole->kind == BATON_WHOLE_MEMBERS) {
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

static bool tell_rank(baton_whole *whole, bool reversed, zval *to)
{
	uint32_t count = zend_hash_num_elements(ranks(whole));
	/* Its score as well, where newer servers are asked for that. */
	if (!baton_whole_is_raw(whole) || whole->call->arguments.count != 3 || count > BATON_WHOLE_SCAN) {
		return false;
	}
	baton_nil(whole->call->redis, to);
	for (uint32_t place = 0; place < count; place++) {
		if (is_member(whole, place, baton_whole_word(whole, 2))) {
			ZVAL_LONG(to, reversed ? count - 1 - place : place);
			break;
		}
	}
	return true;
}

bool baton_tell_zrank(baton_whole *whole, zval *to)
{
	return tell_rank(whole, false, to);
}

bool baton_tell_zrevrank(baton_whole *whole, zval *to)
{
	return tell_rank(whole, true, to);
}

/* ---- Ranges ---- */

static void add_with_score(baton_whole *whole, const baton_element *element, zval *to)
{
	if (element->name == NULL) {
		zend_hash_index_add_new(Z_ARRVAL_P(to), element->number, (zval *) element->value);
	} else if (baton_is_lent(BATON_IMAGE_ARRAY) && baton_whole_lends(whole)) {
		zend_hash_add_new(Z_ARRVAL_P(to), element->name, (zval *) element->value);
	} else {
		zend_hash_str_add_new(Z_ARRVAL_P(to), ZSTR_VAL(element->name), ZSTR_LEN(element->name), (zval *) element->value);
	}
}

static void tell_slice(baton_whole *whole, baton_slice slice, bool reversed, bool scores, zval *to)
{
	uint32_t length = zend_hash_num_elements(ranks(whole));
	array_init_size(to, slice.count);
	for (uint32_t i = 0; i < slice.count; i++) {
		uint32_t place = reversed ? length - 1 - slice.first - i : slice.first + i;
		baton_element element = baton_whole_element(ranks(whole), place);
		if (scores) {
			add_with_score(whole, &element, to);
		} else if (whole->kind == BATON_WHOLE_MEMBERS) {
			baton_whole_add(whole, element.value, to);
		} else {
			baton_whole_add_name(whole, element.name, element.number, to);
		}
	}
}

static bool is_word(const baton_whole *whole, uint32_t index, const char *text)
{
	bc_bytes word = baton_whole_word(whole, index);
	return word.len == strlen(text) && memcmp(word.bytes, text, word.len) == 0;
}

static bool tell_range(baton_whole *whole, bool reversed, zval *to)
{
	uint32_t words = whole->call->arguments.count;
	bool scores = words == 5 && is_word(whole, 4, "WITHSCORES");
	zend_long first, last;
	/* What has other options is no range of ranks. */
	if (!is_exact(whole) || words != 4u + scores || (scores && whole->kind == BATON_WHOLE_MEMBERS) || !baton_whole_number(whole, 2, &first) ||
			!baton_whole_number(whole, 3, &last)) {
		return false;
	}
	tell_slice(whole, baton_whole_slice(zend_hash_num_elements(ranks(whole)), first, last), reversed, scores, to);
	return true;
}

bool baton_tell_zrange(baton_whole *whole, zval *to)
{
	return tell_range(whole, false, to);
}

bool baton_tell_zrevrange(baton_whole *whole, zval *to)
{
	return tell_range(whole, true, to);
}

/* ---- Ranges of scores ---- */

typedef struct {
	double score;
	bool excluded;
} bound;

/* As the server reads it: a number, or "(" before it where it does not belong to the range itself. */
static bool read_bound(const baton_whole *whole, uint32_t index, bound *bound)
{
	bc_bytes word = baton_whole_word(whole, index);
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
static baton_slice between(const zend_array *ranks, bound min, bound max)
{
	baton_slice slice = {0};
	for (uint32_t place = 0, count = zend_hash_num_elements(ranks); place < count; place++) {
		double score = Z_DVAL_P(baton_whole_element(ranks, place).value);
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

static bool find_between(const baton_whole *whole, uint32_t min_index, uint32_t max_index, baton_slice *slice)
{
	bound min, max;
	if (!baton_whole_is_raw(whole) || zend_hash_num_elements(ranks(whole)) > BATON_WHOLE_SCAN || !read_bound(whole, min_index, &min) ||
			!read_bound(whole, max_index, &max)) {
		return false;
	}
	*slice = between(ranks(whole), min, max);
	return true;
}

bool baton_tell_zcount(baton_whole *whole, zval *to)
{
	baton_slice slice;
	if (!find_between(whole, 2, 3, &slice)) {
		return false;
	}
	ZVAL_LONG(to, slice.count);
	return true;
}

/* LIMIT offset count, where a negative count is all; and WITHSCORES behind it. False for anything else. */
static bool read_options(const baton_whole *whole, baton_slice *slice, bool *scores)
{
	uint32_t words = whole->call->arguments.count, at = 4;
	if (words >= at + 3 && is_word(whole, at, "LIMIT")) {
		zend_long offset, count;
		if (!baton_whole_number(whole, at + 1, &offset) || !baton_whole_number(whole, at + 2, &count) || offset < 0) {
			return false;
		}
		offset = MIN(offset, (zend_long) slice->count);
		slice->first += (uint32_t) offset;
		slice->count -= (uint32_t) offset;
		slice->count = count < 0 ? slice->count : (uint32_t) MIN(count, (zend_long) slice->count);
		at += 3;
	}
	*scores = words == at + 1 && is_word(whole, at, "WITHSCORES");
	return words == at + *scores;
}

static bool tell_between(baton_whole *whole, bool reversed, zval *to)
{
	baton_slice slice;
	bool scores;
	if (!find_between(whole, reversed ? 3 : 2, reversed ? 2 : 3, &slice)) {
		return false;
	}
	if (reversed) { /* counted from the end */
		slice.first = zend_hash_num_elements(ranks(whole)) - slice.first - slice.count;
	}
	if (!read_options(whole, &slice, &scores)) {
		return false;
	}
	tell_slice(whole, slice, reversed, scores, to);
	return true;
}

bool baton_tell_zrangebyscore(baton_whole *whole, zval *to)
{
	return tell_between(whole, false, to);
}

bool baton_tell_zrevrangebyscore(baton_whole *whole, zval *to)
{
	return tell_between(whole, true, to);
}
