/* Arguments of one command, as they go to the server. */
#ifndef BATON_CACHE_ARGUMENTS_H
#define BATON_CACHE_ARGUMENTS_H

#include "php.h"

#include "abi.h"

typedef struct baton_redis baton_redis;
typedef struct baton_call baton_call;
typedef struct baton_command baton_command;

/* Room that needs no allocation: of what programs send, few commands have more. */
#define BATON_ARGUMENTS_HERE 16
#define BATON_KEYS_HERE 8
#define BATON_OWNED_HERE 8
/* Integers that are written out here: four of 24 bytes, which hold any of 64 bits. */
#define BATON_NUMBER 24
#define BATON_SCRATCH (4 * BATON_NUMBER)

typedef struct {
	bc_bytes *list;
	uint32_t count, room;
	/* Which of them are keys, in order: a cluster goes by the first, a cache by all. */
	uint32_t *keys;
	uint32_t key_count, key_room;
	/* Strings that live as long as the arguments. */
	zend_string **owned;
	uint32_t owned_count, owned_room;
	uint32_t scratch_used;
	bc_bytes list_here[BATON_ARGUMENTS_HERE];
	uint32_t keys_here[BATON_KEYS_HERE];
	zend_string *owned_here[BATON_OWNED_HERE];
	char scratch[BATON_SCRATCH];
} baton_arguments;

/* What a reply's handler has to know of the command: a number, or a table of which it holds one reference. */
typedef struct {
	zend_long number;
	zend_array *table;
} baton_context;

/* Turns the reply into `to`, which holds nothing before; false if the connection failed, with an exception, and `to` holds nothing then either. */
typedef bool (*baton_reply)(baton_redis *redis, zval *to, const baton_context *context);

/* Builds the arguments from PHP's; false, maybe with an exception or a warning, if they make no command. */
typedef bool (*baton_builder)(baton_call *call, zend_execute_data *execute_data);

/* What a command does to its keys, and where it may stand. */
enum {
	BATON_READS = 1, /* answers depend on the keys, which are unchanged */
	BATON_WRITES = 2, /* changes at least one of the keys */
	BATON_WRITES_ANY = 4, /* may change keys that are not among its arguments */
	BATON_BLOCKS = 8, /* may wait at the server */
	BATON_CONNECTION = 16, /* is about the connection, not about data */
	BATON_CACHED = 32, /* its reply depends on nothing but its words and what its keys hold */
	BATON_ASKS = 128, /* asks about the server or the connection, and changes nothing: a new connection may be asked as well */
	BATON_DERIVED = 64, /* its reply is another each time, and may be derived from other cached replies */
};

struct baton_command {
	const char *word;
	uint32_t len;
	uint32_t flags;
	const char *spec; /* arguments_spec.c; NULL if there is a builder */
	baton_builder build;
	baton_reply reply;
};

/* One command under way: on the stack of the method. */
struct baton_call {
	baton_redis *redis;
	const baton_command *command;
	baton_reply reply; /* the command's, unless its builder chose another */
	bool asks; /* BATON_ASKS; of a command whose operations are of several kinds its builder says it */
	baton_context context;
	baton_arguments arguments;
};

void baton_call_begin(baton_call *call, baton_redis *redis, const baton_command *command);
void baton_call_end(baton_call *call);

/* A string, or a number, as PHP's functions take them; and where the method declares the other one as well, as Relay's do whose keys are
 * `mixed`, from a caller with strict types, too. */
bool baton_convert_to_string(zval *value, zend_string **to, bool or_null, uint32_t number);
bool baton_parse_long(zval *value, zend_long *to, bool *is_null, bool or_null, uint32_t number);

static zend_always_inline bool baton_parse_string(zval *value, zend_string **to, bool or_null, uint32_t number)
{
	if (EXPECTED(Z_TYPE_P(value) == IS_STRING)) {
		*to = Z_STR_P(value);
		return true;
	}
	return baton_convert_to_string(value, to, or_null, number);
}

#define BATON_PARAM_STRING(to, or_null, expected) \
	Z_PARAM_PROLOGUE(0, 0); \
	if (UNEXPECTED(!baton_parse_string(_arg, &to, or_null, _i))) { \
		_expected_type = expected; \
		_error_code = ZPP_ERROR_WRONG_ARG; \
		break; \
	}
