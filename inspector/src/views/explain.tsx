// Why a user sees a row of a table or may join a private channel, or not: which policy let them, or refused them.
import { useState } from 'preact/hooks';
import { post } from '../api';
import { Badge, Card, Empty, Failure, Field } from '../parts';
import { useAnswer } from '../read';
import { route } from '../route';
import { boundApp, mayChange } from '../session';
import { outcome, Steps, Verdict } from '../steps';
import { typedJson, useSubmit } from '../submit';
import { StackedTable } from '../table';
import { Text } from '../text';
import { TextArea, TextField } from '../text-field';
import type { Explanation, Policy, Tables } from '../wire';

type Kind = 'row' | 'channel';

const KINDS: Record<Kind, string> = { row: 'A row of a table', channel: 'A private channel' };

/** Whether this session may have policies evaluated: as any user of the database. */
export const mayExplain = (): boolean => mayChange() && boundApp() === null;

export function Explain({ app }: { app: string }) {
  const { params } = route.value;
  const tables = useAnswer<Tables>('/database/tables', { app });
  const [kind, setKind] = useState<Kind>(params.get('channel') ? 'channel' : 'row');
  const [table, setTable] = useState(params.get('table') ?? '');
  const [key, setKey] = useState<Record<string, string>>({});
  const [channel, setChannel] = useState(params.get('channel') ?? '');
  const [user, setUser] = useState(params.get('user') ?? '');
  const [role, setRole] = useState(params.get('role') ?? '');
  const [claims, setClaims] = useState('');
  const columns = tables.data?.tables.find((each) => `${each.schema}.${each.table}` === table || (each.schema === 'public' && each.table === table))?.key ?? [];

  const { busy, result, error, submit } = useSubmit(async () => {
    const named = columns.filter((name) => key[name]).map((name) => [name, key[name]]);
    const what = kind === 'channel' ? { channel } : { table, key: Object.fromEntries(named) };
    const given = typedJson(claims, 'The claims') ?? null;
    return post<Explanation>('/database/explain', { app, ...what, user: user.trim() || null, role: role.trim() || null, claims: given });
  });

  return (
    <div class="columns">
      <Card title="Who sees it, and why?">
        <form class="form" onSubmit={submit}>
          <fieldset class="choices">
            <legend>About</legend>
            {(Object.keys(KINDS) as Kind[]).map((each) => (
              <label key={each} class="check">
                <input type="radio" name="explain-kind" checked={kind === each} onChange={() => setKind(each)} />
                {KINDS[each]}
              </label>
            ))}
          </fieldset>
          {kind === 'row' ? (
            <>
              <Field label="Table">
                {(ids) => (
                  <>
                    <input {...ids} class="mono" value={table} required placeholder="public.orders" list={`${ids.id}-tables`} spellcheck={false} autocomplete="off" data-main-search onInput={(event) => setTable(event.currentTarget.value)} />
                    <datalist id={`${ids.id}-tables`}>
                      {tables.data?.tables.map((each) => <option key={`${each.schema}.${each.table}`} value={`${each.schema}.${each.table}`} />)}
                    </datalist>
                  </>
                )}
              </Field>
              {columns.map((name) => (
                <TextField key={name} label={`Primary key: ${name}`} hint={columns.length === 1 ? 'Without it the answer is about the table alone.' : undefined} value={key[name] ?? ''} set={(value) => setKey({ ...key, [name]: value })} />
              ))}
            </>
          ) : (
            <TextField label="Channel" hint="Without realtime: in front." value={channel} set={setChannel} required placeholder="room:1" />
          )}
          <TextField label="User (optional)" hint="The claim sub, which auth.uid() returns. Empty: somebody who has not signed in." value={user} set={setUser} />
          <TextField label="Role (optional)" hint="authenticated with a user or claims, else anon." value={role} set={setRole} placeholder={user.trim() || claims.trim() ? 'authenticated' : 'anon'} />
          <TextArea label="Further claims of the token (optional)" hint="A JSON object." rows={2} value={claims} set={setClaims} placeholder='{"team": "red"}' />
          <button type="submit" class="primary" disabled={busy}>Explain</button>
        </form>
      </Card>
      <div aria-busy={busy}>
        {error ? (
          <Failure error={error} />
        ) : result ? (
          <Card class="answer" title={<Text v={result.subject} max={300} class="wrap" />}>
            <Verdict text={result.verdict} state={outcome(result.steps, result.certain)} />
            {result.policies.length > 0 && <Policies policies={result.policies} />}
            <Steps steps={result.steps} label="What was checked, in order" />
          </Card>
        ) : (
          <Card>
            <Empty title="Why does a user receive this, or not?">
              The answer names the policy that lets the user see the row, or refuses it, as PostgreSQL itself evaluates it. Nothing is changed.
            </Empty>
          </Card>
        )}
      </div>
    </div>
  );
}

function Policies({ policies }: { policies: Policy[] }) {
  return (
    <StackedTable label="Policies" caption="Policies of the table, and the result of each" columns={['Policy', 'Result']}>
      {policies.map((policy) => (
        <tr role="row" key={`${policy.name} ${policy.direction ?? ''}`}>
          <td role="cell" class="wide">
            <Text v={policy.name} max={100} class="wrap" />
            <p class="hint">
              {policy.kind}, for {policy.command}
              {policy.direction && ` (${policy.direction})`}, to <Text v={policy.roles.join(', ')} max={200} class="wrap" />
            </p>
            <p><Text v={policy.expression ?? 'no expression: it counts for nothing'} max={4000} class="wrap" lines /></p>
            {policy.error && <p class="hint"><Text v={policy.error.message} max={1000} class="wrap" /></p>}
          </td>
          <td role="cell" data-label="Result"><Outcomes policy={policy} /></td>
        </tr>
      ))}
    </StackedTable>
  );
}

function Outcomes({ policy }: { policy: Policy }) {
  if (!policy.counts) return <Badge tone="calm">does not apply</Badge>;
  const { outcome } = policy;
  if (outcome === null || typeof outcome === 'string') return <Outcome value={outcome} />;
  return (
    <>
      {Object.entries(outcome).map(([kind, value]) => (
        <p key={kind}>
          <Outcome value={value} /> <span class="hint">{kind}</span>
        </p>
      ))}
    </>
  );
}

function Outcome({ value }: { value: string | null }) {
  if (value === null) return <Badge tone="calm">not evaluated</Badge>;
  return <Badge tone={value === 'true' ? 'good' : value === 'error' || value === 'too slow' ? 'bad' : 'warn'}>{value}</Badge>;
}
