// What stands around each view: the way to the others, the app that is looked at, the state of the connection.
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorText, get, post, retryAt, retryNow, session } from './api';
import { knownApps, node, readApps } from './apps';
import { CopyBlock } from './copy';
import { DialogHost, showDialog } from './dialog';
import { Icon, type IconName } from './icons';
import { Logo } from './logo';
import { Badge, Button } from './parts';
import { route, setParams, to } from './route';
import { boundApp, chosenApp, mayChange, signOut } from './session';
import { plain, Text } from './text';
import { setTheme, theme, type Theme } from './theme';
import { toast, ToastHost } from './toast';
import { Apps } from './views/apps';
import { Audit } from './views/audit';
import { Channel, Channels } from './views/channels';
import { Connection, Connections } from './views/connections';
import { Database } from './views/database';
import { Overview } from './views/overview';
import { Refusals } from './views/refusals';
import { Timeline } from './views/timeline';
import { TryIt } from './views/try';
import { Webhooks } from './views/webhooks';
import { Why } from './views/why';

interface Entry {
  view: string;
  name: string;
  icon: IconName;
  /** About the whole server, so not in the session of an app. */
  wholeServer?: boolean;
}

const GROUPS: { name: string; entries: Entry[] }[] = [
  {
    name: 'Look',
    entries: [
      { view: 'overview', name: 'Overview', icon: 'overview' },
      { view: 'timeline', name: 'Timeline', icon: 'timeline' },
      { view: 'channels', name: 'Channels', icon: 'channels' },
      { view: 'connections', name: 'Connections', icon: 'connections' },
    ],
  },
  {
    name: 'Find out',
    entries: [
      { view: 'refusals', name: 'Refusals', icon: 'refusals' },
      { view: 'why', name: 'Why?', icon: 'why' },
      { view: 'try', name: 'Try it', icon: 'try' },
    ],
  },
  {
    name: 'Manage',
    entries: [
      { view: 'webhooks', name: 'Webhooks', icon: 'webhooks' },
      { view: 'database', name: 'Database', icon: 'database' },
      { view: 'apps', name: 'Apps', icon: 'apps', wholeServer: true },
      { view: 'audit', name: 'Audit', icon: 'audit', wholeServer: true },
    ],
  },
];

const HEARTBEAT_MS = 10_000;

const PARENTS: Record<string, string> = { channel: 'channels', connection: 'connections' };

const VIEWS: Record<string, () => preact.JSX.Element> = {
  overview: Overview,
  timeline: Timeline,
  channels: Channels,
  channel: Channel,
  connections: Connections,
  connection: Connection,
  refusals: Refusals,
  why: Why,
  try: TryIt,
  webhooks: Webhooks,
  database: Database,
  apps: Apps,
  audit: Audit,
};

export function Shell() {
  const { view } = route.value;
  const [drawer, setDrawer] = useState(false);
  const main = useRef<HTMLElement>(null);
  const Shown = VIEWS[view];
  const menuButton = useRef<HTMLButtonElement>(null);

  useEffect(() => void readApps(), [session.value]);
  useEffect(() => {
    // Views that read only once would not notice that the server, or the session, is gone.
    const timer = setInterval(() => {
      if (!document.hidden && retryAt.value === null) void get('/session').catch(() => null);
    }, HEARTBEAT_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    setDrawer(false);
    main.current?.scrollTo(0, 0);
    const name = GROUPS.flatMap((group) => group.entries).find((entry) => entry.view === (PARENTS[view] ?? view))?.name;
    document.title = name ? `${name} · Baton Inspector` : 'Baton Inspector';
  }, [view]);
  useKeys(drawer, () => {
    setDrawer(false);
    menuButton.current?.focus();
  });

  return (
    <div class={`shell ${drawer ? 'drawer-open' : ''}`}>
      <a class="skip" href="#main" onClick={(event) => {
        // The hash is the page's address, so the link itself may not change it.
        event.preventDefault();
        main.current?.focus();
      }}>
        Skip to content
      </a>
      <header class="top">
        <button ref={menuButton} type="button" class="plain square menu-button" aria-label="Menu" aria-expanded={drawer} aria-controls="navigation" onClick={() => setDrawer(!drawer)}>
          <Icon name="menu" />
        </button>
        <a class="brand" href={to('overview')} aria-label="Baton Inspector">
          <Logo />
          <span>Baton <span class="brand-second">Inspector</span></span>
        </a>
        <AppPicker />
        <div class="top-end">
          <Connected />
          <ThemeSwitch />
          <SessionMenu />
        </div>
      </header>
      <nav id="navigation" class="nav" aria-label="Views">
        {GROUPS.map((group) => (
          <div key={group.name} class="nav-group">
            <p class="nav-title" aria-hidden="true">{group.name}</p>
            <ul aria-label={group.name}>
              {group.entries
                .filter((entry) => !(entry.wholeServer && boundApp()))
                .map((entry) => (
                  <li key={entry.view}>
                    <a href={to(entry.view)} aria-current={(PARENTS[view] ?? view) === entry.view ? 'page' : undefined} onClick={() => setDrawer(false)}>
                      <Icon name={entry.icon} />
                      {entry.name}
                    </a>
                  </li>
                ))}
            </ul>
          </div>
        ))}
        <p class="nav-foot hint">
          <kbd>/</kbd> search <kbd>p</kbd> pause
        </p>
      </nav>
      <div class="nav-shade" onClick={() => setDrawer(false)} />
      <main ref={main} id="main" tabIndex={-1}>
        <LostBanner />
        {Shown ? (
          <Shown key={view} />
        ) : (
          <div class="empty">
            <h1 class="empty-title">There is no such view</h1>
            <p><a href={to('overview')}>To the overview</a></p>
          </div>
        )}
      </main>
      <DialogHost />
      <ToastHost />
    </div>
  );
}

/** `/` leads to the search of the view, Escape leaves the menu of a phone. */
function useKeys(drawer: boolean, closeDrawer: () => void): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const inField = (event.target as Element).closest('input, textarea, select, dialog') !== null;
      if (event.key === '/' && !inField) {
        const search = document.querySelector<HTMLInputElement>('[data-main-search]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      } else if (event.key === 'Escape' && drawer) {
        closeDrawer();
      }
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [drawer]);
}

