'use client';

import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useStepDialog } from '#components/ui/use-step-dialog.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import { post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { AnswerFields, type AnswerForm } from './answer-fields.tsx';
import { answerNames, answerProblems, answersIn } from './answers-in.ts';

type ApplyButtonProps = {
  readonly form: AnswerForm;
  readonly texts: Texts<'verification'>;
  readonly problems: Texts<'verificationProblems'>;
};

/** Shows the button that opens the application form. */
export function ApplyButton({ form, texts, problems }: ApplyButtonProps) {
  const { isOpen, open, onClose, action, run } = useStepDialog((error) => problemText(error, problems));

  const check = (data: FormData) => answerProblems(answersIn(data, answerNames), { ...form, texts });
  const apply = (data: FormData, close: () => void) =>
    run(() => post('/api/verification/procedures', { kind: 'identity', answers: answersIn(data, answerNames) }), close);

  return (
    <>
      <PressButton onPress={open}>{texts.apply}</PressButton>
      {isOpen && (
        <FormDialog
          title={texts.applyTitle}
          submit={texts.send}
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          check={check}
          onSubmit={apply}
          onClose={onClose}
        >
          {(errors) => <AnswerFields names={answerNames} answers={{}} {...{ form, errors, texts }} />}
        </FormDialog>
      )}
    </>
  );
}
