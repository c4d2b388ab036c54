// Try it, as the auth endpoint: signs a subscription, or checks a signature step by step.
import { useState } from 'preact/hooks';
import { post } from '../api';
import { AppField } from '../app-field';
import { oneApp } from '../apps';
import { CopyBlock } from '../copy';
import { Card, Empty, Failure, ReadOnly } from '../parts';
import { route } from '../route';
import { mayChange } from '../session';
import { outcome, Steps, Verdict } from '../steps';
import { useSubmit } from '../submit';
import { TextArea, TextField } from '../text-field';
import type { Step } from '../wire';

interface Signed {
  auth: string;
  signed: string;
}

interface Checked {
  ok: boolean;
  steps: Step[];
}

export function TrySignatures() {
  const { params } = route.value;
  const [app, setApp] = useState(oneApp() ?? '');
  const [socket, setSocket] = useState(params.get('socket') ?? '');
  const [channel, setChannel] = useState(params.get('channel') ?? '');
  const [channelData, setChannelData] = useState('');
  const [auth, setAuth] = useState('');
  const chosen = oneApp() ?? app;
  const presence = channel.startsWith('presence-');

  const { busy, result, error, submit } = useSubmit(async (event): Promise<{ signed?: Signed; checked?: Checked }> => {
    const body = { app: chosen, socket: socket.trim(), channel, channel_data: channelData || null };
    const button = event.submitter as HTMLButtonElement | null;
    if (button?.value === 'check') return { checked: await post<Checked>('/check', { ...body, auth: auth.trim() }) };
    return { signed: await post<Signed>('/sign', body) };
  });
  const { signed, checked } = result ?? {};

  return (
    <div class="columns">
      <Card title="Sign or check a subscription">
        <form class="form" onSubmit={submit}>
          <p class="hint">
            A private or presence channel needs a signature by the app's secret. Check what your auth endpoint answered, or let the server sign and compare.
          </p>
          <AppField value={chosen} set={setApp} />
          <TextField label="Socket id" value={socket} set={setSocket} required placeholder="123.456" main />
          <TextField label="Channel" value={channel} set={setChannel} required placeholder="private-orders.7" />
          <TextArea label={presence ? 'channel_data' : 'channel_data (presence channels)'} hint="Exactly as your auth endpoint answered it: each space counts." rows={3} value={channelData} set={setChannelData} required={presence} placeholder={'{"user_id":"7","user_info":{"name":"Ann"}}'} />
          <TextField label="auth, to be checked" hint="The value of auth in the answer of your auth endpoint: the key, a colon, and the signature." value={auth} set={setAuth} placeholder="app-key:58df8b0c36d6982b…" />
          <div class="actions">
            <button type="submit" value="check" class="primary" disabled={busy || auth.trim() === ''}>Check</button>
            {mayChange() ? <button type="submit" value="sign" disabled={busy}>Sign</button> : <ReadOnly />}
          </div>
        </form>
      </Card>
      <div>
        {error ? (
          <Failure error={error} />
        ) : signed ? (
          <Card title="Signed">
            <p class="label">auth</p>
            <CopyBlock text={signed.auth} label="auth" />
            <p class="label">What was signed</p>
            <CopyBlock text={signed.signed} label="what was signed" />
          </Card>
        ) : checked ? (
          <Card title="Checked">
            <Verdict text={checked.ok ? 'The server accepts this signature.' : 'The server refuses this signature.'} state={checked.ok ? 'ok' : outcome(checked.steps) === 'ok' ? 'failed' : outcome(checked.steps)} />
            <Steps steps={checked.steps} label="What was checked, in order" />
          </Card>
        ) : (
          <Card>
            <Empty title="The steps appear here">What is signed, with which key, and where two signatures begin to differ.</Empty>
          </Card>
        )}
      </div>
    </div>
  );
}
