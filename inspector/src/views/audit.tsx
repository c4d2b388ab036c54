// Audit: who signed in, changed something, or began to look at payloads.
import { Time } from '../format';
import { Grid, type Column } from '../grid';
import { Badge, Button, Empty, Failure, Loading, View } from '../parts';
import { usePages } from '../read';
import { Text } from '../text';
import type { AuditEntry, AuditPage } from '../wire';

const COLUMNS: Column<AuditEntry>[] = [
  { name: 'time', label: 'Time', cell: (row) => <Time ms={row.time_ms} /> },
  { name: 'action', label: 'Action', cell: (row) => <Badge tone={/refus|fail|denied/.test(row.action) ? 'bad' : 'info'}><Text v={row.action} max={60} /></Badge> },
  { name: 'subject', label: 'Subject', cell: (row) => (row.subject ? <Text v={row.subject} /> : '') },
  { name: 'who', label: 'Who', cell: (row) => <Text v={row.who} /> },
  { name: 'role', label: 'Role', cell: (row) => (row.role ? <Text v={row.role} /> : '') },
  { name: 'address', label: 'Address', cell: (row) => <Text v={row.address} /> },
];

export function Audit() {
  const pages = usePages<AuditPage, AuditEntry>('/audit', {}, (page) => page.entries, 5_000);
  return (
    <View name="audit" title="Audit" fill actions={<Button icon="refresh" class="plain" onClick={pages.reload}>Refresh</Button>}>
      {pages.error ? (
        <Failure error={pages.error} reload={pages.reload} />
      ) : (
        <div class="list-box">
          <Grid
            name="audit"
            label="Audit entries, the newest first"
            columns={COLUMNS}
            count={pages.rows.length}
            row={(i) => pages.rows[i]!}
            id={(row) => String(row.id)}
            more={pages.more}
            empty={pages.loading ? <Loading /> : <Empty title="No entry yet">Sign-ins, changes and the beginning of each look at payloads are listed here.</Empty>}
          />
        </div>
      )}
    </View>
  );
}
