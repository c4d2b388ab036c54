// Try it, as the application: publishes an event, and shows who received it.
import { useState } from 'preact/hooks';
import { get, post } from '../api';
import { AppField } from '../app-field';
import { oneApp } from '../apps';
import { DeliveryDetail } from '../delivery';
import { num } from '../format';
import { asPattern, Card, Empty, Failure, LinkButton, ReadOnly } from '../parts';
import { useAnswer } from '../read';
import { route, to } from '../route';
import { mayChange } from '../session';
import { Verdict } from '../steps';
import { useSubmit } from '../submit';
import { TextArea, TextField } from '../text-field';
import type { OneEvent, TimelinePage } from '../wire';

interface Published {
  event: string | null;
  subscriptions: number;
  app: string;
  channel: string;
  name: string;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function TryPublish() {
  const { params } = route.value;
  const [app, setApp] = useState(oneApp() ?? '');
  const [channel, setChannel] = useState(params.get('channel') ?? '');
  const [name, setName] = useState(params.get('event') ?? 'test-event');
  const [data, setData] = useState('{"message": "Hello"}');
  const [except, setExcept] = useState('');
  const chosen = oneApp() ?? app;
  const { busy, result, error, submit } = useSubmit(async (): Promise<Published> => {
    // The server records what somebody looks at. So the event that follows is recorded and can be shown.
    await get<TimelinePage>('/timeline', { app: chosen, channel: asPattern(channel), limit: 1 }).catch(() => null);
    const body = { app: chosen, channel, event: name, data, socket_id: except.trim() || null };
    const answer = await post<{ event: string | null; subscriptions: number }>('/publish', body);
    return { ...answer, app: chosen, channel, name };
  });

  return (
    <div class="columns">
      <Card title="Publish an event">
        <form class="form" onSubmit={submit}>
          <AppField value={chosen} set={setApp} />
          <TextField label="Channel" value={channel} set={setChannel} required placeholder="my-channel" main />
          <TextField label="Event" value={name} set={setName} required />
          <TextArea label="Data" hint={data.trim() === '' ? 'Empty.' : isJson(data) ? 'Valid JSON.' : 'No valid JSON: it is sent as a text.'} rows={7} value={data} set={setData} />
          <TextField label="Except socket (optional)" hint="The connection that does not receive it, as with broadcast()->toOthers() in Laravel." value={except} set={setExcept} placeholder="123.456" />
          {mayChange() ? <button type="submit" class="primary" disabled={busy}>Publish</button> : <p><ReadOnly /></p>}
        </form>
      </Card>
      <div>
        {error ? <Failure error={error} /> : result ? <Result key={result.event} result={result} /> : (
          <Card>
            <Empty title="The result appears here">How many subscriptions there were, who received the event and how fast.</Empty>
          </Card>
        )}
      </div>
    </div>
  );
}

function Result({ result }: { result: Published }) {
  const event = useAnswer<OneEvent>(result.event ? '/event' : null, { id: result.event }, 1_000);
  const { subscriptions } = result;
  return (
    <Card title="Result">
      <Verdict
        state={subscriptions > 0 ? 'ok' : 'unknown'}
        text={subscriptions > 0 ? `Published to ${num(subscriptions)} ${subscriptions === 1 ? 'subscription' : 'subscriptions'}.` : 'Published, but nobody is subscribed to this channel.'}
      />
      {event.data && subscriptions > 0 && <DeliveryDetail event={event.data.event} />}
      <p class="actions">
        <LinkButton icon="timeline" href={to('timeline', { app: result.app, channel: asPattern(result.channel), open: result.event })}>See it in the timeline</LinkButton>
        {result.event ? (
          <LinkButton icon="why" href={to('why', { app: result.app, event: result.event })}>Why?</LinkButton>
        ) : (
          <LinkButton icon="why" href={to('why', { app: result.app, channel: result.channel, event_name: result.name })}>Why?</LinkButton>
        )}
      </p>
    </Card>
  );
}
