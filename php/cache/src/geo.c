/* Places: options of searches, and their replies. */
#include "commands.h"

/* What a search asks for. */
typedef struct {
	bool coordinates, distance, hash, any, store_distance;
	zend_long count; /* 0 for all */
	const char *order; /* NULL for none */
	zval *store; /* the key to store in, NULL for none */
} geo_options;

static bool read_count(geo_options *options, zval *value)
{
	zval *count = value;
	if (Z_TYPE_P(value) == IS_ARRAY) {
		zval *any = zend_hash_index_find(Z_ARRVAL_P(value), 1);
		count = zend_hash_index_find(Z_ARRVAL_P(value), 0);
		options->any = any && zend_is_true(any);
	}
	if (count == NULL) {
		return true;
	}
	if (Z_TYPE_P(count) != IS_LONG || Z_LVAL_P(count) <= 0) {
		php_error_docref(NULL, E_WARNING, "Invalid COUNT value");
		return false;
	}
	options->count = Z_LVAL_P(count);
	return true;
}

static void read_word(geo_options *options, const zval *word)
{
	if (BATON_ZVAL_IS(word, "WITHCOORD")) {
		options->coordinates = true;
	} else if (BATON_ZVAL_IS(word, "WITHDIST")) {
		options->distance = true;
	} else if (BATON_ZVAL_IS(word, "WITHHASH")) {
		options->hash = true;
	} else if (BATON_ZVAL_IS(word, "ASC")) {
		options->order = "ASC";
	} else if (BATON_ZVAL_IS(word, "DESC")) {
		options->order = "DESC";
	} else if (BATON_ZVAL_IS(word, "STOREDIST")) {
		options->store_distance = true;
	}
}

