/* Arguments built by a command's spec: what most commands need, whose arguments go to the server in PHP's order.
 *
 *   k  a key                         K  one array of keys, or keys to the end
 *   s  a string                      S  a string or null, which is left out
 *   v  a value that is stored        l  an integer
 *   d  a float                       L  an integer or null, which is left out
 *   b  a bool, as 1 or 0             x  anything, as PHP makes a string of it
 *   y  a key, whatever its type      N  an array of keys, n the same after their number
 *   p  a pattern of keys             q  a channel: both get the prefix
 *   a  an array of strings           A  an array of values that are stored
 *   h  an array of field => value    H  an array of key => value
 *   +  the letter before it again for each argument to the end; at least one
 *   *  the same; maybe none
 *   |  what follows may be missing
 *   'WORD' goes before the next argument if there is one
 *
 * Types are checked and converted as PHP does it for its own functions. Arrays must not be empty: the command is not sent
 * then, and the method returns false. */
#include "redis.h"

typedef struct {
	baton_call *call;
	zval *values;
	uint32_t count, at;
	/* A word that waits for its argument. */
	const char *word;
	size_t word_len;
} reading;

/* The fewest and the most arguments that a spec takes. */
static void bounds(const char *spec, uint32_t *fewest, uint32_t *most)
{
	bool optional = false;
	*fewest = *most = 0;
	for (; *spec; spec++) {
		if (*spec == '|') {
			optional = true;
		} else if (*spec == '\'') {
			spec = strchr(spec + 1, '\'');
		} else if (*spec == '+') {
			*most = (uint32_t) -1;
		} else if (*spec == '*') {
			*fewest -= !optional;
			*most = (uint32_t) -1;
		} else {
			*fewest += !optional;
			*most = *spec == 'K' ? (uint32_t) -1 : *most + 1;
		}
	}
}

/* Throws if there are too few or too many arguments: PHP says that before anything of their types. */
static bool wrong_count(const reading *in)
{
	uint32_t fewest, most;
	bounds(in->call->command->spec, &fewest, &most);
	if (in->count >= fewest && in->count <= most) {
		return false;
	}
	zend_wrong_parameters_count_error(fewest, most);
	return true;
}

static bool wrong_type(const reading *in, zend_expected_type expected)
{
	if (!wrong_count(in) && !EG(exception)) {
		zend_wrong_parameter_error(ZPP_ERROR_WRONG_ARG, in->at + 1, NULL, expected, &in->values[in->at]);
	}
	return false;
}

static void add_pending_word(reading *in)
{
	if (in->word) {
		baton_add(&in->call->arguments, in->word, in->word_len);
		in->word = NULL;
	}
}

static bool read_string(reading *in, char kind)
{
	zval *value = &in->values[in->at];
	zend_string *string;
	if (!baton_parse_string(value, &string, kind == 'S', in->at + 1)) {
		return wrong_type(in, kind == 'S' ? Z_EXPECTED_STRING_OR_NULL : Z_EXPECTED_STRING);
	}
	if (string == NULL) {
		in->word = NULL;
		return true;
	}
	add_pending_word(in);
	if (kind == 'k') {
		baton_add_key(in->call, string);
	} else if (kind == 'p' || kind == 'q') {
		baton_add_prefixed_zval(in->call, value);
	} else {
		baton_add_string(&in->call->arguments, string);
	}
	return true;
}

static bool read_number(reading *in, char kind)
{
	zval *value = &in->values[in->at];
	zend_long integer;
	double number;
	bool null = false, flag;
	switch (kind) {
		case 'd':
			if (!zend_parse_arg_double(value, &number, &null, false, in->at + 1)) {
				return wrong_type(in, Z_EXPECTED_DOUBLE);
			}
			add_pending_word(in);
			baton_add_double(&in->call->arguments, number);
			return true;
		case 'b':
			if (!zend_parse_arg_bool(value, &flag, &null, false, in->at + 1)) {
				return wrong_type(in, Z_EXPECTED_BOOL);
			}
			add_pending_word(in);
			baton_add(&in->call->arguments, flag ? "1" : "0", 1);
			return true;
		default:
			if (!baton_parse_long(value, &integer, &null, kind == 'L', in->at + 1)) {
				return wrong_type(in, kind == 'L' ? Z_EXPECTED_LONG_OR_NULL : Z_EXPECTED_LONG);
			}
			if (null) {
				in->word = NULL;
				return true;
			}
			add_pending_word(in);
			baton_add_long(&in->call->arguments, integer);
			return true;
	}
}

