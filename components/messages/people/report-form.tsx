import { useId, useState, useTransition } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { reportCodes } from '#lib/admin/moderation/values.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

/** The subject of a report: a message with its files, a person, or a seller. */
export type Reported =
  | { readonly kind: 'message'; readonly id: string; readonly attachments: MessageView['attachments'] }
  | { readonly kind: 'person' | 'seller'; readonly id: string; readonly name: string };

type ReportFormProps = {
  readonly about: Reported;
  readonly locale: Locale;
  readonly texts: Texts<'messageReport'>;
  readonly problems: Texts<'messageProblems'>;
  readonly onDone: () => void;
};

/** Asks why something is reported and sends the report. */
export function ReportForm({ about, locale, texts, problems, onDone }: ReportFormProps) {
  const id = useId();
  const [problem, setProblem] = useState<unknown>(null);
  const [isSent, setSent] = useState(false);
  const [isBusy, start] = useTransition();

  const send = (form: FormData) => {
    if (isBusy) return;
    const comment = textIn(form, 'comment');
    start(async () => {
      try {
        await post('/api/reports', {
          entityId: textIn(form, 'entityId') || about.id,
          reasonCode: textIn(form, 'reasonCode'),
          ...(comment && { comment }),
        });
        setSent(true);
      } catch (error) {
        setProblem(error);
      }
    });
  };

  if (isSent)
    return (
      <div className="flex flex-col gap-5 p-5">
        <p role="status">{texts.sent}</p>
        <Button onClick={onDone} className="self-start">
          {texts.close}
        </Button>
      </div>
    );
  return (
    <Form
      onSubmit={({ currentTarget }) => send(new FormData(currentTarget))}
      className="flex flex-col gap-5 overflow-y-auto p-5"
    >
      <p className="text-muted">{about.kind !== 'message' ? texts.personNote : texts.note}</p>
      {about.kind === 'message' && about.attachments.length > 0 && (
        <SelectField id={`${id}-what`} name="entityId" label={texts.what} defaultValue={about.id}>
          <option value={about.id}>{texts.whole}</option>
          {about.attachments.map((file) => (
            <option key={file.id} value={file.id}>
              {fill(texts.file, { name: file.name }, locale)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        id={`${id}-why`}
        name="reasonCode"
        label={about.kind !== 'message' ? texts.personWhy : texts.why}
        defaultValue={reportCodes[0]}
      >
        {reportCodes.map((code) => (
          <option key={code} value={code}>
            {texts[`why_${code}`]}
          </option>
        ))}
      </SelectField>
      <TextAreaField id={`${id}-comment`} name="comment" label={texts.comment} note={texts.optional} maxLength={500} />
      {problem !== null && (
        <Alert kind="danger" role="alert">
          {problemText(problem, problems)}
        </Alert>
      )}
      <FormButtons submit={texts.send} busy={isBusy} cancel={texts.cancel} onCancel={onDone} />
    </Form>
  );
}
