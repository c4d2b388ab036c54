// The package as CommonJS modules have it. It is compiled and not run.
import { withRecovery, type Recovery } from 'baton-js';
import type Pusher from 'pusher-js';

declare const pusher: Pusher;
const recovery: Recovery = withRecovery(pusher);
void recovery;
