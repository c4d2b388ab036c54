// What the server's API answers, as docs/inspector-api.md describes it.

export interface Session {
  node: string;
  role: 'operator' | 'reader';
  app: string | null;
  payloads: boolean;
  csrf?: string;
  expires_s: number;
}

export interface Latency {
  bounds_us: number[];
  counts: number[];
  sum_us: number;
}

export interface ServerNumbers {
  connections: number;
  connections_opened: number;
  subscriptions: number;
  channels: number;
  messages_in: number;
  messages_out: number;
  publishes: number;
  outbox_bytes: number;
  slow_clients: number;
  history_bytes: number;
  cpu_s: number;
  memory_bytes: number;
  open_files: number;
  queue_full: number;
  latency: Latency;
  refusals: Record<string, number>;
}

export interface AppNumbers {
  app: string;
  name: string | null;
  connections: number;
  channels: number;
  messages_in: number;
  messages_out: number;
  refusals: Record<string, number>;
}

export interface Overview {
  node: string;
  version: string;
  time_ms: number;
  uptime_s: number;
  server: ServerNumbers | null;
  apps: AppNumbers[];
}

export type Series = (number | null)[];

export interface Stats {
  step_s: number;
  from_ms: number;
  stored: boolean;
  series: Partial<Record<string, Series>>;
}

export interface Page {
  total?: number;
  next: string | null;
}

export interface ChannelRow {
  app: string;
  id: string;
  channel: string | null;
  class: string;
  subscriptions: number;
  users: number | null;
}

export interface ChannelPage extends Page {
  channels: ChannelRow[];
}

export interface StoredMessage {
  offset: number;
  age_ms: number;
  event: string;
  data: string | null;
  bytes: number;
}

export interface ChannelDetail extends Omit<ChannelRow, 'users'> {
  occupied: boolean;
  users: Member[] | null;
  users_total: number | null;
  presences: unknown;
  position: { epoch: string; offset: number } | null;
  cached: { event: string; data: string | null; bytes: number; age_ms: number | null } | null;
  recent: StoredMessage[] | null;
}

export interface Member {
  id: string;
  info: string | null;
}

export interface MemberPage extends Page {
  members: Member[];
}

export interface ConnectionRow {
  socket: string;
  app: string;
  protocol: string;
  transport: string;
  address: string | null;
  user: string | null;
  subscriptions: number;
  outbox_bytes: number;
  messages_in: number;
  opened_ms: number;
  silent_ms: number;
  loop: number;
  state: 'open' | 'waiting' | 'closing' | 'closed';
}

export interface ConnectionPage extends Page {
  connections: ConnectionRow[];
}

export interface ConnectionDetail extends ConnectionRow {
  channels?: { id: string; channel: string | null; user: string | null }[];
  refusals?: Refusal[];
  closed?: { time_ms: number; by: string; code: number | null; reason: string | null };
}

export interface Delivery {
  received: number;
  slowest_us: number | null;
  pending: number;
  skipped: { socket: string; why: string }[];
  skipped_total: number;
}

export const EVENT_TYPES = [
  'message',
  'subscribe',
  'unsubscribe',
  'occupied',
  'vacated',
  'member_added',
  'member_removed',
  'connect',
  'disconnect',
  'refused',
] as const;

export interface TimelineEvent {
  id: string;
  time_ms: number;
  type: string;
  app: string | null;
  channel: string | null;
  channel_id?: string | null;
  event: string | null;
  data: string | null;
  /** Of the whole payload, whatever of it is hidden. */
  bytes?: number | null;
  /** Something of the payload is hidden. */
  redacted?: boolean | null;
  is_binary?: boolean;
  /** The text of a refusal, or the reason of an end. */
  why?: string | null;
  from?: string | null;
  socket?: string | null;
  except?: string | null;
  user?: string | null;
  epoch?: string | null;
  offset?: number | null;
  subscriptions?: number | null;
  delivery?: Delivery | null;
}

export interface OneEvent {
  event: TimelineEvent;
}

