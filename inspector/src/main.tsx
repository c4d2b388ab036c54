// The entry: decides between the sign-in form and the views.
import { render } from 'preact';
import { retryAt, retryNow, session } from './api';
import './app.css';
import { begin } from './session';
import { Shell } from './shell';
import { SignIn } from './sign-in';

function App() {
  const known = session.value;
  if (known === undefined) {
    return (
      <main class="sign-in" id="main">
        <h1 class="sr">Baton Inspector</h1>
        {retryAt.value !== null && (
          <div class="card" role="alert">
            <p>The server does not answer yet.</p>
            <button type="button" onClick={() => void retryNow()}>Try now</button>
          </div>
        )}
      </main>
    );
  }
  return known === null ? <SignIn /> : <Shell />;
}

render(<App />, document.getElementById('app')!);
void begin();
