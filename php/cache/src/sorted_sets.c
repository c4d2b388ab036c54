/* Commands on sorted sets that have options: adding, and what is made of several. */
#include "commands.h"

/* What the options of ZADD ask for; NULL for nothing. */
typedef struct {
	zend_string *condition, *comparison;
	bool changed, increment;
} zadd_options;

static void read_zadd_options(zadd_options *options, zend_array *from)
{
	zval *word;
	ZEND_HASH_FOREACH_VAL(from, word) {
		ZVAL_DEREF(word);
		if (BATON_ZVAL_IS(word, "NX") || BATON_ZVAL_IS(word, "XX")) {
			options->condition = Z_STR_P(word);
		} else if (BATON_ZVAL_IS(word, "LT") || BATON_ZVAL_IS(word, "GT")) {
			options->comparison = Z_STR_P(word);
		} else if (BATON_ZVAL_IS(word, "CH")) {
			options->changed = true;
		} else if (BATON_ZVAL_IS(word, "INCR")) {
			options->increment = true;
		}
	} ZEND_HASH_FOREACH_END();
}

bool baton_build_zadd(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key;
	zval *values;
	int count, at = 0;
	zadd_options options = {0};
	ZEND_PARSE_PARAMETERS_START(3, -1)
		BATON_PARAM_STR(key)
		Z_PARAM_VARIADIC('+', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (count % 2 != 0) {
		if (Z_TYPE(values[0]) != IS_ARRAY) {
			return false;
		}
		read_zadd_options(&options, Z_ARRVAL(values[at++]));
		if (options.increment && count != 3) {
			return false;
		}
	}
	baton_arguments *arguments = &call->arguments;
	baton_add_key(call, key);
	if (options.condition) {
		baton_add_string(arguments, options.condition);
	}
	if (options.comparison) {
		baton_add_string(arguments, options.comparison);
	}
	if (options.changed) {
		BATON_ADD_LITERAL(arguments, "CH");
	}
	if (options.increment) {
		BATON_ADD_LITERAL(arguments, "INCR");
		call->reply = baton_reply_float;
	}
	for (; at < count; at += 2) {
		if (!baton_add_score(arguments, &values[at])) {
			return false;
		}
		baton_add_value(call, &values[at + 1]);
	}
	return true;
}

bool baton_build_zrandmember(baton_call *call, zend_execute_data *execute_data)
{
	return baton_build_random(call, execute_data, "WITHSCORES", baton_reply_map_scores);
}

static bool is_aggregate(const zval *value)
{
	return BATON_ZVAL_IS(value, "SUM") || BATON_ZVAL_IS(value, "MIN") || BATON_ZVAL_IS(value, "MAX");
}

/* WITHSCORES and AGGREGATE of an array of options, each on its own or as a key. */
static void add_combine_options(baton_call *call, zend_array *options, bool aggregates)
{
	zend_string *name, *aggregate = NULL;
	zval *value;
	bool scores = false;
	ZEND_HASH_FOREACH_STR_KEY_VAL(options, name, value) {
		ZVAL_DEREF(value);
		if (name ? BATON_IS(name, "WITHSCORES") : BATON_ZVAL_IS(value, "WITHSCORES")) {
			scores = zend_is_true(value);
		} else if (aggregates && name && BATON_IS(name, "AGGREGATE") && Z_TYPE_P(value) == IS_STRING) {
			if (is_aggregate(value)) {
				aggregate = Z_STR_P(value);
			} else {
				php_error_docref(NULL, E_WARNING, "Valid AGGREGATE options are 'SUM', 'MIN', or 'MAX'");
			}
		}
	} ZEND_HASH_FOREACH_END();
	if (aggregate) {
		BATON_ADD_LITERAL(&call->arguments, "AGGREGATE");
		baton_add_string(&call->arguments, aggregate);
	}
	if (scores) {
		BATON_ADD_LITERAL(&call->arguments, "WITHSCORES");
		call->reply = baton_reply_map_scores;
	}
}

bool baton_build_zdiff(baton_call *call, zend_execute_data *execute_data)
{
	zend_array *keys, *options = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(keys)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (zend_hash_num_elements(keys) == 0) {
		return false;
	}
	baton_add_long(&call->arguments, zend_hash_num_elements(keys));
	baton_add_keys(call, keys);
	if (options) {
		add_combine_options(call, options, false);
	}
	return true;
}

static bool add_weights(baton_arguments *arguments, zend_array *weights)
{
	zval *weight;
	BATON_ADD_LITERAL(arguments, "WEIGHTS");
	ZEND_HASH_FOREACH_VAL(weights, weight) {
		if (!baton_add_score(arguments, weight)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

bool baton_build_zcombine(baton_call *call, zend_execute_data *execute_data)
{
	zend_array *keys, *weights = NULL;
	zval *options = NULL;
	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ARRAY_HT(keys)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(weights)
		Z_PARAM_ZVAL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	uint32_t count = zend_hash_num_elements(keys);
	if (count == 0) {
		return false;
	}
	if (weights && zend_hash_num_elements(weights) != count) {
		php_error_docref(NULL, E_WARNING, "WEIGHTS and keys array should be the same size!");
		return false;
	}
	baton_add_long(&call->arguments, count);
	baton_add_keys(call, keys);
	if (weights && !add_weights(&call->arguments, weights)) {
		return false;
	}
	if (options && Z_TYPE_P(options) == IS_ARRAY) {
		add_combine_options(call, Z_ARRVAL_P(options), true);
	} else if (options && Z_TYPE_P(options) != IS_NULL) {
		/* One of them by itself. */
		zval all;
		array_init_size(&all, 1);
		Z_TRY_ADDREF_P(options);
		add_next_index_zval(&all, options);
		add_combine_options(call, Z_ARRVAL(all), true);
		zval_ptr_dtor(&all);
	}
	return true;
}

bool baton_build_zcombine_store(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *to, *aggregate = NULL;
	zend_array *keys, *weights = NULL;
	zval *options = NULL;
	ZEND_PARSE_PARAMETERS_START(2, 4)
		BATON_PARAM_STR(to)
		Z_PARAM_ARRAY_HT(keys)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(weights)
		Z_PARAM_ZVAL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (options && Z_TYPE_P(options) == IS_ARRAY) {
		options = zend_hash_str_find_deref(Z_ARRVAL_P(options), ZEND_STRL("aggregate"));
	}
	aggregate = options && Z_TYPE_P(options) == IS_STRING ? Z_STR_P(options) : NULL;
	uint32_t count = zend_hash_num_elements(keys);
	if (count == 0) {
		return false;
	}
	if (weights && zend_hash_num_elements(weights) != count) {
		php_error_docref(NULL, E_WARNING, "WEIGHTS and keys array must be the same size!");
		return false;
	}
	if (aggregate && !BATON_IS(aggregate, "SUM") && !BATON_IS(aggregate, "MIN") && !BATON_IS(aggregate, "MAX")) {
		php_error_docref(NULL, E_WARNING, "AGGREGATE option must be 'SUM', 'MIN', or 'MAX'");
		return false;
	}
	baton_add_key(call, to);
	baton_add_long(&call->arguments, count);
	baton_add_keys(call, keys);
	if (weights && !add_weights(&call->arguments, weights)) {
		return false;
	}
	if (aggregate) {
		BATON_ADD_LITERAL(&call->arguments, "AGGREGATE");
		baton_add_string(&call->arguments, aggregate);
	}
	return true;
}

/* [rank, score], or nil. */
static bool reply_rank_and_score(baton_redis *redis, zval *to, const baton_context *context)
{
	if (!baton_next_any(redis, BATON_STATUS_STRING, to)) {
		return false;
	}
	zval *score = Z_TYPE_P(to) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(to), 1) : NULL;
	if (score) {
		convert_to_double(score);
	}
	return true;
}

bool baton_build_zrank(baton_call *call, zend_execute_data *execute_data)
{
	static const baton_command ranks[] = {
		{ZEND_STRL("ZRANK"), BATON_READS, NULL, NULL, NULL}, {ZEND_STRL("ZREVRANK"), BATON_READS, NULL, NULL, NULL},
	};
	zend_string *key;
	zval *member;
	bool with_score = false;
	ZEND_PARSE_PARAMETERS_START(2, 3)
		BATON_PARAM_STR(key)
		Z_PARAM_ZVAL(member)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(with_score)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_value(call, member);
	if (with_score) {
		/* What is kept of a set as a whole does not answer this form. */
		call->command = &ranks[call->command == &baton_command_zRevRank];
		call->reply = reply_rank_and_score;
		BATON_ADD_LITERAL(&call->arguments, "WITHSCORE");
	}
	return true;
}
