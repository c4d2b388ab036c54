// Try it, as a client: a real connection from this page, subscribed as a given user, with what it receives.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { post } from '../api';
import { AppField } from '../app-field';
import { oneApp } from '../apps';
import { num, Time } from '../format';
import { Icon } from '../icons';
import { Badge, Button, Card, DocsLink, Empty, Failure, Field } from '../parts';
import { Payload } from '../payload';
import { NARROW, useAnswer } from '../read';
import { route, to } from '../route';
import { boundApp, mayChange } from '../session';
import { Text } from '../text';
import { TextArea, TextField } from '../text-field';
import type { Client } from '../trial/client';
import { Log, type Row, type Tone } from '../trial/log';
import { PusherClient } from '../trial/pusher';
import { SupabaseClient } from '../trial/supabase';
import type { ClientInfo } from '../wire';

const TONES: Record<Tone, 'good' | 'bad' | 'info' | 'calm' | 'member'> = { received: 'info', sent: 'member', good: 'good', bad: 'bad', calm: 'calm' };
const ROLES = ['authenticated', 'anon'] as const;

export function TryClient() {
  const [app, setApp] = useState(oneApp() ?? '');
  const chosen = oneApp() ?? app;
  if (!mayChange()) {
    return (
      <Card>
        <Empty title="For operators only">
          A client in this page receives the messages themselves, and the server signs its subscriptions. The role reader sees no payloads and signs nothing: sign in as operator to use this.
        </Empty>
      </Card>
    );
  }
  return <Connected key={chosen} app={chosen} setApp={setApp} />;
}

interface Values {
  protocol: 'pusher' | 'supabase';
  channel: string;
  userId: string;
  userInfo: string;
  signIn: string;
  role: (typeof ROLES)[number];
  sub: string;
  claims: string;
  isPrivate: boolean;
  token: string;
  event: string;
  data: string;
}

const invalid = (text: string, empty: boolean): string | null => {
  if (text.trim() === '') return empty ? null : 'Empty.';
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'It has to be a JSON object.';
  } catch {
    return 'It is no valid JSON.';
  }
};

