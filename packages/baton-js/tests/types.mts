// What the types let an application write with pusher-js and Laravel Echo. It is compiled and not run.
import Echo from 'laravel-echo';
import PusherModule from 'pusher-js';
import { withRecovery, type Position, type Recovery } from 'baton-js';

declare const pusher: PusherModule.default;
declare const echo: Echo<'reverb'>;

const recovery: Recovery = withRecovery(pusher, { storage: sessionStorage });
withRecovery(echo);
withRecovery(new Echo({ broadcaster: 'pusher', key: 'app-key', cluster: '' }));

const end: () => void = recovery.on('lost', ({ channel }) => channel.toUpperCase());
end();
const position: Position | undefined = recovery.position('orders');
const supported: boolean | undefined = recovery.supported;
void [position, supported];

// @ts-expect-error There are two outcomes.
recovery.on('found', () => {});
// @ts-expect-error It is neither of the two clients.
withRecovery({});
