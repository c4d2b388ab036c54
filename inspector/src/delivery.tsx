// Who received a message, how late, and who was skipped and why.
import { micros, num } from './format';
import { Fact, Facts } from './parts';
import { to } from './route';
import { Text } from './text';
import type { TimelineEvent } from './wire';

const WHY: Record<string, string> = {
  excluded: 'excluded: the publish named this socket, or it is the sender',
  closing: 'closing: the connection was being closed',
  joined_later: 'joined later: it subscribed after the message',
  behind: 'behind: it has not read what came before, and receives this later unless it is closed',
};

/** In a row of the list. */
export function DeliveryBrief({ event }: { event: TimelineEvent }) {
  const { delivery } = event;
  if (event.type !== 'message') return null;
  if (!delivery) return <span class="hint">{event.subscriptions === 0 ? 'no subscriber' : ''}</span>;
  if (event.subscriptions === 0) return <span class="hint">no subscriber</span>;
  const late = delivery.pending > 0 || delivery.skipped.some((each) => each.why === 'behind');
  return (
    <span class={late ? 'late' : ''}>
      {num(delivery.received)}
      {typeof event.subscriptions === 'number' && `/${num(event.subscriptions)}`} <span class="hint">{delivery.slowest_us !== null && micros(delivery.slowest_us)}</span>
    </span>
  );
}

export function DeliveryDetail({ event }: { event: TimelineEvent }) {
  const { delivery } = event;
  if (event.subscriptions === 0) return <p class="hint">Nobody was subscribed to the channel.</p>;
  if (!delivery) return <p class="hint">The server has no delivery of this event.</p>;
  return (
    <>
      <Facts>
        {typeof event.subscriptions === 'number' && <Fact name="Subscriptions">{num(event.subscriptions)}</Fact>}
        <Fact name="Received">{num(delivery.received)}</Fact>
        <Fact name="Slowest">{micros(delivery.slowest_us)}</Fact>
        <Fact name="Pending">{num(delivery.pending)}</Fact>
        <Fact name="Skipped">{num(delivery.skipped_total)}</Fact>
      </Facts>
      {delivery.skipped.length > 0 && (
        <ul class="plain-list">
          {delivery.skipped.map((each) => (
            <li key={each.socket}>
              <a href={to('connection', { socket: each.socket })}>
                <Text v={each.socket} />
              </a>{' '}
              <span class="hint">{WHY[each.why] ?? <Text v={each.why} />}</span>
            </li>
          ))}
          {delivery.skipped_total > delivery.skipped.length && <li class="hint">and {num(delivery.skipped_total - delivery.skipped.length)} more</li>}
        </ul>
      )}
    </>
  );
}
