'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useState, useTransition } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { SaveRow } from '#components/ui/form/save-row.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import { frequencies } from '#lib/notifications/values.ts';
import { ApiProblem, put } from '#lib/web/api/api-client.ts';
import { changedPreferences } from './chosen-preferences.ts';
import { HoursZone } from './hours-zone.tsx';
import { PreferencesMatrix, type PushReach } from './preferences-matrix.tsx';

type PreferencesFormProps = {
  readonly preferences: Preferences;
  readonly pushReach: PushReach;
  readonly timezones: readonly string[];
  readonly locale: Locale;
  readonly texts: Texts<'notifications'>;
  readonly words: Texts<'notificationWords'>;
};

/** Shows which notifications a user wants, through which channels and when. Sends only the changed fields. */
export function PreferencesForm({ preferences, pushReach, timezones, locale, texts, words }: PreferencesFormProps) {
  const router = useRouter();
  const [problem, setProblem] = useState('');
  const [isSaved, setSaved] = useState(false);
  const [busy, startSaving] = useTransition();
  const { quietHours: quiet, frequency } = preferences;

  const save = (event: FormEvent<HTMLFormElement>) => {
    if (busy) return;
    const patch = changedPreferences(preferences, new FormData(event.currentTarget));
    startSaving(async () => {
      setSaved(false);
      try {
        await put('/api/notifications/preferences', patch);
        setProblem('');
        setSaved(true);
        router.refresh();
      } catch (error) {
        setProblem(error instanceof ApiProblem && error.status === 400 ? error.message : texts.failed);
      }
    });
  };

  return (
    <Form onSubmit={save} className="flex flex-col gap-10">
      <PreferencesMatrix preferences={preferences} pushReach={pushReach} texts={texts} words={words} />
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-3 text-lg font-semibold">{texts.quiet}</legend>
        <Checkbox name="quiet" defaultChecked={quiet.enabled}>
          {texts.quietOn}
        </Checkbox>
        <p className="text-muted">{texts.quietNote}</p>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField id="start" name="start" type="time" label={texts.start} defaultValue={quiet.start} required />
          <TextField id="end" name="end" type="time" label={texts.end} defaultValue={quiet.end} required />
          <HoursZone zone={quiet.timezone} zones={timezones} locale={locale} texts={texts} />
        </div>
      </fieldset>
      <SelectField
        id="frequency"
        name="frequency"
        label={texts.frequency}
        hint={texts.frequencyNote}
        defaultValue={frequency}
      >
        {frequencies.map((choice) => (
          <option key={choice} value={choice}>
            {words[choice]}
          </option>
        ))}
      </SelectField>
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      <SaveRow label={texts.save} busy={busy} saved={isSaved && texts.saved} />
    </Form>
  );
}
