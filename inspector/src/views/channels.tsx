// Channels: the occupied ones, and all about one of them.
import { useState } from 'preact/hooks';
import { bytes, duration, num } from '../format';
import { Grid, type Column } from '../grid';
import { Icon } from '../icons';
import { asPattern, Badge, Button, Card, Counted, Empty, Fact, Facts, Failure, LinkButton, Loading, Search, View } from '../parts';
import { Payload } from '../payload';
import { useAnswer, usePages } from '../read';
import { go, route, setParams, to } from '../route';
import { boundApp, chosenApp } from '../session';
import { Text } from '../text';
import type { ChannelDetail, ChannelPage, ChannelRow, Member, MemberPage } from '../wire';

const CLASS_TONES: Record<string, 'good' | 'info' | 'warn' | 'member' | 'calm'> = {
  public: 'calm',
  private: 'info',
  presence: 'member',
  user: 'good',
  user_status: 'good',
  changes: 'warn',
};

function Class({ name }: { name: string }) {
  return <Badge tone={CLASS_TONES[name] ?? 'calm'}>{name.replaceAll('_', ' ')}</Badge>;
}

const COLUMNS: Column<ChannelRow>[] = [
  { name: 'channel', label: 'Channel', cell: (row) => <Text v={row.channel ?? row.id} /> },
  { name: 'class', label: 'Class', cell: (row) => <Class name={row.class} /> },
  { name: 'app', label: 'App', cell: (row) => <Text v={row.app} /> },
  { name: 'subscriptions', label: 'Subscriptions', cell: (row) => num(row.subscriptions) },
  { name: 'users', label: 'Users', cell: (row) => (row.users === null ? '' : num(row.users)) },
];

const AGAIN_MS = 5_000;

export function Channels() {
  const { params } = route.value;
  const app = chosenApp();
  const search = params.get('search') ?? '';
  const sort = params.get('sort') === 'subscriptions' ? 'subscriptions' : 'name';
  const pages = usePages<ChannelPage, ChannelRow>('/channels', { app, search, sort }, (page) => page.channels, AGAIN_MS);
  const total = pages.page?.total;
  return (
    <View
      name="channels"
      title="Channels"
      fill
      actions={<Counted total={total} loaded={pages.rows.length} what="occupied" />}
    >
      <div class="filters" role="search" aria-label="Filter of the channels">
        <Search main icon label="Search channels" placeholder="Search by name" value={search} apply={(text) => setParams({ search: text })} />
        <div class="segments" role="group" aria-label="Order">
          <button type="button" aria-pressed={sort === 'name'} onClick={() => setParams({ sort: null })}>
            By name
          </button>
          <button type="button" aria-pressed={sort === 'subscriptions'} onClick={() => setParams({ sort: 'subscriptions' })}>
            By subscriptions
          </button>
        </div>
        <Button icon="refresh" class="plain" onClick={pages.reload}>Refresh</Button>
      </div>
      {pages.error ? (
        <Failure error={pages.error} reload={pages.reload} />
      ) : (
        <div class="list-box">
          <Grid
            name="channels"
            label="Channels"
            columns={boundApp() ? COLUMNS.filter((column) => column.name !== 'app') : COLUMNS}
            count={pages.rows.length}
            row={(i) => pages.rows[i]!}
            id={(row) => `${row.app} ${row.id}`}
            open={(row) => go(to('channel', { app: row.app, id: row.id }))}
            more={pages.more}
            top={`${app} ${search} ${sort}`}
            empty={
              pages.loading ? (
                <Loading />
              ) : (
                <Empty title={search ? 'No occupied channel has this in its name' : 'No channel is occupied'}>
                  {search ? 'A channel is listed while somebody is subscribed to it.' : 'A channel appears here as soon as a client subscribes to it.'}
                  {search && app && (
                    <p class="actions center">
                      <LinkButton icon="why" href={to('why', { app, channel: search })}>Why?</LinkButton>
                      <LinkButton icon="channels" href={to('channel', { app, id: search })}>Look for its stored messages</LinkButton>
                    </p>
                  )}
                </Empty>
              )
            }
          />
        </div>
      )}
    </View>
  );
}

export function Channel() {
  const { params } = route.value;
  const app = chosenApp();
  const id = params.get('id');
  const answer = useAnswer<ChannelDetail>(app && id ? '/channel' : null, { app, id }, 2_000);
  const { data } = answer;
  const name = data ? (data.channel ?? data.id) : (id ?? '');
  return (
    <View
      name="channel"
      title={
        <>
          <a class="back" href={to('channels', { app })} aria-label="All channels">
            <Icon name="back" />
          </a>
          <Text v={name} max={120} />
        </>
      }
      actions={
        data && (
          <>
            <LinkButton icon="timeline" href={to('timeline', { app, channel: asPattern(name) })}>Timeline</LinkButton>
            <LinkButton icon="why" href={to('why', { app, channel: name })}>Why?</LinkButton>
            {data.channel !== null && <LinkButton icon="try" href={to('try', { app, channel: data.channel })}>Publish</LinkButton>}
          </>
        )
      }
    >
      {!app || !id ? (
        <Empty title="No channel is named">Choose one in the list of channels.</Empty>
      ) : answer.error ? (
        <>
          <Failure error={answer.error} reload={answer.reload} />
          <p class="actions center">
            <LinkButton icon="why" href={to('why', { app, channel: id })}>Why?</LinkButton>
          </p>
        </>
      ) : !data ? (
        <Loading />
      ) : (
        <Detail channel={data} />
      )}
    </View>
  );
}

