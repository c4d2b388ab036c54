// Timeline: what happens on the server, as it happens.
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { base, post, revived } from '../api';
import { Copy } from '../copy';
import { DeliveryBrief, DeliveryDetail } from '../delivery';
import { confirm } from '../dialog';
import { Feed, MAX_EVENTS, type Entry, type Gap } from '../feed';
import { num, rate, Time } from '../format';
import { Grid, type Column } from '../grid';
import { Icon } from '../icons';
import { Panel } from '../panel';
import { Actions, Badge, Button, Card, Empty, Fact, Facts, Failure, LinkButton, Loading, Search, View } from '../parts';
import { Payload } from '../payload';
import { useAnswer } from '../read';
import { route, setParams, to } from '../route';
import { chosenApp, mayChange, seesPayloads } from '../session';
import { Text } from '../text';
import { toast } from '../toast';
import { EVENT_TYPES, type TimelineEvent } from '../wire';

const TONES: Record<string, 'good' | 'bad' | 'warn' | 'info' | 'calm' | 'member'> = {
  message: 'info',
  subscribe: 'good',
  connect: 'good',
  unsubscribe: 'calm',
  disconnect: 'calm',
  occupied: 'warn',
  vacated: 'warn',
  member_added: 'member',
  member_removed: 'member',
  refused: 'bad',
};

const typeName = (type: string): string => type.replaceAll('_', ' ');

const COLUMNS: Column<Entry>[] = [
  { name: 'time', label: 'Time', cell: (entry) => <Time ms={entry.time_ms} /> },
  { name: 'type', label: 'Type', cell: (entry) => !entry.gap && <Badge tone={TONES[entry.type] ?? 'calm'}>{typeName(entry.type)}</Badge> },
  { name: 'channel', label: 'Channel', cell: (entry) => !entry.gap && (entry.channel || entry.channel_id) && <Text v={entry.channel ?? entry.channel_id} /> },
  {
    name: 'event',
    label: 'Event',
    cell: (entry) => !entry.gap && (entry.event ? <Text v={entry.event} /> : entry.user ? <>user <Text v={entry.user} /></> : entry.socket && <Text v={entry.socket} />),
  },
  { name: 'data', label: 'Data', cell: (entry) => !entry.gap && <Data event={entry} /> },
  { name: 'delivery', label: 'Received', cell: (entry) => !entry.gap && <DeliveryBrief event={entry} /> },
];

function Data({ event }: { event: TimelineEvent }) {
  if (typeof event.data === 'string') return event.data === '' ? null : <Text v={event.data} max={160} />;
  return event.type === 'message' && !seesPayloads() ? <span class="hint">hidden for this role</span> : null;
}

function gapText(entry: Gap): string {
  const parts = [
    entry.sampled > 0 && `${num(entry.sampled)} events not recorded: more than the server's limit (inspector_events_per_second)`,
    entry.lost > 0 && `${num(entry.lost)} events lost: dropped before they were read (inspector_timeline_bytes)`,
    entry.dropped > 0 && `${num(entry.dropped)} events not kept while paused: this page keeps ${num(MAX_EVENTS)}`,
  ];
  return parts.filter(Boolean).join('. ');
}

/** The feed outlives the view, so that nothing is missing when somebody comes back from an explanation. */
let kept: Feed | null = null;

