// Apps: the tenants of the server, and changes to those of its store.
import { useState } from 'preact/hooks';
import { errorText, get, patch, post, remove } from '../api';
import { readApps } from '../apps';
import { CopyBlock } from '../copy';
import { confirm, showDialog } from '../dialog';
import { num } from '../format';
import { Actions, Badge, Button, Card, DocsLink, Empty, Failure, Field, Loading, View } from '../parts';
import { Payload } from '../payload';
import { useAnswer } from '../read';
import { to } from '../route';
import { mayChange } from '../session';
import { typedJson, useSubmit } from '../submit';
import { ACTIONS, StackedTable } from '../table';
import { Text } from '../text';
import { TextArea, TextField } from '../text-field';
import { toast } from '../toast';
import type { AppEntry, AppSecret } from '../wire';

const DECLARED: Record<string, string> = { store: 'store', settings: 'settings file', database: 'database table' };

const path = (id: string, action = ''): string => `/apps/${encodeURIComponent(id)}${action}`;

export function Apps() {
  const answer = useAnswer<{ apps: AppEntry[] }>('/apps', {}, 10_000);
  const apps = answer.data?.apps;
  const changed = () => {
    answer.reload();
    void readApps();
  };
  return (
    <View
      name="apps"
      title="Apps"
      actions={
        <>
          <DocsLink page="apps.md" />
          <Actions>
            <Button icon="refresh" onClick={() => void reloadSettings(changed)}>Reload settings</Button>
            <Button icon="plus" class="primary" onClick={() => showDialog('Create an app', (close) => <Create close={close} changed={changed} />)}>Create app</Button>
          </Actions>
        </>
      }
    >
      {answer.error ? (
        <Failure error={answer.error} reload={answer.reload} />
      ) : !apps ? (
        <Loading />
      ) : apps.length === 0 ? (
        <Card>
          <Empty title="No app">Create the first one. Its key and secret are shown once.</Empty>
        </Card>
      ) : (
        <Card class="flush">
          <StackedTable label="Apps, table" caption="Apps of this server" columns={['App', 'Key', 'State', { title: 'Connections', num: true }, 'Declared in', ACTIONS]}>
            {apps.map((app) => (
              <tr role="row" key={app.id}>
                <th role="rowheader" scope="row"><a href={to('overview', { app: app.id })}><Text v={app.id} max={60} /></a></th>
                <td role="cell" data-label="Key"><Text v={app.key} max={60} /></td>
                <td role="cell"><Badge tone={app.enabled ? 'good' : 'calm'}>{app.enabled ? 'enabled' : 'disabled'}</Badge></td>
                <td role="cell" class="num" data-label="Connections">{num(app.connections)}</td>
                <td role="cell" data-label="Declared in">{DECLARED[app.declared_in] ?? app.declared_in}</td>
                <td role="cell" class="end">
                  {app.declared_in === 'store' ? (
                    <Button class="small" aria-label={`${mayChange() ? 'Manage' : 'Show'} app ${app.id.slice(0, 40)}`} onClick={() => showDialog(`App ${app.id.slice(0, 40)}`, (close) => <Manage app={app} close={close} changed={changed} />)}>
                      {mayChange() ? 'Manage' : 'Show'}
                    </Button>
                  ) : (
                    <span class="hint">changed there</span>
                  )}
                </td>
              </tr>
            ))}
          </StackedTable>
        </Card>
      )}
    </View>
  );
}

/** A new key and secret. The server does not show the secret again. */
function showSecret(app: AppSecret, title: string): void {
  const env = `REVERB_APP_ID=${app.id}\nREVERB_APP_KEY=${app.key}\nREVERB_APP_SECRET=${app.secret ?? ''}`;
  showDialog(title, (close) => (
    <>
      <div class="dialog-body">
        <p><strong>Copy the secret now.</strong> The inspector does not show it again; <code>baton app show {app.id}</code> on the server does.</p>
        <p class="label">Key</p>
        <CopyBlock text={app.key} label="key" />
        <p class="label">Secret</p>
        <CopyBlock text={app.secret ?? ''} label="secret" />
        <p class="label">For .env of a Laravel application</p>
        <CopyBlock text={env} label="lines for .env" />
        {app.previous_key && <p class="hint">The former key is accepted as well until the rotation is ended.</p>}
      </div>
      <div class="dialog-foot">
        <button type="button" class="primary" onClick={close}>I have copied it</button>
      </div>
    </>
  ));
}

