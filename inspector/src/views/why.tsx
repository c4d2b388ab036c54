// Why?: an answer in one sentence to why a client is not connected, or an event did not arrive, and how it was found.
import { useState } from 'preact/hooks';
import { oneApp } from '../apps';
import { AppField } from '../app-field';
import { Copy } from '../copy';
import { Button, Card, Empty, Failure, LinkButton, Loading, View } from '../parts';
import { useAnswer } from '../read';
import { go, route, to } from '../route';
import { outcome, Steps, Verdict } from '../steps';
import { Text } from '../text';
import { TextField } from '../text-field';
import type { Why as Answer } from '../wire';

type Kind = 'channel' | 'socket' | 'event';

const KINDS: Record<Kind, string> = {
  channel: 'A client does not receive an event',
  socket: 'A connection',
  event: 'An event of the timeline',
};

export function Why() {
  const { params } = route.value;
  const asked: Kind | null = params.get('event') ? 'event' : params.get('socket') ? 'socket' : params.get('channel') || params.get('user') ? 'channel' : null;
  const app = oneApp();
  const query =
    asked === 'socket'
      ? { socket: params.get('socket') }
      : asked === 'event'
        ? { event: params.get('event'), socket: params.get('socket') }
        : { app, channel: params.get('channel'), event_name: params.get('event_name'), user: params.get('user') };
  const ready = asked !== null && (asked !== 'channel' || app !== null);
  const answer = useAnswer<Answer>(ready ? '/why' : null, query);
  const { data } = answer;
  return (
    <View name="why" title="Why?" actions={data && <Copy text={() => location.href} label="Copy link" icon="link" />}>
      <div class="columns why">
        <Card>
          <Form key={params.toString()} asked={asked} />
        </Card>
        <div aria-busy={answer.loading}>
          {answer.error ? (
            <Failure error={answer.error} reload={answer.reload} />
          ) : data ? (
            <Card class="answer" title={<Text v={data.subject} max={300} class="wrap" />} actions={<Button icon="refresh" class="plain" onClick={answer.reload}>Ask again</Button>}>
              <Verdict text={data.verdict} state={outcome(data.steps, data.certain)} />
              {!data.certain && <p class="hint">This is not certain: some steps cannot be known from this server.</p>}
              <Steps steps={data.steps} label="What was checked, in order" />
              {asked === 'event' && (
                <p class="actions">
                  <LinkButton icon="timeline" href={to('timeline', { open: params.get('event') })}>The event in the timeline</LinkButton>
                </p>
              )}
            </Card>
          ) : asked === null ? (
            <Card>
              <Empty title="Ask why something did not happen">
                The answer lists what the server checks, in its order, and the first thing that is wrong, with what to change. Buttons “Why?” in the other views fill in the form.
              </Empty>
            </Card>
          ) : !ready ? (
            <Card>
              <Empty title="Which app?">Choose the app in the form.</Empty>
            </Card>
          ) : (
            <Loading />
          )}
        </div>
      </div>
    </View>
  );
}

function Form({ asked }: { asked: Kind | null }) {
  const { params } = route.value;
  const [kind, setKind] = useState<Kind>(asked ?? 'channel');
  const [app, setApp] = useState(oneApp() ?? '');
  const [values, setValues] = useState({
    socket: params.get('socket') ?? '',
    event: params.get('event') ?? '',
    channel: params.get('channel') ?? '',
    event_name: params.get('event_name') ?? '',
    user: params.get('user') ?? '',
  });
  const set = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    const asks =
      kind === 'socket'
        ? { socket: values.socket.trim() }
        : kind === 'event'
          ? { event: values.event.trim(), socket: values.socket.trim() }
          : { app, channel: values.channel, event_name: values.event_name, user: values.user };
    go(to('why', asks));
  };
  return (
    <form onSubmit={submit} class="form">
      <fieldset class="choices">
        <legend>About</legend>
        {(Object.keys(KINDS) as Kind[]).map((each) => (
          <label key={each} class="check">
            <input type="radio" name="kind" checked={kind === each} onChange={() => setKind(each)} />
            {KINDS[each]}
          </label>
        ))}
      </fieldset>
      {kind === 'socket' && (
        <TextField label="Socket id" hint={<>In the browser: <code>pusher.connection.socket_id</code>. Connections that ended are known for the last thousand.</>} value={values.socket} set={set('socket')} required placeholder="123.456" main />
      )}
      {kind === 'event' && (
        <TextField label="Event id" hint="Of an event in the timeline: its details have the button “Why?”." value={values.event} set={set('event')} required main />
      )}
      {kind === 'event' && (
        <TextField label="Socket id of who missed it (optional)" hint="Then the answer says whether this connection was subscribed in time, was excluded, or is behind." value={values.socket} set={set('socket')} placeholder="123.456" />
      )}
      {kind === 'channel' && (
        <>
          <AppField value={app} set={setApp} />
          <TextField label="Channel" value={values.channel} set={set('channel')} required placeholder="private-orders.7" main />
          <TextField label="Name of the event (optional)" value={values.event_name} set={set('event_name')} placeholder="OrderShipped" />
          <TextField label="User (optional)" value={values.user} set={set('user')} />
        </>
      )}
      <button type="submit" class="primary">Explain</button>
    </form>
  );
}