#define BATON_PARAM_STR(to) BATON_PARAM_STRING(to, false, Z_EXPECTED_STRING)
#define BATON_PARAM_STR_OR_NULL(to) BATON_PARAM_STRING(to, true, Z_EXPECTED_STRING_OR_NULL)

#define BATON_PARAM_LONG(to) \
	Z_PARAM_PROLOGUE(0, 0); \
	if (UNEXPECTED(!baton_parse_long(_arg, &to, NULL, false, _i))) { \
		_expected_type = Z_EXPECTED_LONG; \
		_error_code = ZPP_ERROR_WRONG_ARG; \
		break; \
	}

/* The same for a bit, which PhpRedis calls a bool and Relay an int. */
#define BATON_PARAM_BIT(to) \
	Z_PARAM_PROLOGUE(0, 0); \
	if (Z_TYPE_P(_arg) == IS_LONG) { \
		to = Z_LVAL_P(_arg) != 0; \
	} else if (UNEXPECTED(!zend_parse_arg_bool(_arg, &to, NULL, false, _i))) { \
		_expected_type = Z_EXPECTED_BOOL; \
		_error_code = ZPP_ERROR_WRONG_ARG; \
		break; \
	}

/* Builds by the command's spec. */
bool baton_build_spec(baton_call *call, zend_execute_data *execute_data);

void baton_arguments_init(baton_arguments *arguments);
void baton_arguments_free(baton_arguments *arguments);
bc_bytes *baton_arguments_grow(baton_arguments *arguments);

/* Bytes that outlive the call. */
static zend_always_inline void baton_add(baton_arguments *arguments, const char *bytes, size_t len)
{
	bc_bytes *argument = arguments->count < arguments->room
		? &arguments->list[arguments->count++] : baton_arguments_grow(arguments);
	argument->bytes = bytes;
	argument->len = len;
}

#define BATON_ADD_LITERAL(arguments, word) baton_add(arguments, word, sizeof(word) - 1)

/* A string that the caller holds until the command was sent. */
static zend_always_inline void baton_add_string(baton_arguments *arguments, const zend_string *string)
{
	baton_add(arguments, ZSTR_VAL(string), ZSTR_LEN(string));
}

/* A string of which the arguments take over the reference. */
void baton_add_owned(baton_arguments *arguments, zend_string *string);

void baton_add_long(baton_arguments *arguments, zend_long number);
void baton_add_double(baton_arguments *arguments, double number);

/* Any value as PHP makes a string of it. */
void baton_add_zval(baton_arguments *arguments, zval *value);

/* Each of several, as the same. */
static zend_always_inline void baton_add_zvals(baton_arguments *arguments, zval *values, int count)
{
	for (int i = 0; i < count; i++) {
		baton_add_zval(arguments, &values[i]);
	}
}

/* The key of an element: its name, or its number. */
void baton_add_array_key(baton_arguments *arguments, zend_string *name, zend_ulong number);

/* Notes that the next argument is a key, which has its prefix already. */
void baton_note_key(baton_arguments *arguments);

/* Keys get the prefix, and are noted. */
void baton_add_key(baton_call *call, zend_string *key);
void baton_add_key_zval(baton_call *call, zval *key);
void baton_add_array_key_as_key(baton_call *call, zend_string *name, zend_ulong number);

/* Channels and patterns of keys have the prefix without being keys. */
void baton_add_prefixed_zval(baton_call *call, zval *text);

/* A value that is stored: serialised and compressed as the options say. */
void baton_add_value(baton_call *call, zval *value);

/* A score: a number, a string of one, or an infinity; false with a warning. */
bool baton_add_score(baton_arguments *arguments, zval *score);

/* All elements of an array, each as a key, a stored value, a string. */
void baton_add_keys(baton_call *call, zend_array *keys);
void baton_add_values(baton_call *call, zend_array *values);
void baton_add_strings(baton_arguments *arguments, zend_array *strings);

/* Another command word than the table's. */
static zend_always_inline void baton_set_word(baton_call *call, const char *word)
{
	call->arguments.list[0].bytes = word;
	call->arguments.list[0].len = strlen(word);
}

/* Whether a string says a word, in whatever case. */
#define BATON_IS(string, word) zend_string_equals_literal_ci(string, word)
#define BATON_ZVAL_IS(value, word) (Z_TYPE_P(value) == IS_STRING && BATON_IS(Z_STR_P(value), word))

#endif
