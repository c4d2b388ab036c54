// Database: how each app follows its PostgreSQL database, which tables are read, and why a user sees a row or not.
import { oneApp } from '../apps';
import { duration, num } from '../format';
import { Badge, Card, DocsLink, Empty, Fact, Facts, Failure, LinkButton, Loading, View } from '../parts';
import { useAnswer } from '../read';
import { route, to } from '../route';
import { chosenApp } from '../session';
import { ACTIONS, StackedTable } from '../table';
import { Text } from '../text';
import type { Database as State, PublishedTable, Tables as TablesAnswer } from '../wire';
import { Explain, mayExplain } from './explain';

const TONES = { read: 'good', idle: 'calm', 'not read': 'warn', down: 'bad' } as const;

const LABELS: Record<State['state'], string> = { read: 'streaming', idle: 'idle', 'not read': 'not streaming', down: 'unreachable' };

const MEANINGS: Record<State['state'], string> = {
  read: 'Its changes are read.',
  idle: 'It can be asked. Its changes are read once somebody follows a table.',
  'not read': 'It can be asked, but its changes are not read: the log of the server says why.',
  down: 'It cannot be reached: the log of the server says why.',
};

export function Database() {
  const app = chosenApp();
  const answer = useAnswer<{ apps: State[] }>('/database', { app }, 2_000);
  const apps = answer.data?.apps;
  // The only app with a database needs no choice.
  const one = oneApp() ?? (apps?.length === 1 ? apps[0]!.app : null);
  return (
    <View name="database" title="Database" actions={<DocsLink page="postgresql.md" />}>
      {answer.error ? (
        <Failure error={answer.error} reload={answer.reload} />
      ) : !apps ? (
        <Loading />
      ) : (
        <>
          <div class="cards">
            {apps.map((each) => <One key={each.app} database={each} />)}
          </div>
          {one && apps.some((each) => each.app === one) ? (
            <>
              {mayExplain() && <Explain key={`explain ${one} ${route.value.params.toString()}`} app={one} />}
              <Tables key={`tables ${one}`} app={one} />
            </>
          ) : (
            <Card>
              <Empty title="Choose an app">Its tables appear here once an app is chosen in the header.</Empty>
            </Card>
          )}
        </>
      )}
    </View>
  );
}

function One({ database }: { database: State }) {
  return (
    <Card title={<>App <Text v={database.app} max={60} /></>} actions={<Badge tone={TONES[database.state] ?? 'warn'}>{LABELS[database.state] ?? database.state}</Badge>}>
      <p class="hint">{MEANINGS[database.state]}</p>
      <Facts>
        <Fact name="Lag">{database.lag_ms === null ? '–' : duration(database.lag_ms)}</Fact>
        <Fact name="Publication"><Text v={database.publication} max={200} class="wrap" /></Fact>
        <Fact name="Replication slot"><Text v={database.slot} max={200} class="wrap" /></Fact>
        <Fact name="Policy checks for private channels">{num(database.policy_questions)}{database.policy_failures > 0 && `, ${num(database.policy_failures)} failed`}</Fact>
      </Facts>
    </Card>
  );
}

function Tables({ app }: { app: string }) {
  const answer = useAnswer<TablesAnswer>('/database/tables', { app }, 15_000);
  const { data } = answer;
  if (answer.error) return <Card title="Tables"><Failure error={answer.error} reload={answer.reload} /></Card>;
  if (!data) return <Card title="Tables"><Loading /></Card>;
  const followers = (table: PublishedTable) => data.followed.filter((one) => one.schema === table.schema && one.table === table.table);
  const others = data.followed.filter((one) => !data.tables.some((table) => table.schema === one.schema && table.table === one.table));
  return (
    <>
      <Card class="flush" title={`Tables (${data.complete ? '' : 'the first '}${num(data.tables.length)})`}>
        {data.tables.length === 0 ? (
          <Empty title="The publication has no tables">
            <code>alter publication {data.publication} add table …;</code> makes a table's changes available.
          </Empty>
        ) : (
          <StackedTable label="Published tables" caption="Tables whose changes are read" columns={['Table', 'Rows are seen by', 'Primary key', 'Followed by', ACTIONS]}>
            {data.tables.map((table) => (
              <tr role="row" key={`${table.schema}.${table.table}`}>
                <td role="cell" class="wide"><Text v={`${table.schema}.${table.table}`} max={200} /></td>
                <td role="cell" data-label="Rows are seen by">
                  {table.row_level_security ? (
                    table.policies === 0 ? <Badge tone="warn">no policy: nobody</Badge> : `${num(table.policies)} ${table.policies === 1 ? 'policy' : 'policies'}`
                  ) : (
                    'every role that may select'
                  )}
                  {table.row_filter && <p class="hint">only with <Text v={table.row_filter} max={500} class="wrap" /></p>}
                </td>
                <td role="cell" data-label="Primary key">
                  {table.key.length === 0 ? <Badge tone="warn">none: no values are sent</Badge> : <Text v={table.key.join(', ')} max={200} />}
                </td>
                <td role="cell" data-label="Followed by">
                  {followers(table).map((one) => <p key={one.role}>{num(one.subscriptions)} as <Text v={one.role} max={60} /></p>)}
                  {followers(table).length === 0 && '–'}
                </td>
                <td role="cell" class="end">
                  {mayExplain() && <LinkButton href={to('database', { table: `${table.schema}.${table.table}` })}>Who sees a row?</LinkButton>}
                </td>
              </tr>
            ))}
          </StackedTable>
        )}
      </Card>
      {others.length > 0 && (
        <Card title="Followed by other names">
          <p class="hint">Patterns, and tables that the publication does not have: their followers receive nothing of them.</p>
          <ul class="plain-list long">
            {others.map((one) => (
              <li key={`${one.schema}.${one.table} ${one.role}`}>
                <Text v={`${one.schema}.${one.table}`} max={200} />: {num(one.subscriptions)} as <Text v={one.role} max={60} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