const OTHER = '\u0000other';

function AppPicker() {
  const [typing, setTyping] = useState(false);
  const apps = knownApps.value;
  const bound = boundApp();
  const chosen = chosenApp();
  if (bound !== null) return <span class="app-picker bound">App <Text v={bound} max={30} /></span>;
  if (typing) {
    return (
      <form
        class="app-picker"
        onSubmit={(event) => {
          event.preventDefault();
          setParams({ app: new FormData(event.currentTarget).get('app') as string, open: null });
          setTyping(false);
        }}
      >
        <input name="app" aria-label="Id of the app" placeholder="Id of the app" autocomplete="off" spellcheck={false} ref={(element) => element?.focus()} onBlur={() => setTyping(false)} />
      </form>
    );
  }
  return (
    <select
      class="app-picker"
      aria-label="App"
      value={chosen ?? ''}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (value === OTHER) setTyping(true);
        else setParams({ app: value || null, open: null });
      }}
    >
      <option value="">All apps</option>
      {chosen !== null && !apps.some((app) => app.id === chosen) && <option value={chosen}>{plain(chosen, 60)}</option>}
      {apps.map((app) => (
        <option key={app.id} value={app.id}>
          {plain(app.name ? `${app.id} · ${app.name}` : app.id, 60)}
        </option>
      ))}
      {apps.length >= 100 && <option value={OTHER}>Another app…</option>}
    </select>
  );
}

function Connected() {
  const lost = retryAt.value !== null;
  return (
    <p class={`connected ${lost ? 'lost' : ''}`} role="status" aria-live="polite" title={node.value ? `Node ${plain(node.value, 60)}` : undefined}>
      <i aria-hidden="true" />
      <span>{lost ? 'No connection' : 'Connected'}</span>
    </p>
  );
}

function LostBanner() {
  const at = retryAt.value;
  const [, tick] = useState(0);
  useEffect(() => {
    if (at === null) return;
    const timer = setInterval(() => tick((was) => was + 1), 500);
    return () => clearInterval(timer);
  }, [at]);
  if (at === null) return null;
  const seconds = Math.max(0, Math.ceil((at - Date.now()) / 1000));
  return (
    <div class="banner">
      <Icon name="warning" />
      <p>The server does not answer. What you see is what was last known. {seconds > 0 ? `Next attempt in ${seconds} s.` : 'Trying…'}</p>
      <button type="button" onClick={() => void retryNow()}>Try now</button>
    </div>
  );
}

const THEMES: { value: Theme; name: string; icon: IconName }[] = [
  { value: 'system', name: 'As the system', icon: 'system' },
  { value: 'light', name: 'Light', icon: 'light' },
  { value: 'dark', name: 'Dark', icon: 'dark' },
];

function ThemeSwitch() {
  const at = THEMES.findIndex((each) => each.value === theme.value);
  const now = THEMES[at] ?? THEMES[0]!;
  const next = THEMES[(at + 1) % THEMES.length]!;
  return (
    <button type="button" class="plain square" aria-label={`Colours: ${now.name}. Change to: ${next.name}`} title={`Colours: ${now.name}`} onClick={() => setTheme(next.value)}>
      <Icon name={now.icon} />
    </button>
  );
}

function SessionMenu() {
  const current = session.value;
  if (!current) return null;
  const open = () =>
    showDialog('Session', (close) => (
      <div class="dialog-body">
        <dl class="facts">
          <div><dt>Role</dt><dd><Badge tone={mayChange() ? 'info' : 'calm'}>{current.role}</Badge> <span class="hint">{mayChange() ? 'may look and change' : 'may look, and changes nothing'}</span></dd></div>
          <div><dt>App</dt><dd>{current.app === null ? 'all' : <Text v={current.app} />}</dd></div>
          <div><dt>Payloads</dt><dd>{current.payloads ? 'visible' : 'hidden for this role'}</dd></div>
          <div><dt>Node</dt><dd><Text v={current.node} max={200} class="wrap" /></dd></div>
        </dl>
        <SignInLink />
        <div class="actions">
          <Button icon="out" onClick={() => {
            close();
            signOut().catch((error) => toast(errorText(error), true));
          }}>
            Sign out
          </Button>
        </div>
      </div>
    ));
  return (
    <button type="button" class="session" onClick={open} aria-label={`Session, role ${current.role}`}>
      {current.role}
    </button>
  );
}

function SignInLink() {
  const [link, setLink] = useState<{ link: string; expires_s: number } | null>(null);
  const make = async () => {
    try {
      setLink(await post('/links'));
    } catch (error) {
      toast(errorText(error), true);
    }
  };
  return link ? (
    <>
      <p>This link signs one browser in, with the rights of this session. It is valid for {Math.round(link.expires_s / 60)} minutes.</p>
      <CopyBlock text={link.link} label="sign-in link" />
    </>
  ) : (
    <div class="actions">
      <Button icon="link" onClick={() => void make()}>Make a sign-in link for another browser</Button>
    </div>
  );
}