function Connected({ app, setApp }: { app: string; setApp: (app: string) => void }) {
  const info = useAnswer<ClientInfo>(app ? '/client' : null, { app, origin: location.origin });
  const [values, setValues] = useState<Values>({
    protocol: 'pusher',
    channel: route.value.params.get('channel') ?? '',
    userId: '1',
    userInfo: '{"name": "Test user"}',
    signIn: '',
    role: 'authenticated',
    sub: '',
    claims: '',
    isPrivate: false,
    token: '',
    event: 'client-test',
    data: '{"message": "Hello"}',
  });
  const [log] = useState(() => new Log());
  const [client, setClient] = useState<PusherClient | SupabaseClient | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const last = useRef<Client | null>(null);
  last.current = client;
  // The connection ends with the view.
  useEffect(() => () => last.current?.disconnect(), []);

  const set = <K extends keyof Values>(name: K, value: Values[K]) => setValues((was) => ({ ...was, [name]: value }));
  const typed = (name: 'channel' | 'userId' | 'userInfo' | 'signIn' | 'sub' | 'claims' | 'token' | 'event' | 'data') => (value: string) => set(name, value);
  const { protocol, channel } = values;
  const isOpen = client !== null && client.state.value !== 'closed';
  const isSubscribed = isOpen && client.channels.value.includes(channel);
  const isPresence = protocol === 'pusher' && channel.startsWith('presence-');
  const signsTokens = info.data?.signs_tokens === true && boundApp() === null;

  const member = (): string | null => {
    if (!isPresence) return null;
    return JSON.stringify({ user_id: values.userId, ...(values.userInfo.trim() && { user_info: JSON.parse(values.userInfo) as unknown }) });
  };
  const token = async (): Promise<string> => {
    if (!signsTokens || values.token.trim()) return values.token.trim();
    const claims = values.claims.trim() ? (JSON.parse(values.claims) as unknown) : null;
    const body = { app, role: values.role, sub: values.sub.trim() || null, claims };
    return (await post<{ token: string }>('/token', body)).token;
  };

  /** The connection that there is, or a new one. */
  const connected = async (about: ClientInfo): Promise<PusherClient | SupabaseClient | null> => {
    if (isOpen) {
      if (client instanceof PusherClient) client.user.member = member();
      else client.user.isPrivate = values.isPrivate;
      return client;
    }
    const signIn = values.signIn.trim() ? JSON.stringify({ id: values.signIn.trim() }) : null;
    const fresh =
      protocol === 'pusher' ? new PusherClient(about, log, { member: member(), signIn }) : new SupabaseClient(about, log, { token, isPrivate: values.isPrivate });
    setClient(fresh);
    return (await fresh.connect()) ? fresh : null;
  };

  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  const subscribe = (event: Event) => {
    event.preventDefault();
    const about = info.data;
    if (!about) return;
    void run(async () => {
      // On a phone they are below the form.
      if (matchMedia(NARROW).matches) document.querySelector('.columns.client .received')?.scrollIntoView();
      await (await connected(about))?.subscribe(channel);
    });
  };
  const wrongInfo = isPresence ? invalid(values.userInfo, true) : null;
  const wrongClaims = protocol === 'supabase' && signsTokens ? invalid(values.claims, true) : null;
  const needsToken = protocol === 'supabase' && !signsTokens && values.token.trim() === '';
  const obstacle = info.data && obstacleOf(info.data);

  return (
    <div class="columns client">
      <div>
        <Card title="Subscribe as a client">
          <form class="form" onSubmit={subscribe}>
            <p class="hint">This page opens a real connection to the app, and joins the channel as the user that you name. Others on the channel see it. It ends when you leave this view.</p>
            <fieldset class="form" disabled={isOpen}>
              <legend class="sr">Connection</legend>
              <AppField value={app} set={setApp} />
              {info.data?.supabase && (
                <div class="segments" role="group" aria-label="Protocol">
                  {(['pusher', 'supabase'] as const).map((each) => (
                    <button key={each} type="button" aria-pressed={protocol === each} onClick={() => set('protocol', each)}>
                      {each === 'pusher' ? 'Pusher' : 'Supabase'}
                    </button>
                  ))}
                </div>
              )}
              {protocol === 'pusher' ? (
                <TextField label="Sign in as user (optional)" hint="As pusher.signin() does: it receives what is sent to this user." value={values.signIn} set={typed('signIn')} placeholder="7" />
              ) : (
                <>
                  {signsTokens && (
                    <>
                      <Field label="Role" hint="The server signs a token with the app's jwt_secret. It is valid for five minutes.">
                        {(ids) => (
                          <select {...ids} value={values.role} onChange={(event) => set('role', event.currentTarget.value as Values['role'])}>
                            {ROLES.map((role) => (
                              <option key={role}>{role}</option>
                            ))}
                          </select>
                        )}
                      </Field>
                      <TextField label="User (claim sub, optional)" hint="auth.uid() in policies." value={values.sub} set={typed('sub')} placeholder="00000000-0000-0000-0000-000000000007" />
                      <TextArea label="More claims (optional)" hint={wrongClaims ?? 'A JSON object, such as {"app_metadata": {"team": 3}}.'} rows={2} value={values.claims} set={typed('claims')} wrong={wrongClaims !== null} />
                    </>
                  )}
                  <TextField
                    label={signsTokens ? 'Token (optional)' : 'Token'}
                    hint={signsTokens ? 'In place of one that the server signs.' : 'One that your project has signed for this user, or its anon key.'}
                    value={values.token}
                    set={typed('token')}
                    required={!signsTokens}
                    placeholder="eyJ…"
                  />
                </>
              )}
              {isOpen && <p class="hint">Disconnect to change the connection.</p>}
            </fieldset>
            <TextField label="Channel" value={channel} set={typed('channel')} required placeholder={protocol === 'pusher' ? 'private-orders.7' : 'orders.7'} main />
            {isPresence && (
              <>
                <TextField label="user_id" value={values.userId} set={typed('userId')} required />
                <TextArea label="user_info (optional)" hint={wrongInfo ?? 'What the other members see of this user: a JSON object.'} rows={2} value={values.userInfo} set={typed('userInfo')} wrong={wrongInfo !== null} />
              </>
            )}
            {protocol === 'supabase' && (
              <label class="check">
                <input type="checkbox" checked={values.isPrivate} onChange={(event) => set('isPrivate', event.currentTarget.checked)} />
                Private channel
              </label>
            )}
            {obstacle}
            <div class="actions">
              <button type="submit" class="primary" disabled={busy || isSubscribed || !info.data || !!obstacle || wrongInfo !== null || wrongClaims !== null || needsToken}>
                Subscribe
              </button>
              <button type="button" disabled={!isSubscribed} onClick={() => client?.unsubscribe(channel)}>Unsubscribe</button>
              <button type="button" disabled={!isOpen} onClick={() => client?.disconnect()}>Disconnect</button>
            </div>
          </form>
        </Card>
        {isOpen && <SendCard values={values} typed={typed} client={client} allowed={protocol === 'supabase' || info.data?.client_events === true} />}
      </div>
      <div>
        {info.error ? <Failure error={info.error} reload={info.reload} /> : error ? <Failure error={error} /> : null}
        <LogCard app={app} client={client} log={log} />
      </div>
    </div>
  );
}

/** Why this page cannot be a client of the app, and what to change. */
function obstacleOf(info: ClientInfo) {
  if (!info.enabled) {
    return (
      <p class="error-text" role="alert">
        The app is disabled, so its clients are refused. Enable it under Apps.
      </p>
    );
  }
  if (!info.origin_allowed) {
    return (
      <div class="error-text" role="alert">
        <p>
          The app's <code>allowed_origins</code> do not have this page's origin, so the server refuses its connections. Add <code>{location.origin}</code> to the list, and reload the settings.
        </p>
        <DocsLink page="reference/settings.md#allowed_origins" />
      </div>
    );
  }
  return null;
}