function Detail({ channel }: { channel: ChannelDetail }) {
  const name = channel.channel ?? channel.id;
  return (
    <div class="columns">
      <div>
        <Card title="Channel">
          <Facts>
            <Fact name="Name"><Text v={name} max={20_000} class="wrap" /></Fact>
            <Fact name="Id"><Text v={channel.id} max={20_000} class="wrap" /></Fact>
            <Fact name="App"><Text v={channel.app} /></Fact>
            <Fact name="Class"><Class name={channel.class} /></Fact>
            <Fact name="Occupied">{channel.occupied ? 'yes' : 'no: only stored messages are left'}</Fact>
            <Fact name="Subscriptions">
              {num(channel.subscriptions)}{' '}
              {channel.subscriptions > 0 && <a href={to('connections', { app: channel.app, channel: name })}>show connections</a>}
            </Fact>
            {channel.position && (
              <Fact name="Position">
                offset {num(channel.position.offset)} <span class="hint">in epoch <Text v={channel.position.epoch} /></span>
              </Fact>
            )}
          </Facts>
        </Card>
        {channel.users && <Members channel={channel} />}
        {channel.presences !== null && channel.presences !== undefined && (
          <Card title="Presence">
            <Payload data={JSON.stringify(channel.presences)} bytes={null} label="presence" />
          </Card>
        )}
        {channel.cached && (
          <Card title="Cached event">
            <p>
              <Text v={channel.cached.event} /> {channel.cached.age_ms !== null && <span class="hint">{duration(channel.cached.age_ms)} ago</span>}
            </p>
            <Payload data={channel.cached.data} bytes={channel.cached.bytes} label="cached data" />
          </Card>
        )}
      </div>
      <Card title="Recent messages">
        {!channel.recent || channel.recent.length === 0 ? (
          <Empty title="No message is stored">
            Channels store messages for the setting <code>history_ttl_s</code> if <code>history_messages</code> is not 0.{' '}
            <a href={to('timeline', { app: channel.app, channel: asPattern(name) })}>Watch the timeline</a> to see them as they come.
          </Empty>
        ) : (
          <ul class="messages">
            {channel.recent.map((message) => (
              <li key={message.offset}>
                <details>
                  <summary>
                    <span class="num hint">{num(message.offset)}</span>
                    <Text v={message.event} max={120} />
                    <span class="hint num">{bytes(message.bytes)}</span>
                    <span class="hint num">{duration(message.age_ms)} ago</span>
                  </summary>
                  <Payload data={message.data} bytes={message.bytes} label={`data of message ${message.offset}`} />
                </details>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

function Members({ channel }: { channel: ChannelDetail }) {
  // The first page is read again as the channel is; further ones stay as they were read.
  const pages = usePages<MemberPage, Member>('/members', { app: channel.app, id: channel.id }, (page) => page.members, AGAIN_MS);
  // A user who has left and come back is in two pages. Supabase's clients may share a key.
  const isUnique = channel.class === 'presence';
  const members = isUnique ? [...new Map(pages.rows.map((each) => [each.id, each])).values()] : pages.rows;
  const total = pages.page?.total ?? channel.users_total ?? 0;
  return (
    <Card title={`Members (${num(total)})`}>
      {pages.error ? <Failure error={pages.error} reload={pages.reload} /> : null}
      {members.length === 0 ? (
        <p class="hint">{pages.loading ? 'Reading…' : 'No member.'}</p>
      ) : (
        <ul class="messages" aria-label="Members">
          {members.map((user, i) => (
            <Entry key={isUnique ? user.id : i} app={channel.app} user={user} />
          ))}
        </ul>
      )}
      {pages.page?.next && (
        <div class="actions more">
          <Button onClick={pages.more}>Show more</Button>
          <Counted total={total} loaded={members.length} what="members" />
        </div>
      )}
    </Card>
  );
}

function Entry({ app, user }: { app: string; user: Member }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Text v={user.id} max={120} />
        </summary>
        {/* Of a thousand members few are looked at. */}
        {open && (
          <>
            <p class="messages-link">
              <a href={to('connections', { app, user: user.id })}>Connections of this user</a>
            </p>
            <Payload data={user.info} bytes={null} label="info of the member" />
          </>
        )}
      </details>
    </li>
  );
}
