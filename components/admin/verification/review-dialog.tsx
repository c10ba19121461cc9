import { useId, useState } from 'react';
import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { type FieldProblems, FormDialog } from '#components/ui/form-dialog.tsx';
import type { Action } from '#components/ui/use-action.ts';
import type { ReviewInput } from '#lib/admin/schemas/verification-input.ts';
import type { ReasonTexts } from '#lib/admin/verification/reason-texts.ts';
import { type ReviewAction, reasonCodes } from '#lib/admin/verification/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { textIn } from '#lib/web/form-text.ts';
import type { ReviewedCase } from './reviewed-case.ts';

const SHORTEST_REASON = 3;

type Texts = ConsoleTexts<'verification'>;
type ReviewDialogProps = {
  readonly act: ReviewAction;
  readonly label: string;
  readonly about: ReviewedCase;
  readonly reasonTexts: ReasonTexts;
  readonly texts: Texts;
  readonly action: Action;
  readonly onConfirm: (input: ReviewInput, done: () => void) => void;
  readonly onClose: () => void;
};

/** Explains an act of a reviewer, asks for its words and confirms it. It is open while it is mounted. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { act, label, about, reasonTexts, texts, action, onConfirm, onClose } = props;
  const { locale } = useReader();
  const common = useCommonTexts();
  return (
    <FormDialog
      title={`${label}: ${about.subjectName}`}
      submit={label}
      look={act === 'reject' ? 'danger' : 'primary'}
      cancel={common.cancel}
      closeLabel={common.close}
      action={action}
      check={(data) => problemsIn(act, data, texts.messageMissing, common.reasonShort)}
      onSubmit={(data, close) => onConfirm(inputOf(act, data), close)}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p>{fill(effectOf(act, about, texts), { name: about.reviewer?.name ?? '' }, locale)}</p>
          {act === 'reject' && <ReasonFields problems={problems} {...{ reasonTexts, texts }} />}
          {act === 'request-info' && <QuestionFields problems={problems} askable={about.askable} texts={texts} />}
        </>
      )}
    </FormDialog>
  );
}

type ReasonFieldsProps = {
  readonly problems: FieldProblems;
  readonly reasonTexts: ReasonTexts;
  readonly texts: Texts;
};

/** Asks for the reason. A template fills an empty field and replaces another template, but no words of one's own. */
function ReasonFields({ problems, reasonTexts, texts }: ReasonFieldsProps) {
  const id = useId();
  const common = useCommonTexts();
  const [reason, setReason] = useState('');
  const choose = (code: string) => {
    const known = reasonCodes.find((reasonCode) => reasonCode === code);
    const isOwn = reason !== '' && !Object.values(reasonTexts).includes(reason);
    if (!isOwn) setReason(known === undefined || known === 'other' ? '' : reasonTexts[known]);
  };
  return (
    <>
      <SelectField
        id={`${id}-code`}
        name="reasonCode"
        label={texts.template}
        note={common.optional}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{texts.templateNone}</option>
        {reasonCodes.map((code) => (
          <option key={code} value={code}>
            {texts[`reason_${code}`]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        id={`${id}-reason`}
        name="reason"
        label={common.reason}
        hint={texts.reasonHint}
        error={problems.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        maxLength={500}
        required
      />
    </>
  );
}

type QuestionFieldsProps = {
  readonly problems: FieldProblems;
  readonly askable: ReviewedCase['askable'];
  readonly texts: Texts;
};

/** Asks for the question. The answers it is about are folded, because most questions are about a file. */
function QuestionFields({ problems, askable, texts }: QuestionFieldsProps) {
  const id = useId();
  const common = useCommonTexts();
  return (
    <>
      <TextAreaField
        id={id}
        name="message"
        label={texts.message}
        hint={texts.messageHint}
        error={problems.message}
        maxLength={1000}
        required
      />
      {askable.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 underline underline-offset-4">
            {texts.fields} <span className="text-sm text-muted">({common.optional})</span>
          </summary>
          <fieldset className="flex flex-col">
            <legend className="pb-2 text-sm text-muted">{texts.fieldsNote}</legend>
            {askable.map(({ name, label }) => (
              <Checkbox key={name} name="fields" value={name}>
                {label}
              </Checkbox>
            ))}
          </fieldset>
        </details>
      )}
    </>
  );
}

function problemsIn(act: ReviewAction, data: FormData, noQuestion: string, noReason: string): FieldProblems {
  if (act === 'reject' && textIn(data, 'reason').length < SHORTEST_REASON) return { reason: noReason };
  if (act === 'request-info' && textIn(data, 'message') === '') return { message: noQuestion };
  return {};
}

function inputOf(act: ReviewAction, data: FormData): ReviewInput {
  if (act === 'reject') {
    const reasonCode = reasonCodes.find((code) => code === data.get('reasonCode'));
    return { reason: textIn(data, 'reason'), ...(reasonCode && { reasonCode }) };
  }
  if (act === 'request-info') return { message: textIn(data, 'message'), fields: data.getAll('fields').map(String) };
  return {};
}

/** Returns what an act will do, in words. */
function effectOf(act: ReviewAction, { status, subjectType }: ReviewedCase, texts: Texts): string {
  if (act === 'approve') return subjectType === 'vendor' ? texts.approveVendor : texts.approveIdentity;
  if (act === 'reject') return texts.rejectText;
  if (act === 'request-info') return texts.askText;
  return status === 'info_requested' ? texts.takeBackText : texts.takeOverText;
}
