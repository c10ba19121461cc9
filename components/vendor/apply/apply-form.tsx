'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Bar } from '#components/ui/bar.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { sizeText } from '#lib/i18n/size-text.ts';
import { ApiProblem, post } from '#lib/web/api/api-client.ts';
import { sendForm } from '#lib/web/api/send-form.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import {
  clearApplicationDraft,
  readApplicationDraft,
  storeApplicationDraft,
} from '#lib/web/seller/application-draft.ts';
import { type ChosenFile, ChosenFiles } from './chosen-files.tsx';
import {
  refusedAnswers,
  type VendorAnswerName,
  vendorAnswerNames,
  vendorAnswersIn,
  vendorProblems,
} from './vendor-answers.ts';
import { type Country, VendorFields } from './vendor-fields.tsx';

type ApplyFormProps = {
  readonly userId: string;
  readonly countries: readonly Country[];
  /** What is known already: the answers of an earlier application, or the email address of the account. */
  readonly answers: Readonly<Record<string, string>>;
  readonly mostBytes: number;
  /** The terms with their figures. */
  readonly terms: string;
  readonly texts: SellerTexts<'apply'>;
};

const sections = [
  ['shop', ['name', 'about', 'contactEmail', 'phone']],
  ['business', ['legalName', 'country', 'taxId']],
  ['payouts', ['accountHolder', 'iban']],
] as const satisfies readonly (readonly [keyof SellerTexts<'apply'>, readonly VendorAnswerName[]])[];

type Upload = { readonly name: string; readonly share: number };

/** Shows the application to sell, keeps it in the browser until it is sent, and sends its files after it. */
export function ApplyForm({ userId, countries, answers, mostBytes, terms, texts }: ApplyFormProps) {
  const { reader, go, errorText } = useSeller();
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, problem, act } = useAction(errorText);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [fileProblem, setFileProblem] = useState('');
  const [upload, setUpload] = useState<Upload | null>(null);

  useEffect(() => {
    // Fields that were typed into before this script ran are newer than the draft.
    for (const [name, text] of Object.entries(readApplicationDraft(openStorage(), userId))) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLSelectElement && field.value === (answers[name] ?? '')) field.value = text;
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
        if (field.value === field.defaultValue) field.value = text;
    }
  }, [userId, answers]);

  const keep = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(currentTarget);
    storeApplicationDraft(openStorage(), userId, vendorAnswersIn(data, vendorAnswerNames));
  };

  const show = (found: Readonly<Record<string, string>>) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(currentTarget);
    const found = {
      ...vendorProblems(data, vendorAnswerNames, texts),
      ...(data.get('acceptedTerms') === null && { acceptedTerms: texts.bad_acceptedTerms }),
    };
    show(found);
    if (Object.keys(found).length > 0) return;
    act(async () => {
      const number = await apply(vendorAnswersIn(data, vendorAnswerNames)).catch((error: unknown) => {
        if (error instanceof ApiProblem) show(refusedAnswers(error.details, texts));
        throw error;
      });
      clearApplicationDraft(openStorage());
      const isWhole = await sendFiles(number, files, setUpload);
      router.replace(go(isWhole ? '/sell/apply' : '/sell/apply?files=failed'));
      router.refresh();
    });
  };

  return (
    <Form ref={form} onSubmit={submit} onInput={keep} className="flex max-w-3xl flex-col gap-8">
      {sections.map(([section, names]) => (
        <Section key={section} title={texts[section]}>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <VendorFields {...{ names, countries, answers, errors, texts }} />
          </div>
        </Section>
      ))}
      <Section title={texts.documents}>
        <p className="text-muted">
          {fill(texts.documentsText, { size: sizeText(mostBytes, reader.locale) }, reader.locale)}
        </p>
        <ChosenFiles
          files={files}
          mostBytes={mostBytes}
          problem={fileProblem}
          onChange={(changed, wrong) => {
            setFiles(changed);
            setFileProblem(wrong);
          }}
          locale={reader.locale}
          texts={texts}
        />
      </Section>
      <div className="flex flex-col gap-1">
        <Checkbox name="acceptedTerms" required aria-describedby="terms-problem" aria-invalid={!!errors.acceptedTerms}>
          {terms}
        </Checkbox>
        <p id="terms-problem" className="text-sm font-medium text-danger">
          {errors.acceptedTerms}
        </p>
      </div>
      {upload && (
        <div className="flex flex-col gap-2">
          <p role="status" className="wrap-anywhere">
            {fill(texts.uploading, { name: upload.name }, reader.locale)}
          </p>
          <Bar value={upload.share} max={1} />
        </div>
      )}
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={isBusy}>
          {texts.send}
        </Button>
        <p className="min-w-0 grow basis-60 text-sm text-muted">{texts.draft}</p>
      </div>
    </Form>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Sends the application and returns its number. */
async function apply(answers: Readonly<Record<string, string>>): Promise<string> {
  const { procedure } = await post<{ readonly procedure: { readonly procedureNumber: string } }>(
    '/api/verification/procedures',
    { kind: 'vendor', answers: { ...answers, acceptedTerms: true } },
  );
  return procedure.procedureNumber;
}

/** Sends the files one after another. Returns false when one was refused; its owner can add it to the application. */
async function sendFiles(
  number: string,
  files: readonly ChosenFile[],
  onUpload: (upload: Upload | null) => void,
): Promise<boolean> {
  let isWhole = true;
  for (const { file, kind } of files) {
    const data = new FormData();
    data.set('kind', kind);
    data.set('file', file);
    const { name } = file;
    onUpload({ name, share: 0 });
    await sendForm(`/api/verification/procedures/${number}/evidence`, data, {
      onProgress: (share) => onUpload({ name, share }),
    }).catch(() => {
      isWhole = false;
    });
  }
  onUpload(null);
  return isWhole;
}
