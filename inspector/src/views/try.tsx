// Try it: its parts, each in a file of its own.
import { useEffect, useRef } from 'preact/hooks';
import { View } from '../parts';
import { route, to } from '../route';
import { TryClient } from './try-client';
import { TryPublish } from './try-publish';
import { TrySignatures } from './try-signatures';
import { TrySnippets } from './try-snippets';
import { TryWebhook } from './try-webhook';

const TABS = { publish: 'Publish', client: 'Subscribe', sign: 'Signatures', webhook: 'Webhook', snippets: 'Client snippets' } as const;

const SHOWN: Record<keyof typeof TABS, () => preact.JSX.Element> = {
  publish: TryPublish,
  client: TryClient,
  sign: TrySignatures,
  webhook: TryWebhook,
  snippets: TrySnippets,
};

export function TryIt() {
  const asked = route.value.params.get('tab') ?? 'publish';
  const tab = (asked in TABS ? asked : 'publish') as keyof typeof TABS;
  const Shown = SHOWN[tab];
  const tabs = useRef<HTMLElement>(null);
  // On a phone there is not room for all of them.
  useEffect(() => tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [tab]);
  return (
    <View name="try" title="Try it">
      <nav class="tabs" aria-label="Parts of Try it" ref={tabs}>
        {(Object.keys(TABS) as (keyof typeof TABS)[]).map((each) => (
          <a key={each} href={to('try', { tab: each === 'publish' ? null : each })} aria-current={each === tab ? 'page' : undefined}>
            {TABS[each]}
          </a>
        ))}
      </nav>
      <Shown />
    </View>
  );
}
