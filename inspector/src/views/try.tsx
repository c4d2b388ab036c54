// Try it: publish an event, sign and check subscriptions, and code to begin with. What a client receives and a receiver of
// webhooks are in files of their own.
import { useEffect, useRef, useState } from 'preact/hooks';
import { get, post } from '../api';
import { AppField } from '../app-field';
import { oneApp } from '../apps';
import { CopyBlock } from '../copy';
import { DeliveryDetail } from '../delivery';
import { num } from '../format';
import { asPattern, Card, Empty, Failure, Field, LinkButton, Loading, ReadOnly, View } from '../parts';
import { useAnswer } from '../read';
import { route, setParams, to } from '../route';
import { mayChange } from '../session';
import { outcome, Steps, Verdict } from '../steps';
import { Text } from '../text';
import type { OneEvent, Step, TimelinePage } from '../wire';
import { TryClient } from './try-client';
import { TryWebhook } from './try-webhook';

const TABS = { publish: 'Publish', client: 'Subscribe', sign: 'Signatures', webhook: 'Webhook', snippets: 'Client snippets' } as const;

const SHOWN: Record<keyof typeof TABS, () => preact.JSX.Element> = { publish: Publish, client: TryClient, sign: Signatures, webhook: TryWebhook, snippets: Snippets };

export function TryIt() {
  const asked = route.value.params.get('tab') ?? 'publish';
  const tab = (asked in TABS ? asked : 'publish') as keyof typeof TABS;
  const Shown = SHOWN[tab];
  const tabs = useRef<HTMLElement>(null);
  // On a phone there is not room for all of them.
  useEffect(() => tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [tab]);
  return (
    <View name="try" title="Try it">
      <nav class="tabs" aria-label="Parts of Try it" ref={tabs}>
        {(Object.keys(TABS) as (keyof typeof TABS)[]).map((each) => (
          <a key={each} href={to('try', { tab: each === 'publish' ? null : each })} aria-current={each === tab ? 'page' : undefined}>
            {TABS[each]}
          </a>
        ))}
      </nav>
      <Shown />
    </View>
  );
}

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

