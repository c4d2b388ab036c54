/* The table of commands, and the methods that are made of its lines. */
#include "commands.h"

#define COMMAND(method, word, spec, reply, flags) \
	const baton_command baton_command_##method = { \
		word, sizeof(word) - 1, BATON_##flags, spec, NULL, baton_reply_##reply, \
	};
#define BUILT(method, word, builder, reply, flags) \
	const baton_command baton_command_##method = { \
		word, sizeof(word) - 1, BATON_##flags, NULL, baton_build_##builder, baton_reply_##reply, \
	};
#include "commands.def"
#undef COMMAND
#undef BUILT

#define METHOD(name) \
	PHP_METHOD(Baton_Redis, name) \
	{ \
		baton_redis_run(INTERNAL_FUNCTION_PARAM_PASSTHRU, &baton_command_##name); \
	}
#define COMMAND(method, word, spec, reply, flags) METHOD(method)
#define BUILT(method, word, builder, reply, flags) METHOD(method)
#include "commands.def"
