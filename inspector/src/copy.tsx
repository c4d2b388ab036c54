// Copying to the clipboard.
import { useState } from 'preact/hooks';
import { Icon } from './icons';
import { toast } from './toast';

/** The Clipboard API exists with TLS and on loopback addresses alone; elsewhere the old command copies. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'off-screen';
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

interface Props {
  /** What is copied: a text, or what gives it once it is asked for. */
  text: string | (() => string);
  label: string;
  /** The label is for screen readers and the title only. */
  small?: boolean;
  icon?: 'copy' | 'link';
}

export function Copy({ text, label, small = false, icon = 'copy' }: Props) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    if (await copyText(typeof text === 'string' ? text : text())) {
      setDone(true);
      setTimeout(() => setDone(false), 1500);
      toast('Copied.');
    } else {
      toast('The browser did not allow copying. Select the text and copy it by hand.', true);
    }
  };
  return (
    <button type="button" class={small ? 'plain square' : 'copy'} aria-label={label} title={small ? label : undefined} onClick={copy}>
      <Icon name={done ? 'ok' : icon} />
      {!small && <span class="copy-label">{label}</span>}
    </button>
  );
}

/** A block of text to be copied: code, or a secret. */
export function CopyBlock({ text, label }: { text: string; label: string }) {
  return (
    <div class="copy-block">
      <pre tabIndex={0} role="region" aria-label={label}>{text}</pre>
      <Copy small text={text} label={`Copy ${label}`} />
    </div>
  );
}
