// Refusals: what the server did not accept, why, and what to change.
import { num, Time } from '../format';
import { Grid, type Column } from '../grid';
import { Panel } from '../panel';
import { Badge, Button, DocsLink, Empty, Fact, Facts, Failure, LinkButton, Loading, Search, View } from '../parts';
import { usePages } from '../read';
import { route, setParams, to } from '../route';
import { boundApp, chosenApp } from '../session';
import { Text } from '../text';
import type { Refusal, RefusalPage } from '../wire';

const COLUMNS: Column<Refusal>[] = [
  { name: 'time', label: 'Time', cell: (row) => <Time ms={row.time_ms} /> },
  { name: 'cause', label: 'Cause', cell: (row) => <Badge tone="bad"><Text v={row.cause} max={40} /></Badge> },
  { name: 'why', label: 'Why', cell: (row) => <Text v={row.why} class="prose" /> },
  { name: 'channel', label: 'Channel', cell: (row) => (row.channel === null ? '' : <Text v={row.channel} />) },
  { name: 'address', label: 'From', cell: (row) => <Text v={row.socket ?? row.address} /> },
  { name: 'app', label: 'App', cell: (row) => (row.app === null ? '' : <Text v={row.app} />) },
];

const AGAIN_MS = 3_000;

export function Refusals() {
  const { params } = route.value;
  const app = chosenApp();
  const query = { app, search: params.get('search'), cause: params.get('cause'), channel: params.get('channel'), socket: params.get('socket') };
  const pages = usePages<RefusalPage, Refusal>('/refusals', query, (page) => page.refusals, AGAIN_MS);
  const filtered = Boolean(query.search || query.cause || query.channel || query.socket);
  const open = params.get('open');
  const found = open === null ? undefined : pages.rows.find((row) => String(row.id) === open);
  const close = () => setParams({ open: null });
  const omitted = pages.page?.omitted ?? 0;
  return (
    <View
      name="refusals"
      title="Refusals"
      fill
      actions={omitted > 0 && <Badge tone="warn">{num(omitted)} not recorded: more than 100 in a second</Badge>}
    >
      <div class="filters" role="search" aria-label="Filter of the refusals">
        <Search main icon label="Search refusals" placeholder="Search" value={query.search ?? ''} apply={(search) => setParams({ search })} />
        <Search label="Cause" placeholder="Cause, such as signature" value={query.cause ?? ''} apply={(cause) => setParams({ cause })} />
        <Search label="Channel" value={query.channel ?? ''} apply={(channel) => setParams({ channel })} />
        <Search label="Socket id" value={query.socket ?? ''} apply={(socket) => setParams({ socket })} />
        {filtered && <Button class="plain" onClick={() => setParams({ search: null, cause: null, channel: null, socket: null })}>Reset</Button>}
      </div>
      {pages.error ? (
        <Failure error={pages.error} reload={pages.reload} />
      ) : (
        <div class={`split ${found ? 'has-panel' : ''}`}>
          <div class="list-box">
            <Grid
              name="refusals"
              label="Refusals, the newest first"
              columns={boundApp() ? COLUMNS.filter((column) => column.name !== 'app') : COLUMNS}
              count={pages.rows.length}
              row={(i) => pages.rows[i]!}
              id={(row) => String(row.id)}
              selected={found ? open : null}
              open={(row) => setParams({ open: String(row.id) })}
              more={pages.more}
              top={JSON.stringify(query)}
              empty={
                pages.loading ? (
                  <Loading />
                ) : (
                  <Empty title={filtered ? 'No refusal matches' : 'Nothing was refused'}>
                    {filtered ? 'Remove a filter to see more.' : 'Refused connections, subscriptions and messages appear here, each with its cause and what to change.'}
                  </Empty>
                )
              }
            />
          </div>
          {found && (
            <Panel title={<Text v={found.cause} max={60} />} close={close}>
              <RefusalDetail refusal={found} />
            </Panel>
          )}
        </div>
      )}
    </View>
  );
}

function Explanation({ refusal }: { refusal: Refusal }) {
  return (
    <>
      <p><Text v={refusal.why} max={4000} lines class="prose" /></p>
      {refusal.fix && (
        <p class="step-fix">
          <strong>Fix: </strong>
          <Text v={refusal.fix} max={4000} lines class="prose" />
        </p>
      )}
      <DocsLink page={refusal.page} />
    </>
  );
}

function RefusalDetail({ refusal }: { refusal: Refusal }) {
  return (
    <>
      <Explanation refusal={refusal} />
      <div class="actions">
        {refusal.socket !== null && <LinkButton icon="why" href={to('why', { app: refusal.app, socket: refusal.socket })}>Why?</LinkButton>}
        {refusal.socket !== null && <LinkButton icon="connections" href={to('connection', { app: refusal.app, socket: refusal.socket })}>Connection</LinkButton>}
        {refusal.channel !== null && refusal.socket !== null && refusal.cause === 'signature' && (
          <LinkButton icon="try" href={to('try', { app: refusal.app, tab: 'sign', socket: refusal.socket, channel: refusal.channel })}>Check a signature</LinkButton>
        )}
      </div>
      <Facts>
        <Fact name="Time"><Time ms={refusal.time_ms} full /></Fact>
        <Fact name="App"><Text v={refusal.app} /></Fact>
        <Fact name="Key"><Text v={refusal.key} max={2000} class="wrap" /></Fact>
        <Fact name="Channel"><Text v={refusal.channel} max={20_000} class="wrap" /></Fact>
        <Fact name="Socket"><Text v={refusal.socket} /></Fact>
        <Fact name="Address"><Text v={refusal.address} /></Fact>
      </Facts>
    </>
  );
}

/** A refusal among the details of a connection. */
export function RefusalItem({ refusal }: { refusal: Refusal }) {
  return (
    <li class="refusal">
      <p>
        <Badge tone="bad"><Text v={refusal.cause} max={40} /></Badge> <Time ms={refusal.time_ms} />
        {refusal.channel !== null && <> <Text v={refusal.channel} max={80} /></>}
      </p>
      <Explanation refusal={refusal} />
    </li>
  );
}
