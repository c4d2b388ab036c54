// Overview: what the server does now, what it did in the past, and its apps.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Alerts } from '../alerts';
import { Chart, Sparkline, type Line } from '../chart';
import { bytes, duration, micros, num, rate } from '../format';
import { levels, percentiles, rates, useLive, type Sample } from '../live';
import { Card, Empty, Failure, LinkButton, View } from '../parts';
import { useAnswer } from '../read';
import { setParams, to, route } from '../route';
import { boundApp, chosenApp } from '../session';
import { Text } from '../text';
import type { AppNumbers, Overview as Numbers, Series, Stats } from '../wire';

export function Overview() {
  const app = chosenApp();
  const { data, error, samples, reload } = useLive(app);
  return (
    <View
      name="overview"
      title="Overview"
      actions={
        data && (
          <p class="hint">
            <Text v={data.node} /> · version {data.version} · up for {duration(data.uptime_s * 1000)}
          </p>
        )
      }
    >
      <Alerts app={app} />
      {error ? <Failure error={error} reload={reload} /> : data ? <Now data={data} samples={samples} app={app} /> : <Waiting app={app} />}
      <Past app={app} />
      {data && (
        <div class="columns">
          {!app && <Apps apps={data.apps} samples={samples} />}
          <Refused refusals={(app ? data.apps.find((each) => each.app === app)?.refusals : data.server?.refusals) ?? {}} />
        </div>
      )}
    </View>
  );
}

/** Holds the place of the numbers, so that nothing moves when they are there. */
function Waiting({ app }: { app: string | null }) {
  return (
    <div class="stats" aria-hidden="true">
      {Array.from({ length: app ? 5 : 10 }, (_, i) => (
        <div key={i} class="stat" />
      ))}
    </div>
  );
}

const last = (values: (number | null)[]): number | null => values.at(-1) ?? null;

function Now({ data, samples, app }: { data: Numbers; samples: Sample[]; app: string | null }) {
  const server = app ? null : data.server;
  const of = (overview: Numbers): AppNumbers | undefined => overview.apps.find((each) => each.app === app);
  const connections = levels(samples, (each) => (app ? of(each)?.connections : each.server?.connections));
  const channels = levels(samples, (each) => (app ? of(each)?.channels : each.server?.channels));
  const input = rates(samples, (each) => (app ? of(each)?.messages_in : each.server?.messages_in));
  const output = rates(samples, (each) => (app ? of(each)?.messages_out : each.server?.messages_out));
  const refusals = (overview: Numbers): number | undefined => {
    const causes = app ? of(overview)?.refusals : overview.server?.refusals;
    return causes && Object.values(causes).reduce((sum, count) => sum + count, 0);
  };
  const refused = rates(samples, refusals);
  const isIdle = last(connections) === 0 && !last(input);
  return (
    <>
      <div class="stats" aria-label="Now" role="group">
        <Stat name="Connections" value={num(last(connections))} values={connections} href={to('connections')} note={server ? `${rate(last(rates(samples, (each) => each.server?.connections_opened)))} opened/s` : undefined} />
        {server && <Stat name="Subscriptions" value={num(server.subscriptions)} values={levels(samples, (each) => each.server?.subscriptions)} note={`${num(last(channels))} ${last(channels) === 1 ? 'channel' : 'channels'}`} href={to('channels')} />}
        {!server && <Stat name="Channels" value={num(last(channels))} values={channels} href={to('channels')} />}
        <Stat name="Messages in" value={rate(last(input))} unit="/s" values={input} note={server ? `${rate(last(rates(samples, (each) => each.server?.publishes)))} publishes/s` : undefined} href={to('timeline', { type: 'message' })} />
        <Stat name="Messages out" value={rate(last(output))} unit="/s" values={output} note="to all sockets" />
        <Stat name="Refusals" value={rate(last(refused))} unit="/s" values={refused} note={`${num(refusals(data))} since the start`} href={to('refusals')} />
        {server && (
          <>
            <LatencyStat samples={samples} />
            <Stat name="Outbox memory" value={bytes(server.outbox_bytes)} values={levels(samples, (each) => each.server?.outbox_bytes)} note={`history ${bytes(server.history_bytes)}`} />
            <Stat name="Slow clients" value={num(server.slow_clients)} values={levels(samples, (each) => each.server?.slow_clients)} alarm={server.slow_clients > 0} note={`queues full ${num(server.queue_full)} times`} />
            <Stat name="CPU" value={rate(cpu(samples))} unit="%" values={rates(samples, (each) => (each.server ? each.server.cpu_s * 100 : null))} note="100 % is one core" />
            <Stat name="Memory" value={bytes(server.memory_bytes)} values={levels(samples, (each) => each.server?.memory_bytes)} note={`${num(server.open_files)} open files`} />
          </>
        )}
      </div>
      {isIdle && (
        <Card>
          <Empty title="No client is connected">
            <p>Connect one with a snippet for its library, or publish an event and look at the answer.</p>
            <p class="actions center">
              <LinkButton icon="try" href={to('try', { tab: 'snippets' })}>Client snippets</LinkButton>
              <LinkButton icon="why" href={to('why')}>Why does nothing arrive?</LinkButton>
            </p>
          </Empty>
        </Card>
      )}
    </>
  );
}

