// Try it, as a receiver of webhooks: sends one of an event that did not happen, and shows what was sent and answered.
import { useState } from 'preact/hooks';
import { post } from '../api';
import { AppField } from '../app-field';
import { oneApp } from '../apps';
import { CopyBlock } from '../copy';
import { duration } from '../format';
import { Card, DocsLink, Empty, Failure, Field, ReadOnly } from '../parts';
import { Payload } from '../payload';
import { useAnswer } from '../read';
import { mayChange } from '../session';
import { Verdict } from '../steps';
import { useSubmit } from '../submit';
import { plain, Text } from '../text';
import { TextArea, TextField } from '../text-field';
import type { Receiver, Simulated, Webhook } from '../wire';

/** What an event has beside its channel, and a channel that it can be of. */
const EVENTS: Record<string, { channel: string; user?: boolean; client?: boolean; count?: boolean }> = {
  channel_occupied: { channel: 'private-orders.7' },
  channel_vacated: { channel: 'private-orders.7' },
  member_added: { channel: 'presence-room', user: true },
  member_removed: { channel: 'presence-room', user: true },
  client_event: { channel: 'presence-room', user: true, client: true },
  cache_miss: { channel: 'cache-news' },
  subscription_count: { channel: 'news', count: true },
};

const VERIFY = `// Node.js: the raw body, before anything parses it.
import { createHmac, timingSafeEqual } from 'node:crypto';

function isValid(rawBody, headers, secret) {
  const expected = createHmac('sha256', secret).update(rawBody).digest('hex');
  const given = headers['x-pusher-signature'] ?? '';
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

// PHP:
// hash_equals(hash_hmac('sha256', file_get_contents('php://input'), $secret), $_SERVER['HTTP_X_PUSHER_SIGNATURE'] ?? '')

// A simulated request has the header X-Baton-Simulated: true; nothing has happened.
`;

export function TryWebhook() {
  const [app, setApp] = useState(oneApp() ?? '');
  const chosen = oneApp() ?? app;
  const list = useAnswer<{ receivers: Receiver[]; webhooks: Webhook[] }>(chosen ? '/webhooks' : null, { app: chosen, limit: 1 });
  const receivers = list.data?.receivers;
  const [values, setValues] = useState({ receiver: 0, event: 'member_added', channel: 'presence-room', user: '7', name: 'client-typing', data: '{"text": "hello"}', count: '1' });
  const about = EVENTS[values.event]!;
  const typed = (name: 'channel' | 'user' | 'name' | 'data' | 'count') => (value: string) => setValues({ ...values, [name]: value });
  const setEvent = (event: string) => {
    // A name that somebody has typed stays; one of these examples makes room for that of the other event.
    const isExample = Object.values(EVENTS).some((each) => each.channel === values.channel);
    setValues({ ...values, event, channel: isExample ? EVENTS[event]!.channel : values.channel });
  };

  const { busy, result, error, submit } = useSubmit(() =>
    post<Simulated>('/webhooks/simulate', {
      app: chosen,
      receiver: values.receiver,
      event: values.event,
      channel: values.channel,
      ...(about.user && { user: values.user }),
      ...(about.client && { client_event: values.name, data: values.data }),
      ...(about.count && { subscription_count: Number(values.count) }),
    }),
  );

  return (
    <div class="columns">
      <Card title="Simulate a webhook">
        <form class="form" onSubmit={submit}>
          <p class="hint">
            The server sends one request to a receiver of the app, signed as a real one, once, and with the header <code>X-Baton-Simulated: true</code>. Nothing happens on the channel, and the delivery log does not have it.
          </p>
          <AppField value={chosen} set={setApp} />
          {receivers?.length === 0 && (
            <div class="error-text" role="alert">
              <p>The app has no webhooks. Name a receiver in its setting <code>webhooks</code>.</p>
              <DocsLink page="webhooks.md#set-up" />
            </div>
          )}
          {list.error ? <Failure error={list.error} reload={list.reload} /> : null}
          {receivers && receivers.length > 1 && (
            <Field label="Receiver">
              {(ids) => (
                <select {...ids} value={String(values.receiver)} onChange={(event) => setValues({ ...values, receiver: Number(event.currentTarget.value) })}>
                  {receivers.map((each) => (
                    <option key={each.id} value={String(each.id)}>{plain(each.url, 100)}</option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <Field label="Event">
            {(ids) => (
              <select {...ids} value={values.event} onChange={(event) => setEvent(event.currentTarget.value)}>
                {Object.keys(EVENTS).map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            )}
          </Field>
          <TextField label="Channel" value={values.channel} set={typed('channel')} required placeholder={about.channel} main />
          {about.user && (
            <TextField label="User" hint={about.client ? 'Who sent it; known on presence channels alone.' : undefined} value={values.user} set={typed('user')} required={!about.client} />
          )}
          {about.client && (
            <>
              <TextField label="Name of the client event" value={values.name} set={typed('name')} required />
              <TextArea label="Data of the client event" rows={3} value={values.data} set={typed('data')} />
            </>
          )}
          {about.count && (
            <Field label="Subscriptions">
              {(ids) => <input {...ids} class="mono" type="number" min={0} max={4_294_967_295} value={values.count} required onInput={(event) => typed('count')(event.currentTarget.value)} />}
            </Field>
          )}
          {mayChange() ? (
            <button type="submit" class="primary" disabled={busy || !receivers?.length}>{busy ? 'Waiting for the receiver…' : 'Send'}</button>
          ) : (
            <p><ReadOnly /></p>
          )}
        </form>
      </Card>
      <div>
        {error ? (
          <Failure error={error} />
        ) : result ? (
          <Result result={result} />
        ) : (
          <Card>
            <Empty title="The result appears here">The request as it was sent, with its signature, and what the receiver answered.</Empty>
          </Card>
        )}
        <Card title="Verify the signature">
          <CopyBlock text={VERIFY} label="code that verifies a webhook" />
        </Card>
      </div>
    </div>
  );
}

function Result({ result }: { result: Simulated }) {
  const took = duration(result.duration_ms);
  const text = result.delivered ? `Delivered: the receiver answered ${result.status} within ${took}.` : `Not delivered: ${result.error} (after ${took}). A real one would be sent again.`;
  return (
    <Card title="Result">
      <div class="form">
        <Verdict state={result.delivered ? 'ok' : 'failed'} text={text} />
        {result.fix && (
          <p class="step-fix">
            <strong>Fix: </strong>
            {result.fix}
          </p>
        )}
        <DocsLink page={result.page} />
        {!result.wanted && <p class="error-text">The receiver's events or channels leave this out: a real one would not be sent. It was sent all the same.</p>}
        <h3>Request to <Text v={result.url} class="wrap" /></h3>
        <dl class="facts">
          {result.request.headers.map(([name, value], i) => (
            <div key={i}>
              <dt class="mono">{name}</dt>
              <dd><Text v={value} max={2_000} /></dd>
            </div>
          ))}
        </dl>
        <Payload data={result.request.body} bytes={null} label="body of the request" />
        {result.answer && (
          <>
            <h3>Answer {result.status}</h3>
            {result.answer.body === '' ? <p class="hint">Without a body.</p> : <Payload data={result.answer.body} bytes={null} label="body of the answer" />}
            {result.answer.cut && <p class="hint">This is its beginning.</p>}
          </>
        )}
      </div>
    </Card>
  );
}