static bool read_options(geo_options *options, zend_array *from)
{
	zend_string *name;
	zval *value;
	if (from == NULL) {
		return true;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(from, name, value) {
		ZVAL_DEREF(value);
		if (name == NULL) {
			read_word(options, value);
		} else if (BATON_IS(name, "COUNT")) {
			if (!read_count(options, value)) {
				return false;
			}
		} else if (!options->store && (BATON_IS(name, "STORE") || BATON_IS(name, "STOREDIST"))) {
			options->store = value;
			options->store_distance = BATON_IS(name, "STOREDIST");
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

static void add_options(baton_call *call, const geo_options *options)
{
	baton_arguments *arguments = &call->arguments;
	if (options->coordinates) {
		BATON_ADD_LITERAL(arguments, "WITHCOORD");
	}
	if (options->distance) {
		BATON_ADD_LITERAL(arguments, "WITHDIST");
	}
	if (options->hash) {
		BATON_ADD_LITERAL(arguments, "WITHHASH");
	}
	if (options->order) {
		baton_add(arguments, options->order, strlen(options->order));
	}
	if (options->count) {
		BATON_ADD_LITERAL(arguments, "COUNT");
		baton_add_long(arguments, options->count);
		if (options->any) {
			BATON_ADD_LITERAL(arguments, "ANY");
		}
	}
}

/* Options of the older commands, which may store what they found. */
static bool add_radius_options(baton_call *call, zend_array *from)
{
	geo_options options = {0};
	if (!read_options(&options, from)) {
		return false;
	}
	if (options.store && (options.coordinates || options.distance || options.hash)) {
		php_error_docref(
			NULL, E_WARNING, "STORE[DIST] is not compatible with WITHCOORD, WITHDIST or WITHHASH");
		return false;
	}
	add_options(call, &options);
	if (options.store) {
		options.store_distance ? BATON_ADD_LITERAL(&call->arguments, "STOREDIST")
			: BATON_ADD_LITERAL(&call->arguments, "STORE");
		baton_add_key_zval(call, options.store);
	}
	return true;
}

bool baton_build_geoadd(baton_call *call, zend_execute_data *execute_data)
{
	zval *values, *word, *condition = NULL;
	int count;
	bool changed = false;
	ZEND_PARSE_PARAMETERS_START(4, -1)
		Z_PARAM_VARIADIC('+', values, count)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (count % 3 == 0) {
		zend_wrong_param_count();
		return false;
	}
	if (count % 3 == 2) {
		if (Z_TYPE(values[--count]) != IS_ARRAY) {
			php_error_docref(NULL, E_WARNING, "Invalid options value");
			return false;
		}
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(values[count]), word) {
			ZVAL_DEREF(word);
			if (BATON_ZVAL_IS(word, "NX") || BATON_ZVAL_IS(word, "XX")) {
				condition = word;
			} else if (BATON_ZVAL_IS(word, "CH")) {
				changed = true;
			}
		} ZEND_HASH_FOREACH_END();
	}
	baton_add_key_zval(call, &values[0]);
	if (condition) {
		baton_add_zval(&call->arguments, condition);
	}
	if (changed) {
		BATON_ADD_LITERAL(&call->arguments, "CH");
	}
	for (int i = 1; i < count; i++) {
		baton_add_zval(&call->arguments, &values[i]);
	}
	return true;
}

bool baton_build_georadius(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *unit;
	double longitude, latitude, radius;
	zend_array *options = NULL;
	ZEND_PARSE_PARAMETERS_START(5, 6)
		BATON_PARAM_STR(key)
		Z_PARAM_DOUBLE(longitude)
		Z_PARAM_DOUBLE(latitude)
		Z_PARAM_DOUBLE(radius)
		BATON_PARAM_STR(unit)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_double(&call->arguments, longitude);
	baton_add_double(&call->arguments, latitude);
	baton_add_double(&call->arguments, radius);
	baton_add_string(&call->arguments, unit);
	return add_radius_options(call, options);
}

bool baton_build_georadiusbymember(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *key, *member, *unit;
	double radius;
	zend_array *options = NULL;
	ZEND_PARSE_PARAMETERS_START(4, 5)
		BATON_PARAM_STR(key)
		BATON_PARAM_STR(member)
		Z_PARAM_DOUBLE(radius)
		BATON_PARAM_STR(unit)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, key);
	baton_add_string(&call->arguments, member);
	baton_add_double(&call->arguments, radius);
	baton_add_string(&call->arguments, unit);
	return add_radius_options(call, options);
}

/* Where a search begins: a member, or [longitude, latitude]. */
static bool add_position(baton_arguments *arguments, zval *position)
{
	zval *number;
	if (Z_TYPE_P(position) == IS_STRING && Z_STRLEN_P(position) > 0) {
		BATON_ADD_LITERAL(arguments, "FROMMEMBER");
		baton_add_zval(arguments, position);
		return true;
	}
	if (Z_TYPE_P(position) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL_P(position)) != 2) {
		php_error_docref(NULL, E_WARNING, "Invalid position");
		return false;
	}
	BATON_ADD_LITERAL(arguments, "FROMLONLAT");
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(position), number) {
		baton_add_double(arguments, zval_get_double(number));
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* How far it goes: a radius, or [width, height]. */
static bool add_shape(baton_arguments *arguments, zval *shape)
{
	zval *number;
	if (Z_TYPE_P(shape) == IS_LONG || Z_TYPE_P(shape) == IS_DOUBLE) {
		BATON_ADD_LITERAL(arguments, "BYRADIUS");
		baton_add_double(arguments, zval_get_double(shape));
		return true;
	}
	if (Z_TYPE_P(shape) != IS_ARRAY) {
		php_error_docref(NULL, E_WARNING, "Invalid shape dimensions");
		return false;
	}
	BATON_ADD_LITERAL(arguments, "BYBOX");
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(shape), number) {
		baton_add_double(arguments, zval_get_double(number));
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* Where, how far, and what is asked for. */
typedef struct {
	zend_string *key, *unit;
	zval *position, *shape;
	zend_array *options;
} geo_search;

static bool add_search(baton_call *call, const geo_search *search, geo_options *options)
{
	baton_add_key(call, search->key);
	if (!add_position(&call->arguments, search->position) || !add_shape(&call->arguments, search->shape)
		|| !read_options(options, search->options)) {
		return false;
	}
	baton_add_string(&call->arguments, search->unit);
	return true;
}

bool baton_build_geosearch(baton_call *call, zend_execute_data *execute_data)
{
	geo_search search = {0};
	geo_options options = {0};
	ZEND_PARSE_PARAMETERS_START(4, 5)
		BATON_PARAM_STR(search.key)
		Z_PARAM_ZVAL(search.position)
		Z_PARAM_ZVAL(search.shape)
		BATON_PARAM_STR(search.unit)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(search.options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	if (!add_search(call, &search, &options)) {
		return false;
	}
	add_options(call, &options);
	call->context.number = options.coordinates || options.distance || options.hash;
	return true;
}

bool baton_build_geosearchstore(baton_call *call, zend_execute_data *execute_data)
{
	zend_string *to;
	geo_search search = {0};
	geo_options options = {0};
	ZEND_PARSE_PARAMETERS_START(5, 6)
		BATON_PARAM_STR(to)
		BATON_PARAM_STR(search.key)
		Z_PARAM_ZVAL(search.position)
		Z_PARAM_ZVAL(search.shape)
		BATON_PARAM_STR(search.unit)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(search.options)
	ZEND_PARSE_PARAMETERS_END_EX(return false);
	baton_add_key(call, to);
	if (!add_search(call, &search, &options)) {
		return false;
	}
	options.coordinates = options.distance = options.hash = false;
	add_options(call, &options);
	if (options.store_distance) {
		BATON_ADD_LITERAL(&call->arguments, "STOREDIST");
	}
	return true;
}
