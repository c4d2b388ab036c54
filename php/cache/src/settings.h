/* The settings of php.ini, checked when PHP starts, and the same for all its life. */
#ifndef BATON_CACHE_SETTINGS_H
#define BATON_CACHE_SETTINGS_H

#include "php_baton_cache.h"

/* What is handed to PHP where it lies, for as long as the request lasts. */
typedef enum { BATON_ZERO_COPY_OFF, BATON_ZERO_COPY_ARRAYS, BATON_ZERO_COPY_ALL } baton_zero_copy;

typedef enum { BATON_PHPREDIS_5_3_7, BATON_PHPREDIS_6_1_0, BATON_PHPREDIS_6_3_0 } baton_phpredis_version;

/* Of one kind: each is looked at for each key. */
#define BATON_MOST_PATTERNS 64

typedef struct {
	size_t memory;             /* bytes; 0: none is shared */
	bool evicts;               /* entries make room for others; else what finds no room is refused */
	baton_zero_copy zero_copy; /* off where requests do not end */
	size_t copies;             /* bytes of copies that a process keeps for its next readers; 0 where requests end */
	bool keeps_connections;    /* connect() takes and leaves connections as pconnect() does */
	zend_array *allowed;       /* patterns of keys that are kept, NULL for all; persistent, as the next one */
	zend_array *ignored;       /* patterns of keys that are not, NULL for none */
	bool broadcasts;           /* the server reports all keys with the prefixes, and not of those that were read */
	zend_array *prefixes;      /* of these; persistent, NULL for all */
	zend_array *classes;       /* of which unserialize() may make objects, in lower case; persistent, NULL for all */
	bool exact_ttl;            /* what is kept expires by itself, unless the client says otherwise */
	bool phpredis_aliases;     /* classes and extension of PhpRedis's names */
	baton_phpredis_version phpredis_version; /* whose signatures those have */
	bool relay_aliases;        /* of Relay's */
} baton_settings;

/* Read-only once the module has started. */
extern baton_settings baton_cache_settings;

/* Registers the settings and reads them; false, having said which one is wrong and what it may be. */
bool baton_cache_read_settings(int type, int module_number);
void baton_cache_forget_settings(int type, int module_number);

#endif
