'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Bar } from '#components/ui/bar.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { type AppliedKind, evidenceKinds } from '#lib/admin/verification/values.ts';
import { fill } from '#lib/i18n/fill.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { sendForm } from '#lib/web/api/send-form.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

const ACCEPTED = 'image/png,image/jpeg,image/webp,application/pdf';

type EvidenceFormProps = {
  readonly procedureNumber: string;
  readonly kind: AppliedKind;
  readonly mostBytes: number;
  readonly locale: Locale;
  readonly texts: Texts<'verification'>;
  readonly problems: Texts<'verificationProblems'>;
};

/** Shows the form that adds a file to an application, with its progress. */
export function EvidenceForm({ procedureNumber, kind, mostBytes, locale, texts, problems }: EvidenceFormProps) {
  const id = useId();
  const router = useRouter();
  const { isBusy, problem, act } = useAction((error) => problemText(error, problems));
  const [share, setShare] = useState(0);
  const [error, setError] = useState<string>();
  const [uploaded, setUploaded] = useState('');
  const limit = { size: sizeText(mostBytes, locale) };

  const upload = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(form);
    const file = data.get('file');
    const input = form.querySelector<HTMLInputElement>('[name="file"]');
    if (isBusy || !(file instanceof File)) return;
    const tooLarge = file.size > mostBytes ? fill(texts.fileTooLarge, limit, locale) : '';
    const wrong = file.size === 0 ? texts.fileMissing : tooLarge;
    setError(wrong || undefined);
    setUploaded('');
    if (wrong !== '') return input?.focus();
    setShare(0);
    act(
      () => sendForm(`/api/verification/procedures/${procedureNumber}/evidence`, data, { onProgress: setShare }),
      () => {
        if (input) input.value = '';
        setUploaded(fill(texts.uploaded, { name: file.name }, locale));
        router.refresh();
      },
    );
  };

  return (
    <Form onSubmit={upload} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField id={`${id}-kind`} name="kind" label={texts.fileKind}>
          {evidenceKinds[kind].map((name) => (
            <option key={name} value={name}>
              {texts[`kind_${name}`]}
            </option>
          ))}
        </SelectField>
        <TextField
          id={`${id}-file`}
          name="file"
          type="file"
          accept={ACCEPTED}
          label={texts.file}
          hint={fill(texts.fileHint, limit, locale)}
          error={error}
        />
      </div>
      {isBusy && <Bar value={share} max={1} label={texts.uploading} />}
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" look="secondary" busy={isBusy}>
          {texts.upload}
        </Button>
        <p role="status" className="min-w-0 text-success wrap-anywhere">
          {uploaded}
        </p>
      </div>
    </Form>
  );
}