function SendCard({
  values,
  typed,
  client,
  allowed,
}: {
  values: Values;
  typed: (name: 'event' | 'data') => (value: string) => void;
  client: PusherClient | SupabaseClient;
  allowed: boolean;
}) {
  const { channel } = values;
  const isSubscribed = client.channels.value.includes(channel);
  const isPusher = client instanceof PusherClient;
  const send = (event: Event) => {
    event.preventDefault();
    client.trigger(channel, values.event, values.data);
  };
  const hint = !allowed
    ? 'The app has client_events = false: the server refuses them.'
    : isPusher
      ? 'Begins with client-, and needs a private or presence channel. This page does not receive its own.'
      : 'A broadcast. This page receives its own too.';
  return (
    <Card title="Send a client event" class="sends">
      <form class="form" onSubmit={send}>
        <TextField label="Name of the event" hint={hint} value={values.event} set={typed('event')} required />
        <TextArea label="Data of the event" rows={3} value={values.data} set={typed('data')} />
        <div class="actions">
          <button type="submit" disabled={!isSubscribed}>Send</button>
          {!isSubscribed && <span class="hint">Subscribe to the channel first.</span>}
        </div>
      </form>
    </Card>
  );
}

const STATES = { open: ['good', 'connected'], connecting: ['warn', 'connecting'], closed: ['calm', 'not connected'] } as const;

function LogCard({ app, client, log }: { app: string; client: Client | null; log: Log }) {
  const rows = log.rows.value;
  const dropped = log.dropped.value;
  const socket = client?.socket.value ?? null;
  const [tone, state] = STATES[client?.state.value ?? 'closed'];
  return (
    <Card
      class="received"
      title={
        <>
          Messages <Badge tone={tone}>{state}</Badge>
        </>
      }
      actions={rows.length > 0 && <Button class="plain small" onClick={() => log.clear()}>Clear</Button>}
    >
      {socket !== null && (
        <p class="actions trial-links">
          <span class="hint">
            Socket id <Text v={socket} />
          </span>
          <Beside class="button" href={to('connection', { socket })}>
            <Icon name="connections" />
            Connection
          </Beside>
          <Beside class="button" href={to('why', { socket })}>
            <Icon name="why" />
            Why?
          </Beside>
        </p>
      )}
      {rows.length === 0 ? (
        <Empty title="Messages appear here">The connection, the answer to each subscription, and every event with its data, the newest first.</Empty>
      ) : (
        <ol class="messages trial" aria-label="What the client sent and received, the newest first">
          {rows.map((row) => (
            <Entry key={row.id} app={app} row={row} />
          ))}
        </ol>
      )}
      {dropped > 0 && <p class="hint">{num(dropped)} older rows were dropped.</p>}
    </Card>
  );
}

/** A link to another view, in a tab of its own: the connection would end with this view. */
function Beside({ href, class: name, children }: { href: string; class?: string; children: ComponentChildren }) {
  return (
    <a class={name} href={href} target="_blank" rel="noopener" title="Opens in another tab, so that the connection stays">
      {children}
    </a>
  );
}

function Entry({ app, row }: { app: string; row: Row }) {
  const [open, setOpen] = useState(false);
  const head = (
    <>
      <Time ms={row.ms} />
      <Badge tone={TONES[row.tone]}>{row.what}</Badge>
      <span class="trial-text">
        {row.channel !== undefined && <Text v={row.channel} max={200} />}
        {row.event !== undefined && <Text v={row.event} max={200} class="trial-event" />}
        {row.brief !== undefined && <Text v={row.brief} max={1_000} class="prose" />}
        {row.data !== undefined && row.brief === undefined && !open && <Text v={row.data} max={200} class="trial-data" />}
      </span>
    </>
  );
  return (
    <li class="trial-row">
      {row.data === undefined ? (
        <div class="trial-head">{head}</div>
      ) : (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{head}</summary>
          {open && <Payload data={row.data} bytes={row.bytes} label={`data of ${row.what}`} />}
        </details>
      )}
      {row.tone === 'bad' && (
        <div class="trial-fix">
          {row.fix && (
            <p class="step-fix">
              <strong>Fix: </strong>
              <Text v={row.fix.text} max={4_000} lines class="prose" />
            </p>
          )}
          <p class="actions">
            {row.socket !== undefined ? (
              <Beside href={to('why', { app, socket: row.socket })}>Why?</Beside>
            ) : row.channel !== undefined ? (
              <Beside href={to('why', { app, channel: row.channel })}>Why?</Beside>
            ) : (
              <Beside href={to('refusals', { app })}>Refusals</Beside>
            )}
            <DocsLink page={row.fix?.page} />
          </p>
        </div>
      )}
    </li>
  );
}
