// Webhooks: the requests that are over, and sending one again.
import { post } from '../api';
import { AppField } from '../app-field';
import { oneApp } from '../apps';
import { confirm } from '../dialog';
import { num, Time } from '../format';
import { Actions, Badge, Button, Card, DocsLink, Empty, Failure, LinkButton, Loading, View } from '../parts';
import { useAnswer } from '../read';
import { setParams, to } from '../route';
import { ACTIONS, StackedTable } from '../table';
import { Text } from '../text';
import { toast } from '../toast';
import type { Webhook } from '../wire';

export function Webhooks() {
  const app = oneApp();
  const answer = useAnswer<{ webhooks: Webhook[] }>(app ? '/webhooks' : null, { app, limit: 200 }, 5_000);
  const webhooks = answer.data?.webhooks;
  return (
    <View name="webhooks" title="Webhooks" actions={
        <>
          <LinkButton icon="try" href={to('try', { app, tab: 'webhook' })}>Simulate</LinkButton>
          <DocsLink page="webhooks.md" />
        </>
      }>
      {!app ? (
        <Card>
          <form class="form">
            <p class="hint">Each app has its own webhooks.</p>
            <AppField value="" set={(value) => setParams({ app: value })} />
          </form>
        </Card>
      ) : answer.error ? (
        <Failure error={answer.error} reload={answer.reload} />
      ) : !webhooks ? (
        <Loading />
      ) : webhooks.length === 0 ? (
        <Card>
          <Empty title="No request is over yet">
            Requests appear here once they were delivered or given up. An app has webhooks if its setting <code>webhooks</code> names a receiver.
          </Empty>
        </Card>
      ) : (
        <Card class="flush">
          <Log app={app} webhooks={webhooks} reload={answer.reload} />
        </Card>
      )}
    </View>
  );
}

function Log({ app, webhooks, reload }: { app: string; webhooks: Webhook[]; reload: () => void }) {
  const redeliver = (webhook: Webhook) =>
    confirm({
      title: 'Send this request again?',
      action: 'Send again',
      text: (
        <p>
          The same {webhook.events === 1 ? 'event is' : `${num(webhook.events)} events are`} sent to <Text v={webhook.url} max={300} class="wrap" /> under a new id, with the header
          X-Baton-Webhook-Redelivery.
        </p>
      ),
      run: async () => {
        await post('/webhooks/redeliver', { app, id: webhook.id });
        toast('Queued. It appears in the log once it is over.');
        reload();
      },
    });
  return (
    <StackedTable label="Delivery log, table" caption="Webhook requests, the newest first" columns={['Time', 'Outcome', 'Receiver', { title: 'Events', num: true }, { title: 'Attempts', num: true }, 'Id', ACTIONS]}>
      {webhooks.map((webhook) => (
        <tr role="row" key={webhook.id}>
          <td role="cell"><Time ms={webhook.time_ms} /></td>
          <td role="cell">
            <Badge tone={webhook.delivered ? 'good' : 'bad'}>
              {webhook.delivered ? 'delivered' : 'failed'} <Text v={webhook.outcome} max={60} />
            </Badge>
          </td>
          <td role="cell" class="wide"><Text v={webhook.url} /></td>
          <td role="cell" class="num" data-label="Events">{num(webhook.events)}</td>
          <td role="cell" class="num" data-label="Attempts">{num(webhook.attempts)}</td>
          <td role="cell" data-label="Id"><Text v={webhook.id} max={12} /></td>
          <td role="cell" class="end">
            <Actions>
              <Button class="small" aria-label={`Redeliver the request ${webhook.id.slice(0, 12)}`} onClick={() => redeliver(webhook)}>Redeliver</Button>
            </Actions>
          </td>
        </tr>
      ))}
    </StackedTable>
  );
}