static void add_pairs(baton_call *call, zend_array *pairs, bool keys)
{
	zend_string *name;
	zend_ulong number;
	zval *value;
	ZEND_HASH_FOREACH_KEY_VAL(pairs, number, name, value) {
		if (keys) {
			baton_add_array_key_as_key(call, name, number);
		} else {
			baton_add_array_key(&call->arguments, name, number);
		}
		baton_add_value(call, value);
	} ZEND_HASH_FOREACH_END();
}

static bool read_array(reading *in, char kind)
{
	zval *value = &in->values[in->at];
	if (Z_TYPE_P(value) != IS_ARRAY) {
		return wrong_type(in, Z_EXPECTED_ARRAY);
	}
	zend_array *array = Z_ARRVAL_P(value);
	if (zend_hash_num_elements(array) == 0) {
		wrong_count(in);
		return false;
	}
	add_pending_word(in);
	baton_call *call = in->call;
	switch (kind) {
		case 'n':
			baton_add_long(&call->arguments, zend_hash_num_elements(array));
			ZEND_FALLTHROUGH;
		case 'N':
			baton_add_keys(call, array);
			break;
		case 'a':
			baton_add_strings(&call->arguments, array);
			break;
		case 'A':
			baton_add_values(call, array);
			break;
		default:
			add_pairs(call, array, kind == 'H');
	}
	return true;
}

/* Keys to the end of the arguments, or in one array that is the last. */
static bool read_keys(reading *in)
{
	if (in->at + 1 == in->count && Z_TYPE(in->values[in->at]) == IS_ARRAY) {
		return read_array(in, 'N');
	}
	add_pending_word(in);
	while (in->at < in->count) {
		baton_add_key_zval(in->call, &in->values[in->at++]);
	}
	in->at--;
	return true;
}

static bool read_one(reading *in, char kind)
{
	switch (kind) {
		case 'k':
		case 's':
		case 'S':
		case 'p':
		case 'q':
			return read_string(in, kind);
		case 'l':
		case 'L':
		case 'd':
		case 'b':
			return read_number(in, kind);
		case 'K':
			return read_keys(in);
		case 'v':
			add_pending_word(in);
			baton_add_value(in->call, &in->values[in->at]);
			return true;
		case 'x':
			add_pending_word(in);
			baton_add_zval(&in->call->arguments, &in->values[in->at]);
			return true;
		case 'y':
			baton_add_key_zval(in->call, &in->values[in->at]);
			return true;
		default:
			return read_array(in, kind);
	}
}

/* One letter of the spec with what follows it; where the next one stands, NULL if the arguments are wrong. */
static const char *read_letter(reading *in, const char *spec)
{
	bool repeats = spec[1] == '+' || spec[1] == '*';
	do {
		if (in->at >= in->count) {
			break;
		}
		if (UNEXPECTED(!read_one(in, *spec))) {
			return NULL;
		}
		in->at++;
	} while (repeats);
	return spec + 1 + repeats;
}

bool baton_build_spec(baton_call *call, zend_execute_data *execute_data)
{
	reading in = {call, ZEND_CALL_ARG(execute_data, 1), ZEND_NUM_ARGS(), 0, NULL, 0};
	const char *spec = call->command->spec;
	bool optional = false;
	while (*spec) {
		if (*spec == '|') {
			optional = true;
			spec++;
		} else if (*spec == '\'') {
			in.word = spec + 1;
			in.word_len = strchr(in.word, '\'') - in.word;
			spec = in.word + in.word_len + 1;
			/* A word that no argument follows. */
			if (!optional && (*spec == '\0' || *spec == '\'' || *spec == '|')) {
				add_pending_word(&in);
			}
		} else if (in.at >= in.count) {
			break;
		} else {
			spec = read_letter(&in, spec);
			if (UNEXPECTED(spec == NULL)) {
				return false;
			}
		}
	}
	return EXPECTED(*spec == '\0' && in.at == in.count) || !wrong_count(&in);
}