function Create({ close, changed }: { close: () => void; changed: () => void }) {
  const [id, setId] = useState('');
  const [max, setMax] = useState('');
  const [clientEvents, setClientEvents] = useState(false);
  const [more, setMore] = useState('');
  const { busy, error, submit } = useSubmit(async () => {
    const settings = (typedJson(more, 'Further settings') ?? {}) as Record<string, unknown>;
    const app = await post<AppSecret>('/apps', {
      ...(id.trim() && { id: id.trim() }),
      ...(max.trim() && { max_connections: Number(max) }),
      ...(clientEvents && { client_events: true }),
      ...settings,
    });
    close();
    changed();
    setTimeout(() => showSecret(app, `App ${app.id} is created`), 0);
  });
  return (
    <form onSubmit={submit}>
      <div class="dialog-body form">
        <TextField label="Id (optional)" hint="Without one a number is chosen. Do not use the id of a deleted app for somebody else." value={id} set={setId} />
        <Field label="Most connections (optional)" hint="0 is no limit.">
          {(ids) => <input {...ids} type="number" min="0" value={max} onInput={(event) => setMax(event.currentTarget.value)} />}
        </Field>
        <label class="check">
          <input type="checkbox" checked={clientEvents} onChange={(event) => setClientEvents(event.currentTarget.checked)} />
          Clients may send events (<code>client_events</code>)
        </label>
        <TextArea label="Further settings as JSON (optional)" hint={<DocsLink page="reference/settings.md" />} rows={3} value={more} set={setMore} placeholder={'{"max_channels": 500}'} />
        {error ? <p class="error-text" role="alert">{errorText(error)}</p> : null}
      </div>
      <div class="dialog-foot">
        <button type="button" onClick={close}>Cancel</button>
        <button type="submit" class="primary" disabled={busy}>Create</button>
      </div>
    </form>
  );
}

function Manage({ app, close, changed }: { app: AppEntry; close: () => void; changed: () => void }) {
  const answer = useAnswer<Record<string, unknown>>(path(app.id));
  const [settings, setSettings] = useState('');
  const rotating = Boolean(answer.data?.previous_key);

  /** The question takes the place of this dialog. */
  const ask = (question: Parameters<typeof confirm>[0]) => {
    close();
    setTimeout(() => confirm(question), 0);
  };
  const rotate = () =>
    ask({
      title: `Rotate the key of app ${app.id}?`,
      action: 'Rotate',
      text: <p>The app gets a new key and secret. The former ones are accepted as well until you end the rotation, so deploy the new ones first.</p>,
      run: async () => {
        const made = await post<AppSecret>(path(app.id, '/rotate-key'));
        changed();
        setTimeout(() => showSecret(made, `New key of app ${app.id}`), 0);
      },
    });
  const end = () =>
    ask({
      title: 'End the rotation?',
      action: 'End rotation',
      danger: true,
      text: <p>The former key and secret of app <Text v={app.id} /> are no longer accepted.</p>,
      run: async () => {
        await post(path(app.id, '/end-rotation'));
        toast('The former key is no longer accepted.');
        changed();
      },
    });
  const enable = (enabled: boolean) =>
    ask({
      title: `${enabled ? 'Enable' : 'Disable'} app ${app.id}?`,
      action: enabled ? 'Enable' : 'Disable',
      danger: !enabled,
      text: <p>{enabled ? 'Its clients may connect again.' : `Its ${num(app.connections)} connections are closed with code 4003, after which clients do not reconnect by themselves.`}</p>,
      run: async () => {
        await patch(path(app.id), { enabled });
        toast(enabled ? 'The app is enabled.' : 'The app is disabled.');
        changed();
      },
    });
  const destroy = () =>
    ask({
      title: `Delete app ${app.id}?`,
      action: 'Delete for good',
      danger: true,
      typed: app.id,
      text: <p>Its {num(app.connections)} connections are closed with code 4001. Its key, secret and settings cannot be brought back.</p>,
      run: async () => {
        await remove(path(app.id));
        toast('The app is deleted.');
        changed();
      },
    });
  const { busy, error, submit } = useSubmit(async () => {
    await patch(path(app.id), typedJson(settings, 'These settings'));
    setSettings('');
    toast('Saved.');
    answer.reload();
    changed();
  });
  return (
    <div class="dialog-body">
      {mayChange() && (
        <div class="actions">
          <Button onClick={rotate} disabled={rotating}>Rotate key</Button>
          {rotating && <Button onClick={end}>End rotation</Button>}
          <Button onClick={() => enable(!app.enabled)}>{app.enabled ? 'Disable' : 'Enable'}</Button>
          <Button class="danger-soft" onClick={destroy}>Delete</Button>
        </div>
      )}
      {answer.error ? <Failure error={answer.error} /> : answer.data ? <Payload data={JSON.stringify(answer.data)} bytes={null} label="settings of the app" /> : <Loading />}
      {mayChange() && (
        <form class="form" onSubmit={submit}>
          <TextArea label="Change settings" hint="JSON with the settings to change; null returns one to its default." rows={3} value={settings} set={setSettings} required placeholder={'{"max_connections": 1000}'} />
          {error ? <p class="error-text" role="alert">{errorText(error)}</p> : null}
          <div class="actions"><button type="submit" class="primary" disabled={busy}>Save</button></div>
        </form>
      )}
    </div>
  );
}

async function reloadSettings(changed: () => void): Promise<void> {
  try {
    const would = await get<Record<string, unknown>>('/reload');
    confirm({
      title: 'Reload the settings?',
      action: 'Reload',
      text: (
        <>
          <p>The server reads its settings again. This would change:</p>
          <Payload data={JSON.stringify(would)} bytes={null} label="what would change" />
        </>
      ),
      run: async () => {
        await post('/reload');
        toast('Reloaded.');
        changed();
      },
    });
  } catch (error) {
    toast(errorText(error), true);
  }
}