export function Timeline() {
  const { params } = route.value;
  const app = chosenApp();
  const filter = {
    app,
    channel: params.get('channel'),
    event: params.get('event'),
    type: params.get('type'),
    text: params.get('text'),
  };
  const id = JSON.stringify(filter);
  const feed = useMemo(() => {
    if (!kept || JSON.stringify(kept.query) !== id) kept = new Feed(filter);
    return kept;
  }, [id]);
  const [paused, setPaused] = useState(false);
  const [away, setAway] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [tops, setTops] = useState(0);
  const open = params.get('open');
  const held = paused || away || pressed || open !== null;

  useEffect(() => {
    feed.start();
    return () => feed.stop();
  }, [feed, revived.value]);
  useEffect(() => feed.hold(held), [feed, held]);

  // The rate falls to nothing without an event that says so.
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((was) => was + 1), 1_000);
    return () => clearInterval(timer);
  }, []);

  // What is under the pointer stays there from the press to the click.
  useEffect(() => {
    if (!pressed) return;
    const release = () => setTimeout(() => setPressed(false), 50);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    return () => {
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
    };
  }, [pressed]);

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'p' || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element).closest('input, textarea, select, dialog')) return;
      setPaused((was) => !was);
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);

  const close = useCallback(() => setParams({ open: null }), []);
  const resume = () => {
    setPaused(false);
    setTops((was) => was + 1);
    close();
  };
  const filtered = Boolean(filter.channel || filter.event || filter.type || filter.text);

  feed.version.value;
  const count = feed.shown.length;
  const row = (index: number): Entry => feed.shown[count - 1 - index]!;
  const selected = open === null ? null : feed.shown.find((entry) => entry.id === open);
  const error = feed.error.value;
  const { shown, all } = feed.rate();

  return (
    <View
      name="timeline"
      title="Timeline"
      fill
      actions={
        <>
          <p class="hint rate" title="Events in a second, over the last 5 seconds">
            {all > shown + 0.5 ? (
              <Badge tone="warn">
                showing {rate(shown)} of {rate(all)}/s
              </Badge>
            ) : (
              <>{rate(shown)}/s</>
            )}
          </p>
          <Button icon={paused ? 'play' : 'pause'} aria-label={paused ? 'Resume' : 'Pause'} title="Pause or go on (p)" class="pause" onClick={() => (paused ? resume() : setPaused(true))}>
            <span class="pause-label">{paused ? 'Resume' : 'Pause'}</span>
          </Button>
          <Button onClick={() => feed.clear()} class="wide-only">Clear</Button>
          <Copy text={() => location.href} label="Copy link" icon="link" />
        </>
      }
    >
      <div class="filters" role="search" aria-label="Filter of the timeline">
        <Search main icon label="Channel" placeholder="Channel, such as orders-*" value={filter.channel ?? ''} apply={(channel) => setParams({ channel })} />
        <Search label="Event" placeholder="Event" value={filter.event ?? ''} apply={(event) => setParams({ event })} />
        <Search label="Text in the data" placeholder="Text" value={filter.text ?? ''} apply={(text) => setParams({ text })} />
        <Types value={filter.type} />
        {filtered && <Button class="plain" onClick={() => setParams({ channel: null, event: null, text: null, type: null })}>Reset</Button>}
      </div>
      {error ? (
        <Failure error={error} />
      ) : (
        <div class={`split ${open ? 'has-panel' : ''}`}>
          <div class="list-box">
            <Grid
              name="timeline"
              label="Events, the newest first"
              columns={COLUMNS}
              count={count}
              row={row}
              id={(entry) => entry.id}
              note={(entry) => (entry.gap ? gapText(entry) : null)}
              selected={open}
              open={(entry) => !entry.gap && setParams({ open: entry.id })}
              away={setAway}
              press={() => setPressed(true)}
              walk={() => open === null && setPaused(true)}
              top={`${id} ${tops}`}
              empty={
                !feed.begun.value ? (
                  <Loading />
                ) : (
                  <Empty title={filtered ? 'No event matches yet' : 'Waiting for events'}>
                    <p>
                      {filtered
                        ? 'Events that match the filter appear here as they happen.'
                        : 'Recording has begun with this page. Events appear here as they happen; what was before is not recorded.'}
                    </p>
                    <p class="actions center">
                      <LinkButton icon="try" href={to('try', { channel: filter.channel?.includes('*') ? null : filter.channel })}>Publish an event</LinkButton>
                    </p>
                  </Empty>
                )
              }
            />
            {held && feed.waitingTotal > 0 && (
              <button type="button" class="waiting-pill" onClick={resume}>
                {num(feed.waitingTotal)} new {feed.waitingTotal === 1 ? 'event' : 'events'} · go to the newest
              </button>
            )}
          </div>
          {open && <EventPanel key={open} id={open} known={selected && !selected.gap ? selected : null} close={close} />}
        </div>
      )}
    </View>
  );
}

