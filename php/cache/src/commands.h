/* What the families of commands give the table: builders of arguments, and replies of their own. */
#ifndef BATON_CACHE_COMMANDS_H
#define BATON_CACHE_COMMANDS_H

#include "replies.h"

#define COMMAND(method, word, spec, reply, flags) \
	extern const baton_command baton_command_##method; \
	bool baton_reply_##reply(baton_redis *redis, zval *to, const baton_context *context);
#define BUILT(method, word, builder, reply, flags) \
	extern const baton_command baton_command_##method; \
	bool baton_build_##builder(baton_call *call, zend_execute_data *execute_data); \
	bool baton_reply_##reply(baton_redis *redis, zval *to, const baton_context *context);
#include "commands.def"
#undef COMMAND
#undef BUILT

/* options_array.c: an array of options as a command writes them. An element with a name is the name in capitals and what it
 * stands for: nothing for true, each element of an array; false and null leave it out. An element without one is a word of
 * its own. Before the elements of those that `counted` lists, their number is told. */
void baton_add_options(baton_call *call, zend_array *options, const char *const *counted);

/* hashes.c: HRANDFIELD and ZRANDMEMBER, whose word for both is `with`, and how both are told. */
bool baton_build_random(baton_call *call, zend_execute_data *execute_data, const char *with, baton_reply pairs);

/* expiry.c: how long a value lives: seconds, or an array of EX, PX, EXAT, PXAT, KEEPTTL, PERSIST; false with a warning. */
bool baton_add_expiry(baton_arguments *arguments, zval *expiry);

/* Whether a value is a number of seconds or more, and which; strings of numbers are. */
bool baton_is_expiry(zval *value, zend_long *number);

/* info_replies.c: what CLIENT INFO and CLIENT LIST say of one client, and of each. */
bool baton_reply_client_info(baton_redis *redis, zval *to, const baton_context *context);
bool baton_reply_client_list(baton_redis *redis, zval *to, const baton_context *context);

#endif
