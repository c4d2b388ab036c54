// The steps of an explanation: what the server checked, in its order, and where it went wrong.
import { Icon } from './icons';
import { micros } from './format';
import { DocsLink } from './parts';
import { Text } from './text';
import type { Step } from './wire';

const STATES = {
  ok: 'ok',
  failed: 'failed',
  unknown: 'not known',
} as const;

const stateOf = (step: Step): keyof typeof STATES => (step.ok === null || step.ok === undefined ? 'unknown' : step.ok ? 'ok' : 'failed');

export function Steps({ steps, label }: { steps: Step[]; label: string }) {
  return (
    <ol class="steps" aria-label={label}>
      {steps.map((step, i) => {
        const state = stateOf(step);
        return (
          <li key={i} class={`step ${state}`}>
            <span class="step-icon">
              <Icon name={state} />
              <span class="sr">{STATES[state]}: </span>
            </span>
            <div class="step-body">
              <p class="step-what">
                <Text v={step.what} max={2000} lines />
                {typeof step.at_us === 'number' && <span class="hint num">+{micros(step.at_us)}</span>}
              </p>
              {step.value !== null && step.value !== undefined && step.value !== '' && (
                <p class="step-value">
                  <Text v={String(step.value)} max={20_000} lines />
                </p>
              )}
              {step.fix && (
                <p class="step-fix">
                  <strong>Fix: </strong>
                  <Text v={step.fix} max={4000} lines class="prose" />
                </p>
              )}
              <DocsLink page={step.page} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The answer in one sentence, above the steps. */
export function Verdict({ text, state }: { text: string; state: 'ok' | 'failed' | 'unknown' }) {
  return (
    <div class={`verdict ${state}`} role="status">
      <span class="step-icon">
        <Icon name={state} />
      </span>
      <p>
        <Text v={text} max={4000} lines class="prose" />
      </p>
    </div>
  );
}

export const outcome = (steps: Step[], certain = true): 'ok' | 'failed' | 'unknown' =>
  steps.some((step) => step.ok === false) ? 'failed' : certain ? 'ok' : 'unknown';
