import { Checkbox } from '#components/ui/checkbox.tsx';
import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import { notificationTypes } from '#lib/notifications/values.ts';
import { fill } from '#lib/web/i18n/fill.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';

const ways = ['enabled', 'push', 'email', 'sms'] as const;

type MatrixProps = {
  readonly preferences: Preferences;
  readonly texts: Texts<'notifications'>;
  readonly words: Texts<'notificationWords'>;
};

/** Each type by each way. A switch that has no effect says beside it why. */
export function PreferencesMatrix({ preferences, texts, words }: MatrixProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
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
            <tr className="border-b border-line text-start text-sm text-muted">
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
                      {...(way === 'sms' && { 'aria-describedby': 'sms-note' })}
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
      <p id="sms-note" className="text-sm text-muted">
        {texts.smsNote}
      </p>
      <p className="text-sm text-muted">{texts.systemNote}</p>
    </fieldset>
  );
}
