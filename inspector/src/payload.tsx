// The data of an event: indented if it is JSON, as it is otherwise.
import { useMemo, useState } from 'preact/hooks';
import { Copy } from './copy';
import { bytes as size } from './format';
import { seesPayloads } from './session';
import { Text } from './text';

interface Token {
  kind: 'punctuation' | 'name' | 'string' | 'number' | 'word';
  text: string;
}

// Above it the text is shown as it came: elements for each word of it would make the page slow.
const MAX_PRETTY_BYTES = 200_000;
const MAX_COLOURED_TOKENS = 4_000;
const MAX_SHOWN_CHARS = 1_000_000;

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

/** Indents JSON without reading its values: numbers keep all their digits, and names that come twice stay. */
export function indent(json: string): Token[] | null {
  if (json.length > MAX_PRETTY_BYTES || !/^\s*[[{"]/.test(json)) return null;
  try {
    JSON.parse(json);
  } catch {
    return null;
  }
  const tokens: Token[] = [];
  const found = json.match(TOKEN) ?? [];
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  found.forEach((text, i) => {
    const next = found[i + 1];
    if (text === '{' || text === '[') {
      const isEmpty = next === '}' || next === ']';
      depth += 1;
      tokens.push({ kind: 'punctuation', text: isEmpty ? text : text + line() });
    } else if (text === '}' || text === ']') {
      const before = found[i - 1];
      depth -= 1;
      tokens.push({ kind: 'punctuation', text: before === '{' || before === '[' ? text : line() + text });
    } else if (text === ',') {
      tokens.push({ kind: 'punctuation', text: text + line() });
    } else if (text === ':') {
      tokens.push({ kind: 'punctuation', text: ': ' });
    } else if (text.startsWith('"')) {
      tokens.push({ kind: next === ':' ? 'name' : 'string', text });
    } else {
      tokens.push({ kind: /[tfn]/.test(text[0]!) ? 'word' : 'number', text });
    }
  });
  return tokens;
}

interface Props {
  data: string | null | undefined;
  bytes: number | null | undefined;
  label: string;
}

export function Payload({ data, bytes, label }: Props) {
  const [raw, setRaw] = useState(false);
  const tokens = useMemo(() => (data ? indent(data) : null), [data]);
  if (data === null || data === undefined) {
    return (
      <p class="hint">
        {seesPayloads() ? 'No data.' : `Hidden for this role${bytes === null || bytes === undefined ? '' : ` (${size(bytes)})`}.`}
      </p>
    );
  }
  const pretty = tokens !== null && !raw;
  return (
    <div class="payload">
      <div class="payload-head">
        <span class="hint">
          {size(bytes ?? new Blob([data]).size)}
          {tokens ? ', JSON' : ', text'}
        </span>
        {tokens && (
          <button type="button" class="plain small" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            As sent
          </button>
        )}
        <Copy small text={data} label={`Copy ${label}`} />
      </div>
      <pre tabIndex={0} role="region" aria-label={label}>
        {pretty ? (
          tokens.length <= MAX_COLOURED_TOKENS ? (
            tokens.map((token) =>
              token.kind === 'punctuation' ? token.text : <span class={`json-${token.kind}`}><Text v={token.text} max={MAX_SHOWN_CHARS} lines /></span>,
            )
          ) : (
            <Text v={tokens.map((token) => token.text).join('')} max={MAX_SHOWN_CHARS} lines />
          )
        ) : (
          <Text v={data} max={MAX_SHOWN_CHARS} lines />
        )}
      </pre>
    </div>
  );
}
