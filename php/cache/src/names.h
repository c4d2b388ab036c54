/* The names that the classes go by: Baton's own, and where php.ini asks for them PhpRedis's and Relay's.
 *
 * Those are classes of their own, whose methods are the same functions under the signatures and constants of PhpRedis and Relay, so that
 * what extends theirs extends these. An object makes others, and throws, under the names that its own class is of. */
#ifndef BATON_CACHE_NAMES_H
#define BATON_CACHE_NAMES_H

#include "php.h"

typedef struct {
	zend_class_entry *redis, *cluster, *sentinel;
	zend_class_entry *array; /* NULL among Relay's */
	zend_class_entry *exception, *cluster_exception;
	zend_class_entry *event, *event_invalidated, *event_flushed; /* those of PhpRedis's names are Baton's */
	zend_class_entry *adaptive;
} baton_names;

extern baton_names baton_own_names, baton_phpredis_names, baton_relay_names;

/* The names that a class is of, by itself or by what it extends. */
const baton_names *baton_names_of(const zend_class_entry *ce);

/* Whether texts of errors are to be as Relay has them. */
static zend_always_inline bool baton_names_are_relays(const baton_names *names)
{
	return names == &baton_relay_names;
}

/* Each makes the classes of a table in ../names, and fills the set of names. */
void baton_names_register_phpredis_5(void);
void baton_names_register_phpredis_6(bool with_6_3);
void baton_names_register_relay(void);

#endif
