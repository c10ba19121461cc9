import { type FormEvent, useState } from 'react';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import { type NotificationType, notificationTypes } from '#lib/notifications/values.ts';
import { type ClosedWays, closedIn, closedOf } from './closed-ways.ts';

const ways = ['enabled', 'push', 'email', 'sms'] as const;
type Way = (typeof ways)[number];

/** Whether pushes can reach this user. */
export type PushReach = 'devices' | 'no-device' | 'none';

type MatrixProps = {
  readonly preferences: Preferences;
  readonly pushReach: PushReach;
  readonly texts: Texts<'notifications'>;
  readonly words: Texts<'notificationWords'>;
};

/** Shows a switch for each type and channel. Notes beside the switches explain at once why a switch has no effect. */
export function PreferencesMatrix({ preferences, pushReach, texts, words }: MatrixProps) {
  const [closed, setClosed] = useState(() => closedOf(preferences));
  const look = ({ currentTarget: { form } }: FormEvent<HTMLFieldSetElement>) =>
    form && setClosed(closedIn(new FormData(form)));
  const pushNote = closed.push ? texts.pushOff : pushNotes(texts)[pushReach];

  return (
    <fieldset onChange={look} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 text-lg font-semibold">{texts.ways}</legend>
      <Checkbox name="push" defaultChecked={preferences.pushNotifications}>
        {texts.allPush}
      </Checkbox>
      <Checkbox name="email" defaultChecked={preferences.emailNotifications}>
        {texts.allEmail}
      </Checkbox>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-2 pe-3 text-start font-normal">
                {texts.type}
              </th>
              {ways.map((way) => (
                <th key={way} scope="col" className="px-1 py-2 font-normal">
                  {words[way]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {notificationTypes.map((type) => (
              <tr key={type} className="border-b border-line">
                <th scope="row" className="py-2 pe-3 text-start font-medium">
                  {words[type]}
                </th>
                {ways.map((way) => (
                  <td key={way} className="px-1 text-center">
                    <input
                      type="checkbox"
                      name={`${type}.${way}`}
                      aria-label={fill(texts.switchOf, { type: words[type], way: words[way] }, 'en')}
                      aria-describedby={notesOf(closed, pushNote !== null, type, way)}
                      defaultChecked={preferences.types[type][way]}
                      disabled={way === 'sms'}
                      className="m-2 size-5 accent-primary"
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div role="status" className="flex flex-col gap-3 text-sm empty:sr-only">
        {pushNote !== null && <p id="push-note">{pushNote}</p>}
        {closed.email && <p id="email-note">{texts.emailOff}</p>}
        {closed.types.length > 0 && (
          <p id="types-note">
            {fill(texts.typesOff, { types: closed.types.map((type) => words[type]).join(', ') }, 'en')}
          </p>
        )}
      </div>
      <p id="sms-note" className="text-sm text-muted">
        {texts.smsNote}
      </p>
      <p id="system-note" className="text-sm text-muted">
        {texts.systemNote}
      </p>
    </fieldset>
  );
}

const pushNotes = (texts: Texts<'notifications'>): Readonly<Record<PushReach, string | null>> => ({
  devices: null,
  'no-device': texts.noDevice,
  none: texts.noPush,
});

/** Returns the ids of the notes that explain why this switch has no effect, or a limited one. */
function notesOf(closed: ClosedWays, isPushShut: boolean, type: NotificationType, way: Way): string | undefined {
  const notes = [
    way === 'sms' && 'sms-note',
    way === 'push' && isPushShut && 'push-note',
    way === 'email' && closed.email && 'email-note',
    (way === 'push' || way === 'email') && closed.types.includes(type) && 'types-note',
    way === 'enabled' && type === 'SYSTEM' && 'system-note',
  ].filter((note) => note !== false);
  return notes.length > 0 ? notes.join(' ') : undefined;
}
