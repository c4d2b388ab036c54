// The field of a form that names an app: a choice among the known ones, or any id where there are many.
import { knownApps } from './apps';
import { Field } from './parts';
import { boundApp } from './session';
import { plain } from './text';

export function AppField({ value, set }: { value: string; set: (value: string) => void }) {
  const apps = knownApps.value;
  if (boundApp() !== null) return null;
  if (apps.length === 1 && (value === '' || value === apps[0]!.id)) return null;
  return (
    <Field label="App">
      {(ids) =>
        apps.length > 0 && apps.length < 100 ? (
          <select {...ids} value={value} required onChange={(event) => set(event.currentTarget.value)}>
            <option value="">Choose an app</option>
            {value !== '' && !apps.some((app) => app.id === value) && <option value={value}>{plain(value, 60)}</option>}
            {apps.map((app) => (
              <option key={app.id} value={app.id}>
                {plain(app.name ? `${app.id} · ${app.name}` : app.id, 60)}
              </option>
            ))}
          </select>
        ) : (
          <input {...ids} class="mono" value={value} required placeholder="Id of the app" onInput={(event) => set(event.currentTarget.value)} spellcheck={false} autocomplete="off" />
        )
      }
    </Field>
  );
}
