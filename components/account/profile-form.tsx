'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useState, useTransition } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { SaveRow } from '#components/ui/form/save-row.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { ZoneField } from '#components/ui/form/zone-field.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import { type Locale, locales } from '#lib/i18n/values.ts';
import { patch } from '#lib/web/api/api-client.ts';
import { changesOf, type Profile, profileErrors } from './profile-changes.ts';

/** The name of each language in that language: a reader who needs the list may not read the others. */
const languageNames: Record<Locale, string> = { en: 'English', uk: 'Українська', ru: 'Русский' };

type ProfileFormProps = {
  readonly profile: Profile;
  readonly timezones: readonly string[];
  readonly texts: Texts<'account'>;
};

/** Shows the form of a user's profile. Sends only the changed fields. */
export function ProfileForm({ profile, timezones, texts }: ProfileFormProps) {
  const router = useRouter();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSaved, setSaved] = useState(false);
  const [busy, startSaving] = useTransition();

  const save = (event: FormEvent<HTMLFormElement>) => {
    if (busy) return;
    const changes = changesOf(profile, new FormData(event.currentTarget));
    startSaving(async () => {
      setErrors({});
      setSaved(false);
      try {
        if (Object.keys(changes).length > 0) await patch('/api/account/profile', changes);
        if (changes.locale) return window.location.assign(`?lang=${changes.locale}`); // reloads in that language
        setSaved(true);
        router.refresh();
      } catch (error) {
        setErrors(profileErrors(error, texts));
      }
    });
  };

  return (
    <Form onSubmit={save} className="flex max-w-xl flex-col gap-5">
      <TextField
        id="name"
        name="name"
        label={texts.name}
        error={errors.name}
        defaultValue={profile.name}
        autoComplete="name"
      />
      <TextField
        id="handle"
        name="handle"
        label={texts.handle}
        note={texts.optional}
        hint={texts.handleHint}
        error={errors.handle}
        defaultValue={profile.handle}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextAreaField
        id="bio"
        name="bio"
        label={texts.bio}
        note={texts.optional}
        error={errors.bio}
        defaultValue={profile.bio}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField id="locale" name="locale" label={texts.language} defaultValue={profile.locale}>
          {locales.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {languageNames[locale]}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-col">
          <ZoneField
            id="timezone"
            name="timezone"
            label={texts.timezone}
            zones={timezones}
            error={errors.timezone}
            defaultValue={profile.timezone}
          />
        </div>
      </div>
      <Checkbox name="readReceipts" defaultChecked={profile.readReceipts}>
        {texts.readReceipts}
      </Checkbox>
      <Checkbox name="findByHandle" defaultChecked={profile.findByHandle}>
        {texts.findByHandle}
      </Checkbox>
      {errors.form && (
        <Alert kind="danger" role="alert">
          {errors.form}
        </Alert>
      )}
      <SaveRow label={texts.save} busy={busy} saved={isSaved && texts.saved} />
    </Form>
  );
}
