// Connections: who is connected, and all about one of them.
import { post } from '../api';
import { confirm } from '../dialog';
import { bytes, duration, num, Time } from '../format';
import { Grid, type Column } from '../grid';
import { Icon } from '../icons';
import { Actions, Badge, Button, Card, Counted, Empty, Fact, Facts, Failure, LinkButton, Loading, Search, View } from '../parts';
import { useAnswer, usePages } from '../read';
import { go, route, setParams, to } from '../route';
import { boundApp, chosenApp } from '../session';
import { Text } from '../text';
import { toast } from '../toast';
import type { ConnectionDetail, ConnectionPage, ConnectionRow } from '../wire';
import { RefusalItem } from './refusals';

const STATE_TONES = { open: 'good', waiting: 'warn', closing: 'bad', closed: 'calm' } as const;

const STATE_TEXTS: Record<string, string> = {
  waiting: 'It is not read until a question, such as a hook or a policy, is answered.',
};

function State({ state }: { state: ConnectionRow['state'] }) {
  return <Badge tone={STATE_TONES[state] ?? 'calm'}>{state}</Badge>;
}

const COLUMNS: Column<ConnectionRow>[] = [
  { name: 'socket', label: 'Socket', cell: (row) => <Text v={row.socket} /> },
  { name: 'state', label: 'State', cell: (row) => <State state={row.state} /> },
  { name: 'user', label: 'User', cell: (row) => (row.user === null ? '' : <Text v={row.user} />) },
  { name: 'address', label: 'Address', cell: (row) => <Text v={row.address} /> },
  { name: 'protocol', label: 'Protocol', cell: (row) => <><Text v={row.protocol} /> <span class="hint"><Text v={row.transport} /></span></> },
  { name: 'app', label: 'App', cell: (row) => <Text v={row.app} /> },
  { name: 'subscriptions', label: 'Subs', cell: (row) => num(row.subscriptions) },
  { name: 'outbox', label: 'Outbox', cell: (row) => (row.outbox_bytes === 0 ? <span class="hint">0</span> : bytes(row.outbox_bytes)) },
  { name: 'silent', label: 'Silent', cell: (row) => duration(row.silent_ms) },
  { name: 'opened', label: 'Opened', cell: (row) => <Time ms={row.opened_ms} /> },
];

const AGAIN_MS = 5_000;

export function Connections() {
  const { params } = route.value;
  const app = chosenApp();
  const search = params.get('search') ?? '';
  const channel = params.get('channel');
  const user = params.get('user');
  const pages = usePages<ConnectionPage, ConnectionRow>('/connections', { app, search, channel, user }, (page) => page.connections, AGAIN_MS);
  const total = pages.page?.total;
  return (
    <View
      name="connections"
      title="Connections"
      fill
      actions={<Counted total={total} loaded={pages.rows.length} what="found" />}
    >
      <div class="filters" role="search" aria-label="Filter of the connections">
        <Search main icon label="Search connections" placeholder="Socket id, user or address" value={search} apply={(text) => setParams({ search: text })} />
        {channel && <Chip name="channel" value={channel} />}
        {user && <Chip name="user" value={user} />}
        {user && app && <CloseUser app={app} user={user} />}
        <Button icon="refresh" class="plain" onClick={pages.reload}>Refresh</Button>
      </div>
      {pages.error ? (
        <Failure error={pages.error} reload={pages.reload} />
      ) : (
        <div class="list-box">
          <Grid
            name="connections"
            label="Connections"
            columns={boundApp() ? COLUMNS.filter((column) => column.name !== 'app') : COLUMNS}
            count={pages.rows.length}
            row={(i) => pages.rows[i]!}
            id={(row) => row.socket}
            open={(row) => go(to('connection', { socket: row.socket }))}
            more={pages.more}
            top={`${app} ${search} ${channel} ${user}`}
            empty={
              pages.loading ? (
                <Loading />
              ) : (
                <Empty title={search || channel || user ? 'No connection matches' : 'No client is connected'}>
                  <p>
                    {search
                      ? 'A connection that has ended is not in the list. The explanation knows the last thousand of them.'
                      : 'If a client should be here, look at what the server refused.'}
                  </p>
                  <p class="actions center">
                    {/^\d+\.\d+$/.test(search) && <LinkButton icon="why" href={to('why', { socket: search })}>Why?</LinkButton>}
                    <LinkButton icon="refusals" href={to('refusals')}>Refusals</LinkButton>
                    <LinkButton icon="try" href={to('try', { tab: 'snippets' })}>Client snippets</LinkButton>
                  </p>
                </Empty>
              )
            }
          />
        </div>
      )}
    </View>
  );
}

function Chip({ name, value }: { name: string; value: string }) {
  return (
    <span class="chip">
      {name} <Text v={value} max={60} />
      <button type="button" class="plain" aria-label={`Remove the filter on this ${name}`} onClick={() => setParams({ [name]: null })}>
        <Icon name="close" />
      </button>
    </span>
  );
}

