// Why a user sees a row of a table or may join a private channel, or not: which policy let them, or refused them.
import { useState } from 'preact/hooks';
import { post } from '../api';
import { Badge, Card, Empty, Failure, Field } from '../parts';
import { useAnswer } from '../read';
import { route } from '../route';
import { boundApp, mayChange } from '../session';
import { outcome, Steps, Verdict } from '../steps';
import { Text } from '../text';
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
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Explanation | null>(null);
  const [error, setError] = useState<unknown>(null);
  const columns = tables.data?.tables.find((each) => `${each.schema}.${each.table}` === table || (each.schema === 'public' && each.table === table))?.key ?? [];

  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const what = kind === 'channel' ? { channel } : { table, key: Object.fromEntries(columns.filter((name) => key[name]).map((name) => [name, key[name]])) };
      const given = claims.trim() === '' ? null : JSON.parse(claims) as unknown;
      setAnswer(await post<Explanation>('/database/explain', { app, ...what, user: user.trim() || null, role: role.trim() || null, claims: given }));
    } catch (failure) {
      setAnswer(null);
      setError(failure instanceof SyntaxError ? new Error(`The claims are not valid JSON: ${failure.message}`) : failure);
    }
    setBusy(false);
  };

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
                <Field key={name} label={`Primary key: ${name}`} hint={columns.length === 1 ? 'Without it the answer is about the table alone.' : undefined}>
                  {(ids) => <input {...ids} class="mono" value={key[name] ?? ''} spellcheck={false} autocomplete="off" onInput={(event) => setKey({ ...key, [name]: event.currentTarget.value })} />}
                </Field>
              ))}
            </>
          ) : (
            <Field label="Channel" hint="Without realtime: in front.">
              {(ids) => <input {...ids} class="mono" value={channel} required placeholder="room:1" spellcheck={false} autocomplete="off" onInput={(event) => setChannel(event.currentTarget.value)} />}
            </Field>
          )}
          <Field label="User (optional)" hint="The claim sub, which auth.uid() returns. Empty: somebody who has not signed in.">
            {(ids) => <input {...ids} class="mono" value={user} spellcheck={false} autocomplete="off" onInput={(event) => setUser(event.currentTarget.value)} />}
          </Field>
          <Field label="Role (optional)" hint="authenticated with a user or claims, else anon.">
            {(ids) => <input {...ids} class="mono" value={role} placeholder={user.trim() || claims.trim() ? 'authenticated' : 'anon'} spellcheck={false} autocomplete="off" onInput={(event) => setRole(event.currentTarget.value)} />}
          </Field>
          <Field label="Further claims of the token (optional)" hint="A JSON object.">
            {(ids) => <textarea {...ids} class="mono" rows={2} value={claims} placeholder='{"team": "red"}' spellcheck={false} onInput={(event) => setClaims(event.currentTarget.value)} />}
          </Field>
          <button type="submit" class="primary" disabled={busy}>Explain</button>
        </form>
      </Card>
      <div aria-busy={busy}>
        {error ? (
          <Failure error={error} />
        ) : answer ? (
          <Card class="answer" title={<Text v={answer.subject} max={300} class="wrap" />}>
            <Verdict text={answer.verdict} state={outcome(answer.steps, answer.certain)} />
            {answer.policies.length > 0 && <Policies policies={answer.policies} />}
            <Steps steps={answer.steps} label="What was checked, in order" />
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
    <div class="table-box" tabIndex={0} role="region" aria-label="Policies">
      <table class="stacked" role="table">
        <caption class="sr">Policies of the table, and the result of each</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">Policy</th>
            <th role="columnheader" scope="col">Result</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
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
        </tbody>
      </table>
    </div>
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
