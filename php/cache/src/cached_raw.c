/* Raw commands that only read: answered from memory as the methods are, and kept beside what those keep, since a raw reply has another
 * shape than a method's. */
#include "cached.h"

#include "commands.h"

/* Where such a command has its keys. */
typedef enum { NOT_KEPT, FIRST, FIRST_TWO, ALL, COUNTED } places;

static const struct { const char *word; places places; } others[] = {
	{"EXISTS", ALL}, {"LCS", FIRST_TWO}, {"MGET", ALL}, {"PFCOUNT", ALL}, {"SDIFF", ALL}, {"SDIFFCARD", COUNTED}, {"SINTER", ALL},
	{"SINTERCARD", COUNTED}, {"SUNION", ALL}, {"SUNIONCARD", COUNTED}, {"ZDIFF", COUNTED}, {"ZINTER", COUNTED}, {"ZINTERCARD", COUNTED},
	{"ZUNION", COUNTED},
};

/* Commands of the table by their words, in capitals; persistent, and never changed. */
static HashTable kept;

void baton_cached_register_raw(void)
{
	zend_hash_init(&kept, 96, NULL, NULL, 1);
#define NOTE(word, flags) \
	if ((BATON_##flags) & BATON_CACHED) { \
		zend_hash_str_update_ptr(&kept, word, sizeof(word) - 1, (void *) (uintptr_t) FIRST); \
	}
#define COMMAND(method, word, spec, reply, flags) NOTE(word, flags)
#define BUILT(method, word, builder, reply, flags) NOTE(word, flags)
#include "commands.def"
#undef COMMAND
#undef BUILT
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		if (zend_hash_str_exists(&kept, others[i].word, strlen(others[i].word))) {
			zend_hash_str_update_ptr(&kept, others[i].word, strlen(others[i].word), (void *) (uintptr_t) others[i].places);
		}
	}
}

void baton_cached_unregister_raw(void)
{
	zend_hash_destroy(&kept);
}

static places places_of(bc_bytes word)
{
	char capitals[32];
	if (word.len > sizeof(capitals)) {
		return NOT_KEPT;
	}
	zend_str_toupper_copy(capitals, word.bytes, word.len);
	return (places) (uintptr_t) zend_hash_str_find_ptr(&kept, capitals, word.len);
}

/* Notes some of the words as keys. */
static void note(baton_arguments *arguments, uint32_t from, uint32_t count)
{
	uint32_t all = arguments->count;
	for (uint32_t at = from; at < from + count && at < all; at++) {
		arguments->count = at;
		baton_note_key(arguments);
	}
	arguments->count = all;
}

/* A number of keys; more than a reply that is kept may have come to more than that. */
static uint32_t number_in(bc_bytes digits)
{
	uint32_t number = 0;
	for (size_t i = 0; i < digits.len && i < 4; i++) {
		number = number * 10 + (uint32_t) (digits.bytes[i] - '0') % 10;
	}
	return number;
}

bool baton_cached_raw(baton_call *call)
{
	static const baton_command reads = {"", 0, BATON_READS | BATON_CACHED, NULL, NULL, NULL};
	baton_arguments *arguments = &call->arguments;
	const baton_options *options = &call->redis->options;
	if (arguments->count < 2) {
		return false;
	}
	switch (places_of(arguments->list[0])) {
		case FIRST:
			note(arguments, 1, 1);
			break;
		case FIRST_TWO:
			note(arguments, 1, 2);
			break;
		case ALL:
			note(arguments, 1, arguments->count - 1);
			break;
		case COUNTED:
			note(arguments, 2, number_in(arguments->list[1]));
			break;
		default:
			return false;
	}
	call->command = &reads;
	/* What distinguishes one shape of the reply from another. */
	call->context.number = options->reply_literal | options->nil_is_null << 1 | options->null_array_as_null << 2;
	return true;
}

bool baton_cached_raw_empties(const baton_arguments *arguments)
{
	static const char *const words[] = {"FLUSHDB", "FLUSHALL", "SWAPDB"};
	const bc_bytes *word = &arguments->list[0];
	for (size_t i = 0; i < sizeof(words) / sizeof(*words) && arguments->count > 0; i++) {
		if (word->len == strlen(words[i]) && strncasecmp(word->bytes, words[i], word->len) == 0) {
			return true;
		}
	}
	return false;
}
