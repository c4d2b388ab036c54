// Alerts of the settings, on the overview: those that fire or are about to, and below them all others, with what their
// receivers said.
import { post } from './api';
import { confirm } from './dialog';
import { bytes, duration, exact, num, Time } from './format';
import { Icon } from './icons';
import { Badge, Button, DocsLink, Failure } from './parts';
import { useAnswer } from './read';
import { boundApp, mayChange } from './session';
import { ACTIONS, StackedTable } from './table';
import { Text } from './text';
import { toast } from './toast';
import type { Alert, AlertDelivery } from './wire';

/** As often as the server compares the figures with the thresholds. */
const LOOK_MS = 5_000;

export function Alerts({ app }: { app: string | null }) {
  const { data, error, reload } = useAnswer<{ alerts: Alert[] }>('/alerts', { app }, LOOK_MS);
  if (error) return <Failure error={error} reload={reload} />;
  // Most servers have none, and nothing is shown of them.
  if (!data || data.alerts.length === 0) return null;
  const raised = data.alerts.filter((alert) => alert.state !== 'ok').sort((a, b) => (a.state === b.state ? 0 : a.state === 'firing' ? -1 : 1));
  return (
    <>
      {raised.length > 0 && (
        <ul class="raised" aria-label="Alerts that fire or are pending" aria-live="polite">
          {raised.map((alert) => (
            <Raised key={alert.name} alert={alert} />
          ))}
        </ul>
      )}
      <All alerts={data.alerts} reload={reload} />
    </>
  );
}

function Raised({ alert }: { alert: Alert }) {
  return (
    <li class={`raised-${alert.state}`}>
      <Icon name="warning" />
      <Badge tone={alert.state === 'firing' ? 'bad' : 'warn'}>{alert.state}</Badge>
      <strong>
        <Text v={alert.name} max={100} />
      </strong>
      <span>
        <Subject alert={alert} />: {figure(alert, alert.value)}, {limit(alert)}
      </span>
      {alert.since_ms !== null && (
        <span class="hint">
          since <Time ms={alert.since_ms} /> ({duration(Math.max(0, Date.now() - alert.since_ms))})
        </span>
      )}
    </li>
  );
}

function All({ alerts, reload }: { alerts: Alert[]; reload: () => void }) {
  const mayTest = mayChange() && !boundApp();
  const counted = (state: Alert['state']): number => alerts.filter((alert) => alert.state === state).length;
  const [firing, pending] = [counted('firing'), counted('pending')];
  const states = [firing > 0 && `${num(firing)} firing`, pending > 0 && `${num(pending)} pending`].filter(Boolean).join(', ');
  return (
    <details class="card flush alerts">
      <summary>
        <h2>Alerts</h2>
        <span class="hint">
          {num(alerts.length)} {alerts.length === 1 ? 'alert' : 'alerts'}, {states || 'none firing'}
        </span>
        <Undelivered alerts={alerts} />
      </summary>
      <StackedTable label="Alerts, table" caption="Alerts of the settings" columns={['Alert', 'State', 'Condition', { title: 'Value', num: true }, 'Last fired', ...(!boundApp() ? ['Receiver'] : []), ...(mayTest ? [ACTIONS] : [])]}>
        {alerts.map((alert) => (
          <tr role="row" key={alert.name}>
            <th role="rowheader" scope="row"><Text v={alert.name} max={100} /></th>
            <td role="cell">
              <Badge tone={alert.state === 'firing' ? 'bad' : alert.state === 'pending' ? 'warn' : 'good'}>{alert.state}</Badge>
            </td>
            <td role="cell" class="condition"><Subject alert={alert} /> {limit(alert)}</td>
            <td role="cell" class="num" data-label="Value">{figure(alert, alert.value)}</td>
            <td role="cell" data-label="Last fired">{alert.last ? <Past last={alert.last} /> : '–'}</td>
            {!boundApp() && <td role="cell" class="wide"><Receiver alert={alert} /></td>}
            {mayTest && (
              <td role="cell" class="end">
                <Button class="small" aria-label={`Send a test of the alert ${alert.name}`} onClick={() => test(alert, reload)}>Send a test</Button>
              </td>
            )}
          </tr>
        ))}
      </StackedTable>
      <p class="alerts-docs"><DocsLink page="alerts.md" /></p>
    </details>
  );
}

/** That a receiver did not take a message is shown also while the list is folded. */
function Undelivered({ alerts }: { alerts: Alert[] }) {
  const count = alerts.filter((alert) => alert.receiver?.last?.delivered === false).length;
  return count > 0 ? <Badge tone="bad">{num(count)} {count === 1 ? 'delivery' : 'deliveries'} failed</Badge> : null;
}

function Past({ last }: { last: NonNullable<Alert['last']> }) {
  return (
    <>
      <Time ms={last.since_ms} /> <span class="hint">for {duration(Math.max(0, last.ended_ms - last.since_ms))}</span>
    </>
  );
}

function Receiver({ alert }: { alert: Alert }) {
  const { receiver } = alert;
  if (!receiver) return null;
  const { host, format, waiting, last } = receiver;
  return (
    <>
      <Text v={host} max={100} /> <span class="hint">{format}</span>
      {waiting > 0 && <span class="hint">, {num(waiting)} waiting</span>}
      {last && !last.delivered && (
        <p class="alert-error">
          <Time ms={last.time_ms} /> <Text v={said(last)} max={600} class="wrap" />
        </p>
      )}
    </>
  );
}

function Subject({ alert }: { alert: Alert }) {
  return (
    <>
      {alert.metric}
      {alert.app && <> of app <Text v={alert.app} max={60} /></>}
    </>
  );
}

const said = ({ error, fix }: AlertDelivery): string => [error, fix].filter(Boolean).join(': ');

/** A value of the alert's figure, with its unit. */
function figure({ metric }: Alert, value: number | null): string {
  if (value === null) return '–';
  if (metric.endsWith('_bytes')) return bytes(value);
  if (metric.endsWith('_ms')) return `${exact(value)}\u202fms`;
  if (metric.endsWith('_percent')) return `${exact(value)}\u202f%`;
  if (metric === 'messages_in' || metric === 'messages_out') return `${exact(value)}/s`;
  if (metric === 'refusals' || metric === 'slow_clients') return `${exact(value)}/min`;
  return exact(value);
}

function limit(alert: Alert): string {
  const [word, number] = alert.above !== null ? ['above', alert.above] : ['below', alert.below];
  return `${word} ${figure(alert, number)}${alert.for_s > 0 ? ` for ${setting(alert.for_s)}` : ''}`;
}

/** Seconds as somebody has set them: in the largest unit of which they are a whole number. */
function setting(seconds: number): string {
  const [unit, name] = ([[86_400, 'd'], [3_600, 'h'], [60, 'min']] as const).find(([each]) => seconds % each === 0) ?? [1, 's'];
  return `${num(seconds / unit)}\u202f${name}`;
}

function test(alert: Alert, reload: () => void): void {
  confirm({
    title: 'Send a test?',
    action: 'Send a test',
    text: (
      <p>
        A message that is marked as a test is sent to <Text v={alert.receiver?.host ?? 'the receiver'} max={100} />. People may see it there.
      </p>
    ),
    run: async () => {
      const answer = await post<AlertDelivery>('/alerts/test', { name: alert.name });
      if (!answer.delivered) throw new Error(said(answer));
      toast(`The receiver took the test (${answer.status}).`);
      reload();
    },
  });
}