const cpu = (samples: Sample[]): number | null => last(rates(samples, (each) => (each.server ? each.server.cpu_s * 100 : null)));

function Stat({ name, value, unit, values, note, alarm = false, href }: { name: string; value: string; unit?: string; values: (number | null)[]; note?: string; alarm?: boolean; href?: string }) {
  return (
    <div class={`stat ${alarm ? 'alarm' : ''}`}>
      <p class="stat-name">{href ? <a href={href}>{name}</a> : name}</p>
      <p class="stat-value">
        {value}
        {unit && <span class="unit">{unit}</span>}
      </p>
      <p class="stat-note">{note ?? '\u00a0'}</p>
      <Sparkline values={values} />
    </div>
  );
}

function LatencyStat({ samples }: { samples: Sample[] }) {
  const p50 = percentiles(samples, 0.5);
  const p95 = percentiles(samples, 0.95);
  const p99 = percentiles(samples, 0.99);
  return (
    <div class="stat">
      <p class="stat-name">Delivery latency</p>
      <dl class="stat-three" title="From acceptance to the socket, over the last 10 seconds">
        <div>
          <dt>p50</dt>
          <dd>{micros(last(p50))}</dd>
        </div>
        <div>
          <dt>p95</dt>
          <dd>{micros(last(p95))}</dd>
        </div>
        <div>
          <dt>p99</dt>
          <dd>{micros(last(p99))}</dd>
        </div>
      </dl>
      <p class="stat-note">of the last 10 s</p>
      <Sparkline values={p99} />
    </div>
  );
}

function Refused({ refusals }: { refusals: Record<string, number> }) {
  const causes = Object.entries(refusals)
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);
  if (causes.length === 0) return null;
  const most = causes[0]![1];
  return (
    <Card title="Refusals since the start" actions={<a href={to('refusals')}>All refusals</a>}>
      <ul class="bars">
        {causes.slice(0, 12).map(([cause, count]) => (
          <li key={cause}>
            <a href={to('refusals', { cause })}>
              <Text v={cause} />
            </a>
            <span class="bar" aria-hidden="true">
              <i style={{ width: `${Math.max(1, (count / most) * 100)}%` }} />
            </span>
            <span class="num">{num(count)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const RANGES = { '1h': 3_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const;
const RANGE_NAMES: Record<keyof typeof RANGES, string> = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

/** The present moment, in steps, so that the same question is not asked again at each rendering. */
const roundedNow = (step_ms: number): number => Math.ceil(Date.now() / step_ms) * step_ms;

function Past({ app }: { app: string | null }) {
  const asked = route.value.params.get('range') ?? '1h';
  const range = (asked in RANGES ? asked : '1h') as keyof typeof RANGES;
  const seconds = RANGES[range];
  const every = seconds <= 3_600 ? 10_000 : 60_000;
  const [, tick] = useState(0);
  const to_ms = roundedNow(every);
  const { data, error, reload } = useAnswer<Stats>('/stats', { app, from_ms: to_ms - seconds * 1000, to_ms, points: 300 });
  const [held, setHeld] = useState<{ of: string; data: Stats } | null>(null);
  const of = `${range} ${app}`;
  if (data && held?.data !== data) setHeld({ of, data });
  useTick(every, tick);
  // The former answer of the same range stays until the next one is there.
  const stats = data ?? (held?.of === of ? held.data : null);
  return (
    <section class="past" aria-labelledby="past-title">
      <header class="section-head">
        <h2 id="past-title">Past</h2>
        <div class="segments" role="group" aria-label="Range of the charts">
          {(Object.keys(RANGES) as (keyof typeof RANGES)[]).map((each) => (
            <button key={each} type="button" aria-pressed={each === range} title={RANGE_NAMES[each]} onClick={() => setParams({ range: each === '1h' ? null : each })}>
              {each.replace(/(\d+)/, '$1 ')}
            </button>
          ))}
        </div>
        {stats && !stats.stored && <p class="hint">Kept in memory until the server ends. With the setting <code>data_dir</code> it is stored.</p>}
      </header>
      {error ? <Failure error={error} reload={reload} /> : <Charts stats={stats} />}
    </section>
  );
}

function useTick(every: number, tick: (change: (was: number) => number) => void): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) tick((was) => was + 1);
    }, every);
    return () => clearInterval(timer);
  }, [every]);
}

