'use client';

import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useStepDialog } from '#components/ui/use-step-dialog.ts';
import type { OwnProcedure } from '#lib/admin/schemas/verification-views.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import { post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { AnswerFields, type AnswerForm } from './answer-fields.tsx';
import { answerProblems, answersIn, askedNames } from './answers-in.ts';

type AnswerButtonProps = {
  readonly form: AnswerForm;
  readonly procedure: Pick<OwnProcedure, 'procedureNumber' | 'version' | 'answers'>;
  readonly message: string;
  readonly fields: readonly string[];
  readonly texts: Texts<'verification'>;
  readonly problems: Texts<'verificationProblems'>;
};

/** Shows the button that opens the form to answer a reviewer's question. */
export function AnswerButton({ form, procedure, message, fields, texts, problems }: AnswerButtonProps) {
  const { isOpen, open, onClose, action, run } = useStepDialog((error) => problemText(error, problems));
  const { procedureNumber, version, answers } = procedure;
  const names = askedNames(fields);

  const check = (data: FormData) => answerProblems(answersIn(data, names), { ...form, texts });
  const answer = (data: FormData, close: () => void) =>
    run(
      () =>
        post(`/api/verification/procedures/${procedureNumber}/answer`, { answers: answersIn(data, names), version }),
      close,
    );

  return (
    <>
      <PressButton onPress={open}>{texts.answer}</PressButton>
      {isOpen && (
        <FormDialog
          title={texts.answerTitle}
          submit={texts.send}
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          check={check}
          onSubmit={answer}
          onClose={onClose}
        >
          {(errors) => (
            <>
              <p className="whitespace-pre-line wrap-anywhere">{message}</p>
              <AnswerFields {...{ form, names, answers, errors, texts }} />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
