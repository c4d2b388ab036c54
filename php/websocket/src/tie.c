/* A counted reference from connections, timers and clients to their server: they outlive it, and see then that it is gone. */
#include "server.h"

websocket_tie *websocket_tie_hold(websocket_tie *tie)
{
	tie->refs++;
	return tie;
}

void websocket_tie_drop(websocket_tie *tie)
{
	if (tie && --tie->refs == 0) {
		efree(tie);
	}
}
