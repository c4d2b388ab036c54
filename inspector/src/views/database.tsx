// Database: how each app follows its PostgreSQL database.
import { bytes, duration, num } from '../format';
import { Badge, Card, DocsLink, Empty, Fact, Facts, Failure, Loading, View } from '../parts';
import { useAnswer } from '../read';
import { chosenApp } from '../session';
import { Text } from '../text';
import type { Database as Answer } from '../wire';

const GOOD = /^(streaming|connected|up|ok|following|running)$/i;

function tableName(table: unknown): string {
  if (typeof table === 'string') return table;
  const { schema, table: name, name: other } = (table ?? {}) as Record<string, unknown>;
  const last = name ?? other;
  return typeof last === 'string' ? (typeof schema === 'string' ? `${schema}.${last}` : last) : JSON.stringify(table);
}

export function Database() {
  const app = chosenApp();
  const answer = useAnswer<Answer>('/database', { app }, 2_000);
  const apps = answer.data?.apps.filter((each) => app === null || each.app === app);
  return (
    <View name="database" title="Database" actions={<DocsLink page="postgresql.md" />}>
      {answer.error ? (
        <Failure error={answer.error} reload={answer.reload} />
      ) : !apps ? (
        <Loading />
      ) : apps.length === 0 ? (
        <Card>
          <Empty title="No app has a database">With the setting <code>database_url</code> of an app, changes in its tables reach its clients.</Empty>
        </Card>
      ) : (
        <div class="cards">
          {apps.map((each) => (
            <Card key={each.app} title={<>App <Text v={each.app} max={60} /></>} actions={<Badge tone={GOOD.test(each.state) ? 'good' : 'warn'}><Text v={each.state.split(':')[0]} max={30} /></Badge>}>
              <Facts>
                <Fact name="State"><Text v={each.state} max={2000} class="wrap" /></Fact>
                <Fact name="Replication slot"><Text v={each.slot} max={200} class="wrap" /></Fact>
                <Fact name="Behind by">{bytes(each.lag_bytes)}{typeof each.lag_ms === 'number' && `, ${duration(each.lag_ms)}`}</Fact>
                {each.followers !== undefined && <Fact name="Followers">{typeof each.followers === 'number' ? num(each.followers) : <Text v={JSON.stringify(each.followers)} max={4000} class="wrap" />}</Fact>}
              </Facts>
              {each.tables && each.tables.length > 0 && (
                <>
                  <p class="label">Tables ({num(each.tables.length)})</p>
                  <ul class="plain-list long">
                    {each.tables.map((table, i) => <li key={i}><Text v={tableName(table)} /></li>)}
                  </ul>
                </>
              )}
            </Card>
          ))}
        </div>
      )}
    </View>
  );
}
