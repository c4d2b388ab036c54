// The sign-in form, for users without a one-time link.
import { useState } from 'preact/hooks';
import { errorText, signInNote } from './api';
import { Logo } from './logo';
import { Field } from './parts';
import { signInWithToken } from './session';
import { useSubmit } from './submit';

export function SignIn() {
  const [token, setToken] = useState('');
  const { busy, error, submit } = useSubmit(() => signInWithToken(token.trim()));
  const note = error ? errorText(error) : signInNote.value;
  return (
    <main class="sign-in" data-view="sign-in" id="main">
      <form class="card form" onSubmit={submit} aria-labelledby="sign-in-title">
        <h1 id="sign-in-title">
          <Logo />
          Baton Inspector
        </h1>
        {note && <p class="error-text" role="alert">{note}</p>}
        <Field label="Token" hint="The setting inspector_token, or inspector_reader_token to look without changing anything.">
          {(ids) => <input {...ids} type="password" value={token} onInput={(event) => setToken(event.currentTarget.value)} required autocomplete="current-password" spellcheck={false} />}
        </Field>
        <button type="submit" class="primary" disabled={busy}>Sign in</button>
        <div class="hint">
          <p>Without a token, open a one-time link:</p>
          <ul>
            <li>the server prints one when it starts;</li>
            <li><code>baton inspector</code> on the server prints a new one.</li>
          </ul>
        </div>
      </form>
    </main>
  );
}