export interface TimelinePage {
  cursor: string;
  lost: number;
  sampled: number;
  events: TimelineEvent[];
}

export interface Refusal {
  id: number;
  time_ms: number;
  cause: string;
  app: string | null;
  key: string | null;
  address: string | null;
  channel: string | null;
  socket: string | null;
  why: string;
  fix: string | null;
  page: string | null;
}

export interface RefusalPage extends Page {
  omitted: number;
  refusals: Refusal[];
}

export interface Step {
  what: string;
  ok: boolean | null;
  value?: string | null;
  at_us?: number | null;
  fix?: string | null;
  page?: string | null;
}

export interface Why {
  subject: string;
  verdict: string;
  certain: boolean;
  steps: Step[];
}

/** What became of a message to a receiver. */
export interface AlertDelivery {
  delivered: boolean;
  status: number | null;
  error: string | null;
  fix: string | null;
}

export interface Alert {
  name: string;
  metric: string;
  app: string | null;
  above: number | null;
  below: number | null;
  for_s: number;
  repeat_s: number;
  state: 'ok' | 'pending' | 'firing';
  since_ms: number | null;
  value: number | null;
  worst: number | null;
  last: { since_ms: number; ended_ms: number; worst: number } | null;
  /** `null` in the session of an app. */
  receiver: { host: string; format: string; waiting: number; last: (AlertDelivery & { time_ms: number }) | null } | null;
}

export interface Webhook {
  id: string;
  url: string;
  events: number;
  attempts: number;
  time_ms: number;
  delivered: boolean;
  outcome: string;
}

export interface AppEntry {
  id: string;
  key: string;
  enabled: boolean;
  connections: number | null;
  declared_in: 'store' | 'settings' | 'database';
}

export interface AppSecret {
  id: string;
  key: string;
  secret?: string;
  enabled: boolean;
  previous_key?: string;
}

export interface AuditEntry {
  id: number;
  time_ms: number;
  who: string;
  role: string | null;
  app: string | null;
  address: string | null;
  action: string;
  subject: string | null;
}

export interface AuditPage extends Page {
  entries: AuditEntry[];
}

export interface Database {
  app: string;
  state: 'down' | 'idle' | 'not read' | 'read';
  slot: string;
  publication: string;
  lag_ms: number | null;
  policy_questions: number;
  policy_failures: number;
}

export interface PublishedTable {
  schema: string;
  table: string;
  key: string[];
  columns: string[];
  replica_identity: string;
  row_filter: string | null;
  row_level_security: boolean;
  policies: number;
}

export interface Tables {
  publication: string;
  tables: PublishedTable[];
  complete: boolean;
  followed: { schema: string; table: string; role: string; subscriptions: number }[];
  followed_total: number;
}

export interface Policy {
  name: string;
  kind: 'permissive' | 'restrictive';
  command: string;
  roles: string[];
  expression: string | null;
  /** Whether it is for this role and command. */
  counts: boolean;
  /** The result: for a channel that of each kind of message; `null` where it was not evaluated. */
  outcome: string | null | Record<string, string | null>;
  error: { code: string | null; message: string } | null;
  direction?: 'read' | 'write';
}

export interface Explanation extends Why {
  policies: Policy[];
}

/** What a client of an app needs to connect. */
export interface ClientInfo {
  app: string;
  enabled: boolean;
  key: string;
  client_events: boolean;
  /** Whether the app's `allowed_origins` let a page of this origin in. */
  origin_allowed: boolean;
  supabase: boolean;
  signs_tokens: boolean;
}

export interface Receiver {
  id: number;
  url: string;
  events: string[];
  headers: string[];
}

export interface Simulated {
  url: string;
  request: { headers: [string, string][]; body: string };
  /** Whether the receiver's filters let a real event like this through. */
  wanted: boolean;
  duration_ms: number;
  status: number | null;
  delivered: boolean;
  answer: { body: string; cut: boolean } | null;
  error: string | null;
  fix: string | null;
  page: string | null;
}