function Publish() {
  const { params } = route.value;
  const [app, setApp] = useState(oneApp() ?? '');
  const [channel, setChannel] = useState(params.get('channel') ?? '');
  const [name, setName] = useState(params.get('event') ?? 'test-event');
  const [data, setData] = useState('{"message": "Hello"}');
  const [except, setExcept] = useState('');
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Published | null>(null);
  const [error, setError] = useState<unknown>(null);
  const chosen = oneApp() ?? app;

  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      // The server records what somebody looks at. So the event that follows is recorded and can be shown.
      await get<TimelinePage>('/timeline', { app: chosen, channel: asPattern(channel), limit: 1 }).catch(() => null);
      const answer = await post<{ event: string | null; subscriptions: number }>('/publish', {
        app: chosen,
        channel,
        event: name,
        data,
        socket_id: except.trim() || null,
      });
      setResult({ ...answer, app: chosen, channel, name });
    } catch (failure) {
      setResult(null);
      setError(failure);
    }
    setBusy(false);
  };

  return (
    <div class="columns">
      <Card title="Publish an event">
        <form class="form" onSubmit={submit}>
          <AppField value={chosen} set={setApp} />
          <Field label="Channel">
            {(ids) => <input {...ids} class="mono" value={channel} required placeholder="my-channel" spellcheck={false} autocomplete="off" data-main-search onInput={(event) => setChannel(event.currentTarget.value)} />}
          </Field>
          <Field label="Event">
            {(ids) => <input {...ids} class="mono" value={name} required spellcheck={false} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />}
          </Field>
          <Field label="Data" hint={data.trim() === '' ? 'Empty.' : isJson(data) ? 'Valid JSON.' : 'No valid JSON: it is sent as a text.'}>
            {(ids) => <textarea {...ids} class="mono" rows={7} value={data} spellcheck={false} onInput={(event) => setData(event.currentTarget.value)} />}
          </Field>
          <Field label="Except socket (optional)" hint="The connection that does not receive it, as with broadcast()->toOthers() in Laravel.">
            {(ids) => <input {...ids} class="mono" value={except} placeholder="123.456" spellcheck={false} autocomplete="off" onInput={(event) => setExcept(event.currentTarget.value)} />}
          </Field>
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

function Signatures() {
  const { params } = route.value;
  const [app, setApp] = useState(oneApp() ?? '');
  const [socket, setSocket] = useState(params.get('socket') ?? '');
  const [channel, setChannel] = useState(params.get('channel') ?? '');
  const [channelData, setChannelData] = useState('');
  const [auth, setAuth] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [signed, setSigned] = useState<{ auth: string; signed: string; steps?: Step[] } | null>(null);
  const [checked, setChecked] = useState<{ ok: boolean; steps: Step[] } | null>(null);
  const chosen = oneApp() ?? app;
  const presence = channel.startsWith('presence-');

  const run = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const check = (event.submitter as HTMLButtonElement | null)?.value === 'check';
    setBusy(true);
    setError(null);
    setSigned(null);
    setChecked(null);
    const body = { app: chosen, socket: socket.trim(), channel, channel_data: channelData || null };
    try {
      if (check) setChecked(await post('/check', { ...body, auth: auth.trim() }));
      else setSigned(await post('/sign', body));
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };

  return (
    <div class="columns">
      <Card title="Sign or check a subscription">
        <form class="form" onSubmit={run}>
          <p class="hint">
            A private or presence channel needs a signature by the app's secret. Check what your auth endpoint answered, or let the server sign and compare.
          </p>
          <AppField value={chosen} set={setApp} />
          <Field label="Socket id">
            {(ids) => <input {...ids} class="mono" value={socket} required placeholder="123.456" spellcheck={false} autocomplete="off" data-main-search onInput={(event) => setSocket(event.currentTarget.value)} />}
          </Field>
          <Field label="Channel">
            {(ids) => <input {...ids} class="mono" value={channel} required placeholder="private-orders.7" spellcheck={false} autocomplete="off" onInput={(event) => setChannel(event.currentTarget.value)} />}
          </Field>
          <Field label={presence ? 'channel_data' : 'channel_data (presence channels)'} hint="Exactly as your auth endpoint answered it: each space counts.">
            {(ids) => <textarea {...ids} class="mono" rows={3} value={channelData} required={presence} placeholder={'{"user_id":"7","user_info":{"name":"Ann"}}'} spellcheck={false} onInput={(event) => setChannelData(event.currentTarget.value)} />}
          </Field>
          <Field label="auth, to be checked" hint="The value of auth in the answer of your auth endpoint: the key, a colon, and the signature.">
            {(ids) => <input {...ids} class="mono" value={auth} placeholder="app-key:58df8b0c36d6982b…" spellcheck={false} autocomplete="off" onInput={(event) => setAuth(event.currentTarget.value)} />}
          </Field>
          <div class="actions">
            <button type="submit" value="check" class="primary" disabled={busy || auth.trim() === ''}>Check</button>
            {mayChange() ? <button type="submit" value="sign" disabled={busy}>Sign</button> : <ReadOnly />}
          </div>
        </form>
      </Card>
      <div>
        {error ? (
          <Failure error={error} />
        ) : signed ? (
          <Card title="Signed">
            <p class="label">auth</p>
            <CopyBlock text={signed.auth} label="auth" />
            <p class="label">What was signed</p>
            <CopyBlock text={signed.signed} label="what was signed" />
            {signed.steps && <Steps steps={signed.steps} label="Steps of the signature" />}
          </Card>
        ) : checked ? (
          <Card title="Checked">
            <Verdict text={checked.ok ? 'The server accepts this signature.' : 'The server refuses this signature.'} state={checked.ok ? 'ok' : outcome(checked.steps) === 'ok' ? 'failed' : outcome(checked.steps)} />
            <Steps steps={checked.steps} label="What was checked, in order" />
          </Card>
        ) : (
          <Card>
            <Empty title="The steps appear here">What is signed, with which key, and where two signatures begin to differ.</Empty>
          </Card>
        )}
      </div>
    </div>
  );
}

interface Snippet {
  name: string;
  language: string;
  code: string;
}

function Snippets() {
  const app = oneApp();
  const answer = useAnswer<{ snippets: Snippet[] }>(app ? '/snippets' : null, { app });
  const wanted = route.value.params.get('snippet');
  const snippets = answer.data?.snippets ?? [];
  const shown = snippets.find((each) => each.name === wanted) ?? snippets[0];
  if (!app) return <Card><form class="form"><AppField value="" set={(value) => setParams({ app: value })} /></form></Card>;
  if (answer.error) return <Failure error={answer.error} reload={answer.reload} />;
  if (!answer.data) return <Loading />;
  if (!shown) return <Empty title="No snippet">The server has none for this app.</Empty>;
  return (
    <Card title="Connect a client">
      <div class="segments wrapping" role="group" aria-label="Library">
        {snippets.map((each) => (
          <button key={each.name} type="button" aria-pressed={each === shown} onClick={() => setParams({ snippet: each.name })}>
            {each.name}
          </button>
        ))}
      </div>
      <p class="hint">For the app <Text v={app} /> and the address of this page.</p>
      <CopyBlock text={shown.code} label={`code for ${shown.name}`} />
    </Card>
  );
}

