/* Entries of whole replies in the shared memory: under which key each stands, and how long it holds; cached.h
 * says why. */
#ifndef BATON_CACHE_REPLY_ENTRY_H
#define BATON_CACHE_REPLY_ENTRY_H

#include "cached.h"
#include "encoding.h"

/* Replies of commands with more keys are not cached: each mark is looked up when one is found. */
#define BATON_CACHED_KEYS 8

/* Nor are those of words that are longer together. */
#define BATON_CACHED_BYTES 4096

/* A command whose reply may be cached, and what makes PHP's value of it. */
typedef struct {
	baton_reply reply;
	zend_long number; /* of its context */
	const bc_bytes *words;
	uint32_t count;
	const uint32_t *keys; /* which of the words are keys */
	uint32_t key_count;
} baton_question;

static zend_always_inline baton_question baton_question_of(const baton_call *call)
{
	const baton_arguments *arguments = &call->arguments;
	return (baton_question) {
		call->reply, call->context.number, arguments->list, arguments->count, arguments->keys, arguments->key_count,
	};
}

/* Where its reply is cached, or would be. */
typedef struct {
	baton_place keys[BATON_CACHED_KEYS];
	uint64_t stamps[BATON_CACHED_KEYS];
	uint32_t count;
	baton_place reply;
	char words[BATON_CACHED_BYTES];
} baton_reply_entry;

/* False: it has no place, since it has too many keys or words, or as nothing may be believed at the moment. */
bool baton_reply_entry_place(baton_reply_entry *entry, const baton_redis *redis, bc_worker *worker, const baton_question *question);

/* The value of a reply that holds, which stays for as long as the caller has the memory pinned. */
bool baton_reply_entry_find(const baton_reply_entry *entry, bc_worker *worker, bc_found *found);

/* Marks all keys, before the command is sent. False: the reply cannot be kept. */
bool baton_reply_entry_begin(baton_reply_entry *entry, const baton_redis *redis, bc_worker *worker, bc_fill *fill);

/* Keeps the reply, unless it holds objects. False: something was heard of its keys meanwhile. */
bool baton_reply_entry_store(const baton_reply_entry *entry, bc_worker *worker, const bc_fill *fill, const zval *value);

#endif
