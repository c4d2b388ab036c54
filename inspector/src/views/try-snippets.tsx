// Try it: code by which clients and applications reach this server.
import { AppField } from '../app-field';
import { oneApp } from '../apps';
import { CopyBlock } from '../copy';
import { Card, Empty, Failure, Loading } from '../parts';
import { useAnswer } from '../read';
import { route, setParams } from '../route';
import { Text } from '../text';

interface Snippet {
  name: string;
  language: string;
  code: string;
}

export function TrySnippets() {
  const app = oneApp();
  const answer = useAnswer<{ snippets: Snippet[] }>(app ? '/snippets' : null, { app });
  const wanted = route.value.params.get('snippet');
  const snippets = answer.data?.snippets ?? [];
  const shown = snippets.find((each) => each.name === wanted) ?? snippets[0];
  if (!app) return <Card><form class="form"><AppField value="" set={(value) => setParams({ app: value })} /></form></Card>;
  if (answer.error) return <Failure error={answer.error} reload={answer.reload} />;
  if (!answer.data) return <Loading />;
  if (!shown) return <Empty title="No snippet">The server has none for this app.</Empty>;
  return (
    <Card title="Connect a client">
      <div class="segments wrapping" role="group" aria-label="Library">
        {snippets.map((each) => (
          <button key={each.name} type="button" aria-pressed={each === shown} onClick={() => setParams({ snippet: each.name })}>
            {each.name}
          </button>
        ))}
      </div>
      <p class="hint">For the app <Text v={app} /> and the address of this page.</p>
      <CopyBlock text={shown.code} label={`code for ${shown.name}`} />
    </Card>
  );
}
