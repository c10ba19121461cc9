'use client';

import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { useStepDialog } from '#components/ui/use-step-dialog.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import { post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

type WithdrawButtonProps = {
  readonly procedureNumber: string;
  readonly texts: Texts<'verification'>;
  readonly problems: Texts<'verificationProblems'>;
};

/** Shows the button that withdraws an application after a confirmation. */
export function WithdrawButton({ procedureNumber, texts, problems }: WithdrawButtonProps) {
  const { isOpen, open, onClose, action, run } = useStepDialog((error) => problemText(error, problems));
  const withdraw = (_: FormData, close: () => void) =>
    run(() => post(`/api/verification/procedures/${procedureNumber}/withdraw`), close);

  return (
    <>
      <PressButton look="secondary" onPress={open}>
        {texts.withdraw}
      </PressButton>
      {isOpen && (
        <FormDialog
          title={texts.withdrawTitle}
          submit={texts.withdraw}
          look="danger"
          cancel={texts.keep}
          closeLabel={texts.close}
          action={action}
          onSubmit={withdraw}
          onClose={onClose}
        >
          <p>{texts.withdrawText}</p>
        </FormDialog>
      )}
    </>
  );
}
