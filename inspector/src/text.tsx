// Text that clients and applications chose: names, payloads, addresses, reasons. It is shown as text in every case.
// Characters that are invisible or that turn the direction of writing are shown as their code points, since a name
// could otherwise look like another one, or like a part of this page.

// Controls except tab and line feed, soft hyphen and other invisible characters, marks of direction, line and paragraph
// separators, tags, and halves of surrogate pairs. A zero-width joiner within an emoji stays.
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}\ud800-\udfff]|(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d/gu;
const HIDDEN_IN_LINE = new RegExp(`${HIDDEN.source}|[\\t\\n]`, 'gu');

const codePoint = (char: string): string => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** The text for places that take a plain string, such as titles and labels. */
export function plain(text: string, max = 500): string {
  const cut = text.length > max ? `${text.slice(0, max)}…` : text;
  return cut.replace(HIDDEN_IN_LINE, (char) => `<${codePoint(char)}>`);
}

type Part = string | preact.JSX.Element;

function parts(text: string, hidden: RegExp): Part[] {
  const found: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > from) found.push(text.slice(from, match.index));
    found.push(<span class="hidden-char">{codePoint(match[0])}</span>);
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

interface Props {
  v: string | null | undefined;
  /** Longer text is cut. 240 fills a line of the widest screen; a view of the details sets more. */
  max?: number;
  /** Line breaks are kept, for payloads. */
  lines?: boolean;
  class?: string;
}

/** Foreign text on one line, isolated from the direction of what is around it. */
export function Text({ v, max = 240, lines = false, class: name = '' }: Props) {
  if (v === null || v === undefined) return <span class="none">–</span>;
  if (v === '') return <span class="none">(empty)</span>;
  const cut = v.length > max;
  const shown = parts(cut ? v.slice(0, max) : v, lines ? HIDDEN : HIDDEN_IN_LINE);
  return (
    <bdi class={`foreign ${name}`} title={lines ? undefined : plain(v, 1000)}>
      {shown}
      {cut && '…'}
    </bdi>
  );
}
