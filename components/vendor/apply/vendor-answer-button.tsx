'use client';

import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useStepDialog } from '#components/ui/use-step-dialog.ts';
import type { OwnProcedure } from '#lib/admin/schemas/verification-views.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { vendorAnswerNames, vendorAnswersIn, vendorProblems } from './vendor-answers.ts';
import { type Country, VendorFields } from './vendor-fields.tsx';

type VendorAnswerButtonProps = {
  readonly procedure: Pick<OwnProcedure, 'procedureNumber' | 'version' | 'answers'>;
  readonly message: string;
  /** The answers that the reviewer asked about; none means all. */
  readonly fields: readonly string[];
  readonly countries: readonly Country[];
  readonly texts: SellerTexts<'apply'>;
  readonly problems: SellerTexts<'problems'>;
};

/** Shows the button that opens the form to answer a reviewer's question about an application to sell. */
export function VendorAnswerButton({
  procedure,
  message,
  fields,
  countries,
  texts,
  problems,
}: VendorAnswerButtonProps) {
  const { isOpen, open, onClose, action, run } = useStepDialog((error) => problemText(error, problems));
  const { procedureNumber, version, answers } = procedure;
  const kept = vendorAnswerNames.filter((name) => Object.hasOwn(answers, name) || fields.includes(name));
  const names = fields.length === 0 ? kept : vendorAnswerNames.filter((name) => fields.includes(name));

  const send = (data: FormData, close: () => void) =>
    run(
      () =>
        post(`/api/verification/procedures/${procedureNumber}/answer`, {
          answers: vendorAnswersIn(data, names),
          version,
        }),
      close,
    );
  return (
    <>
      <PressButton onPress={open}>{texts.answer}</PressButton>
      {isOpen && (
        <FormDialog
          title={texts.answerTitle}
          submit={texts.sendAnswer}
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          check={(data) => vendorProblems(data, names, texts)}
          onSubmit={send}
          onClose={onClose}
        >
          {(errors) => (
            <>
              <p className="whitespace-pre-line wrap-anywhere">{message}</p>
              <VendorFields {...{ names, countries, answers, errors, texts }} />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
