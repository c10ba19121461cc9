'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { SaveRow } from '#components/ui/form/save-row.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { VendorProfile } from '#lib/store/schemas/vendor-profile.ts';
import { ApiProblem, patch } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { ProfilePreview, type ShownProfile } from './profile-preview.tsx';

const lines = ['name', 'slug', 'contactEmail', 'phone'] as const;
const areas = ['about', 'deliveryNote', 'returnsNote'] as const;
type FieldName = (typeof lines)[number] | (typeof areas)[number];

const isValid: Readonly<Record<FieldName, (text: string) => boolean>> = {
  name: ({ length }) => length >= 2 && length <= 120,
  slug: (text) => /^[a-z0-9-]{1,80}$/.test(text),
  contactEmail: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  phone: (text) => text === '' || /^\+?[\d\s().-]{5,32}$/.test(text),
  about: ({ length }) => length <= 4000,
  deliveryNote: ({ length }) => length <= 2000,
  returnsNote: ({ length }) => length <= 2000,
};
const inputs = {
  name: { maxLength: 120, autoComplete: 'organization' },
  slug: { maxLength: 80, autoComplete: 'off', spellCheck: false },
  contactEmail: { type: 'email', maxLength: 254, autoComplete: 'email' },
  phone: { type: 'tel', maxLength: 32, autoComplete: 'tel' },
} as const;
const mostIn = { about: 4000, deliveryNote: 2000, returnsNote: 2000 } as const;

type ProfileFormProps = {
  readonly profile: VendorProfile;
  /** False for a suspended vendor. */
  readonly mayWrite: boolean;
  readonly texts: SellerTexts<'settings'>;
};

/** Edits what buyers read about a seller, and how the shop reaches them, beside a preview of the public page. */
export function ProfileForm({ profile, mayWrite, texts }: ProfileFormProps) {
  const { errorText } = useSeller();
  const router = useRouter();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, problem, act } = useAction(errorText);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSaved, setSaved] = useState(false);
  const [shown, setShown] = useState<ShownProfile>(profile);

  const show = (names: readonly FieldName[]) => {
    setErrors(Object.fromEntries(names.map((name) => [name, texts[`bad_${name}`]])));
    if (names[0]) form.current?.querySelector<HTMLElement>(`[name="${names[0]}"]`)?.focus();
  };
  const save = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(currentTarget);
    const names = [...lines, ...areas];
    const wrong = names.filter((name) => !isValid[name](textIn(data, name)));
    setSaved(false);
    show(wrong);
    if (wrong.length > 0) return;
    const body = {
      ...Object.fromEntries(names.map((name) => [name, textIn(data, name)])),
      phone: textIn(data, 'phone') || null,
      version: profile.version,
    };
    act(
      () =>
        patch('/api/vendor/profile', body).catch((error: unknown) => {
          if (error instanceof ApiProblem) show(refused(error));
          throw error;
        }),
      () => {
        setSaved(true);
        router.refresh();
      },
    );
  };

  return (
    <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,48rem)_minmax(0,1fr)]">
      <Form
        ref={form}
        onSubmit={save}
        onInput={({ currentTarget }) => setShown(shownIn(new FormData(currentTarget)))}
        className="flex max-w-3xl flex-col gap-5"
      >
        <fieldset disabled={!mayWrite} className="flex flex-col gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {lines.map((name) => (
              <TextField
                key={name}
                id={`${id}-${name}`}
                name={name}
                label={texts[name]}
                defaultValue={profile[name] ?? ''}
                error={errors[name]}
                {...inputs[name]}
                {...(name === 'slug' && { hint: texts.slugHint })}
                {...(name === 'phone' ? { note: texts.optional } : { required: true })}
              />
            ))}
          </div>
          {areas.map((name) => (
            <TextAreaField
              key={name}
              id={`${id}-${name}`}
              name={name}
              label={texts[name]}
              note={texts.optional}
              defaultValue={profile[name]}
              error={errors[name]}
              rows={name === 'about' ? 6 : 3}
              maxLength={mostIn[name]}
              {...(name !== 'about' && { hint: texts[`hint_${name}`] })}
            />
          ))}
        </fieldset>
        <p className="text-sm text-muted">{texts.fixed}</p>
        {problem && (
          <Alert kind="danger" role="alert">
            {problem}
          </Alert>
        )}
        {mayWrite && <SaveRow label={texts.save} busy={isBusy} saved={isSaved && texts.saved} />}
      </Form>
      <ProfilePreview shown={shown} profile={profile} texts={texts} />
    </div>
  );
}

/** Returns the fields that the server refused. */
function refused({ code, details }: ApiProblem): readonly FieldName[] {
  if (code === 'SlugTaken') return ['slug'];
  return [...lines, ...areas].filter((name) => Object.hasOwn(details, name));
}

const shownIn = (data: FormData): ShownProfile => ({
  ...{ name: textIn(data, 'name'), about: textIn(data, 'about') },
  ...{ deliveryNote: textIn(data, 'deliveryNote'), returnsNote: textIn(data, 'returnsNote') },
});