function CloseUser({ app, user }: { app: string; user: string }) {
  const ask = (reconnect: boolean) =>
    confirm({
      title: reconnect ? 'Let all connections of the user reconnect?' : 'Close all connections of the user?',
      action: reconnect ? 'Reconnect all' : 'Close all',
      danger: !reconnect,
      text: (
        <>
          <p>
            User <Text v={user} max={200} /> of app <Text v={app} max={200} />.
          </p>
          <p>
            {reconnect
              ? 'They are closed with code 4200 and come back at once, for example after the rights of the user have changed.'
              : 'They are closed with code 4009, after which clients do not reconnect by themselves.'}
          </p>
        </>
      ),
      run: async () => {
        const { closed } = await post<{ closed: number }>('/user/close', { app, user, reconnect });
        toast(`Closed ${num(closed)} ${closed === 1 ? 'connection' : 'connections'}.`);
      },
    });
  return (
    <Actions>
      <Button onClick={() => ask(true)}>Reconnect all of the user</Button>
      <Button class="danger-soft" onClick={() => ask(false)}>Close all of the user</Button>
    </Actions>
  );
}

export function Connection() {
  const socket = route.value.params.get('socket');
  const answer = useAnswer<ConnectionDetail>(socket ? '/connection' : null, { socket }, 2_000);
  const { data } = answer;
  const close = () =>
    confirm({
      title: 'Close this connection?',
      action: 'Close',
      danger: true,
      text: <p>Socket <Text v={socket} />. Whether the client comes back by itself depends on its library and the close code.</p>,
      run: async () => {
        await post('/connection/close', { socket });
        toast('Closed.');
        answer.reload();
      },
    });
  return (
    <View
      name="connection"
      title={
        <>
          <a class="back" href={to('connections')} aria-label="All connections">
            <Icon name="back" />
          </a>
          <Text v={socket} max={60} />
        </>
      }
      actions={
        socket && (
          <>
            <LinkButton icon="why" href={to('why', { app: data?.app, socket })}>Why?</LinkButton>
            {data && data.state !== 'closed' && (
              <Actions>
                <Button class="danger-soft" onClick={close}>Close connection</Button>
              </Actions>
            )}
          </>
        )
      }
    >
      {!socket ? (
        <Empty title="No connection is named">Choose one in the list of connections.</Empty>
      ) : answer.error ? (
        <Failure error={answer.error} reload={answer.reload} />
      ) : !data ? (
        <Loading />
      ) : (
        <Detail connection={data} />
      )}
    </View>
  );
}

function Detail({ connection }: { connection: ConnectionDetail }) {
  const { closed, channels = [], refusals = [] } = connection;
  return (
    <div class="columns">
      <div>
        <Card title="Connection">
          <Facts>
            <Fact name="State">
              <State state={connection.state} /> <span class="hint">{STATE_TEXTS[connection.state]}</span>
            </Fact>
            {closed && (
              <Fact name="Closed">
                <Time ms={closed.time_ms} /> by <Text v={closed.by} />
                {closed.code !== null && <>, code {closed.code}</>}
                {closed.reason && <>: <Text v={closed.reason} max={2000} class="wrap" /></>}
              </Fact>
            )}
            <Fact name="App"><Text v={connection.app} /></Fact>
            <Fact name="User">
              <Text v={connection.user} max={2000} class="wrap" />{' '}
              {connection.user !== null && <a href={to('connections', { app: connection.app, user: connection.user })}>all of the user</a>}
            </Fact>
            <Fact name="Protocol"><Text v={connection.protocol} />, <Text v={connection.transport} /></Fact>
            <Fact name="Address"><Text v={connection.address} /></Fact>
            {connection.opened_ms !== undefined && <Fact name="Opened"><Time ms={connection.opened_ms} full /></Fact>}
            {connection.silent_ms !== undefined && <Fact name="Silent for">{duration(connection.silent_ms)}</Fact>}
            {connection.messages_in !== undefined && <Fact name="Messages in">{num(connection.messages_in)}</Fact>}
            {connection.outbox_bytes !== undefined && (
              <Fact name="Outbox">
                {bytes(connection.outbox_bytes)} {connection.outbox_bytes > 0 && <span class="hint">not yet taken by the client's network</span>}
              </Fact>
            )}
            {connection.loop !== undefined && <Fact name="Event loop">{num(connection.loop)}</Fact>}
          </Facts>
        </Card>
        {connection.user !== null && connection.state !== 'closed' && (
          <Card title="User">
            <div class="actions">
              <CloseUser app={connection.app} user={connection.user} />
            </div>
          </Card>
        )}
        <Card title={`Refusals (${num(refusals.length)})`}>
          {refusals.length === 0 ? (
            <p class="hint">Nothing of this connection was refused.</p>
          ) : (
            <ul class="refusals">
              {refusals.map((refusal) => (
                <RefusalItem key={refusal.id} refusal={refusal} />
              ))}
            </ul>
          )}
        </Card>
      </div>
      <Card title={`Subscriptions (${num(connection.subscriptions ?? channels.length)})`}>
        {channels.length === 0 ? (
          <Empty title="No subscription">
            The client has subscribed to no channel. <a href={to('why', { app: connection.app, socket: connection.socket })}>Why?</a> shows what it tried.
          </Empty>
        ) : (
          <ul class="plain-list long">
            {channels.map((channel) => (
              <li key={channel.id}>
                <a href={to('channel', { app: connection.app, id: channel.id })}>
                  <Text v={channel.channel ?? channel.id} />
                </a>
                {channel.user !== null && <span class="hint"> as <Text v={channel.user} max={60} /></span>}
              </li>
            ))}
          </ul>
        )}
        {channels.length > 0 && channels.length < (connection.subscriptions ?? 0) && <p class="hint">The first {num(channels.length)} are shown.</p>}
      </Card>
    </div>
  );
}