function Types({ value }: { value: string | null }) {
  const chosen = value ? value.split(',') : [];
  const menu = useRef<HTMLDetailsElement>(null);
  const toggle = (type: string) => {
    const next = chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type];
    setParams({ type: next.length === EVENT_TYPES.length ? null : next.join() });
  };
  useEffect(() => {
    const outside = (event: Event) => {
      if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false;
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, []);
  return (
    <details
      ref={menu}
      class="menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        menu.current.open = false;
        menu.current.querySelector('summary')?.focus();
        event.preventDefault();
      }}
    >
      <summary class="button">
        {chosen.length === 0 ? 'All types' : chosen.length === 1 ? typeName(chosen[0]!) : `${chosen.length} types`}
        <Icon name="down" />
      </summary>
      <fieldset class="menu-box">
        <legend class="sr">Types of events</legend>
        {EVENT_TYPES.map((type) => (
          <label key={type} class="check">
            <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
            {typeName(type)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

const FROM: Record<string, string> = { http: 'the HTTP API', client: 'a client', database: 'the database', server: 'the server' };

/** While deliveries are pending, the event is read again. */
const AGAIN_MS = 1_000;

function EventPanel({ id, known, close }: { id: string; known: TimelineEvent | null; close: () => void }) {
  const [settled, setSettled] = useState(false);
  const answer = useAnswer<TimelineEvent>('/event', { id }, settled ? 0 : AGAIN_MS);
  const event = answer.data ?? known;
  useEffect(() => {
    if (answer.error || (answer.data && !answer.data.delivery?.pending)) setSettled(true);
  }, [answer.data, answer.error]);
  const link = () => `${location.origin}${base}${to('timeline', { app: event?.app, open: id })}`;
  return (
    <Panel
      title={event ? <Text v={event.event ?? typeName(event.type)} max={80} /> : 'Event'}
      close={close}
      actions={<Copy small text={link} label="Copy link to this event" icon="link" />}
    >
      {!event ? (
        answer.error ? <Failure error={answer.error} /> : <Loading />
      ) : (
        <>
          <div class="actions">
            <LinkButton icon="why" href={to('why', { event: id })}>Why?</LinkButton>
            {event.type === 'message' && <Replay event={event} />}
            {event.channel && <LinkButton icon="channels" href={to('channel', { app: event.app, id: event.channel_id ?? event.channel })}>Channel</LinkButton>}
            {event.socket && <LinkButton icon="connections" href={to('connection', { app: event.app, socket: event.socket })}>Connection</LinkButton>}
          </div>
          <Facts>
            <Fact name="Time"><Time ms={event.time_ms} full /></Fact>
            <Fact name="Type"><Badge tone={TONES[event.type] ?? 'calm'}>{typeName(event.type)}</Badge></Fact>
            {event.app && <Fact name="App"><Text v={event.app} /></Fact>}
            {(event.channel ?? event.channel_id) && <Fact name="Channel"><Text v={event.channel ?? event.channel_id} max={20_000} class="wrap" /></Fact>}
            {event.event && <Fact name="Event"><Text v={event.event} max={20_000} class="wrap" /></Fact>}
            {event.from && <Fact name="From">{FROM[event.from] ?? <Text v={event.from} />}</Fact>}
            {event.socket && <Fact name="Socket"><Text v={event.socket} /></Fact>}
            {event.except && <Fact name="Except socket"><Text v={event.except} /></Fact>}
            {event.user && <Fact name="User"><Text v={event.user} max={20_000} class="wrap" /></Fact>}
            {typeof event.offset === 'number' && <Fact name="Offset">{num(event.offset)} <span class="hint">in epoch <Text v={event.epoch} /></span></Fact>}
          </Facts>
          {(event.type === 'message' || event.data) && (
            <Card title="Data">
              <Payload data={event.data} bytes={event.bytes} label="payload" />
            </Card>
          )}
          {event.type === 'message' && (
            <Card title="Delivery">
              <DeliveryDetail event={event} />
            </Card>
          )}
        </>
      )}
    </Panel>
  );
}

function Replay({ event }: { event: TimelineEvent }) {
  if (!mayChange()) return <Actions>{null}</Actions>;
  const whyNot =
    event.data === null || event.data === undefined
      ? 'The data is not known here.'
      : typeof event.bytes === 'number' && new Blob([event.data]).size < event.bytes
        ? 'The server kept a part of the data only.'
        : !(event.channel ?? event.channel_id)
          ? 'The event has no channel.'
          : null;
  if (whyNot) {
    return (
      <span class="tip" tabIndex={0} role="note" aria-label={`Replay is not possible. ${whyNot}`} data-tip={whyNot}>
        <button type="button" disabled>Replay</button>
      </span>
    );
  }
  const channel = event.channel ?? event.channel_id ?? '';
  const replay = () =>
    confirm({
      title: 'Publish this event again?',
      action: 'Publish again',
      text: (
        <>
          <p>All who are subscribed now receive the event once more, with the same data.</p>
          <Facts>
            <Fact name="Channel"><Text v={channel} max={2000} class="wrap" /></Fact>
            <Fact name="Event"><Text v={event.event} max={2000} class="wrap" /></Fact>
          </Facts>
        </>
      ),
      run: async () => {
        const answer = await post<{ event: string | null; subscriptions: number }>('/publish', {
          app: event.app,
          channel,
          event: event.event,
          data: event.data,
          socket_id: null,
        });
        toast(`Published again, to ${num(answer.subscriptions)} ${answer.subscriptions === 1 ? 'subscription' : 'subscriptions'}.`);
      },
    });
  return <Button icon="refresh" onClick={replay}>Replay</Button>;
}