const percent = (value: number | null | undefined): string => `${rate(value)}\u202f%`;

function Charts({ stats }: { stats: Stats | null }) {
  const charts = useMemo(() => {
    if (!stats) return [];
    const { series, step_s } = stats;
    const scaled = (values: Series, factor: number): Series => values.map((value) => (value === null ? null : value * factor));
    const made: { title: string; lines: Line[]; format: typeof num }[] = [];
    const add = (title: string, format: typeof num, lines: [string, string, number?][]) => {
      const present: Line[] = [];
      for (const [label, name, factor] of lines) {
        const values = series[name];
        if (values) present.push({ label, values: scaled(values, factor ?? 1), colour: (present.length + 1) as Line['colour'] });
      }
      if (present.length > 0) made.push({ title, lines: present, format });
    };
    add('Connections', num, [['connections', 'connections']]);
    add('Messages per second', rate, [
      ['in', 'messages_in', 1 / step_s],
      ['out', 'messages_out', 1 / step_s],
    ]);
    add('Latency', micros, [
      ['p50', 'p50_us'],
      ['p95', 'p95_us'],
      ['p99', 'p99_us'],
    ]);
    add('Channels', num, [
      ['subscriptions', 'subscriptions'],
      ['channels', 'channels'],
    ]);
    add('Refusals per second', rate, [['refusals', 'refusals', 1 / step_s]]);
    add('Slow clients', num, [['slow clients', 'slow_clients']]);
    add('Outbox memory', bytes, [['outbox', 'outbox_bytes']]);
    add('CPU', percent, [['CPU', 'cpu_ms', 1 / step_s / 10]]);
    add('Memory', bytes, [['memory', 'memory_bytes']]);
    return made;
  }, [stats]);
  if (!stats) {
    return (
      <div class="charts" aria-hidden="true">
        {Array.from({ length: chosenApp() ? 4 : 9 }, (_, i) => (
          <div key={i} class="card chart" />
        ))}
      </div>
    );
  }
  return (
    <div class="charts">
      {charts.map((chart) => (
        <Chart key={chart.title} {...chart} from_s={stats.from_ms / 1000} step_s={stats.step_s} />
      ))}
    </div>
  );
}

function Apps({ apps, samples }: { apps: AppNumbers[]; samples: Sample[] }) {
  if (boundApp() || apps.length === 0) return null;
  const before = samples.at(-2);
  const seconds = before ? (samples.at(-1)!.time_ms - before.time_ms) / 1000 : 0;
  const perSecond = (app: AppNumbers, counter: 'messages_in' | 'messages_out'): string => {
    const then = before?.overview.apps.find((each) => each.app === app.app)?.[counter];
    return then === undefined || seconds <= 0 ? '–' : rate(Math.max(0, app[counter] - then) / seconds);
  };
  return (
    <Card title="Apps" class="flush">
      <div class="table-box" tabIndex={0} role="region" aria-label="Apps, table">
        <table>
          <caption class="sr">Apps with their numbers of now</caption>
          <thead>
            <tr>
              <th scope="col">App</th>
              <th scope="col" class="num">Connections</th>
              <th scope="col" class="num">Channels</th>
              <th scope="col" class="num">In/s</th>
              <th scope="col" class="num">Out/s</th>
              <th scope="col" class="num">Refusals</th>
            </tr>
          </thead>
          <tbody>
            {apps.map((app) => (
              <tr key={app.app}>
                <th scope="row">
                  <a href={to('overview', { app: app.app })}>
                    <Text v={app.name ?? app.app} max={60} />
                  </a>
                  {app.name && <span class="hint"> <Text v={app.app} max={60} /></span>}
                </th>
                <td class="num">{num(app.connections)}</td>
                <td class="num">{num(app.channels)}</td>
                <td class="num">{perSecond(app, 'messages_in')}</td>
                <td class="num">{perSecond(app, 'messages_out')}</td>
                <td class="num">{num(Object.values(app.refusals).reduce((sum, count) => sum + count, 0))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
