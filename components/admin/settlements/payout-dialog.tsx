import { useId } from 'react';
import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { Action } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { textIn } from '#lib/web/form-text.ts';

/** What an administrator has to know of a seller before money leaves. */
export type PayoutCaution = {
  /** The payout then needs the typed name of the seller. */
  readonly isSuspended: boolean;
  /** The seller has asked for another account, which nobody has confirmed. */
  readonly isAccountAsked: boolean;
  readonly isAccountNew: boolean;
};

type PayoutDialogProps = {
  readonly amount: string;
  readonly vendorName: string;
  readonly count: number;
  readonly caution: PayoutCaution;
  readonly bankReference: string;
  readonly texts: ConsoleTexts<'settlements'>;
  readonly action: Action;
  readonly onConfirm: (close: () => void) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that asks for confirmation before a payout is recorded. */
export function PayoutDialog(props: PayoutDialogProps) {
  const { amount, vendorName: name, count, bankReference: reference, caution, texts, action } = props;
  const { onConfirm, onClose } = props;
  const id = useId();
  const common = useCommonTexts();
  const { locale } = useReader();
  return (
    <FormDialog
      title={fill(texts.recordTitle, { amount }, locale)}
      submit={texts.record}
      cancel={common.cancel}
      closeLabel={common.close}
      action={action}
      check={(data) => (caution.isSuspended && textIn(data, 'typed') !== name ? { typed: texts.typeWrong } : {})}
      onSubmit={(_, close) => onConfirm(close)}
      onClose={onClose}
    >
      {(problems) => (
        <>
          {caution.isSuspended && <Alert kind="warning">{texts.suspended}</Alert>}
          {caution.isAccountAsked && <Alert kind="warning">{texts.accountAsked}</Alert>}
          {caution.isAccountNew && <Alert kind="warning">{texts.accountNew}</Alert>}
          <p className="wrap-anywhere">
            {fill(texts.confirm, { amount, name, reference }, locale)} {fill(texts.pays, { count }, locale)}
          </p>
          <p>{texts.final}</p>
          {caution.isSuspended && (
            <TextField
              id={id}
              name="typed"
              label={fill(texts.typeName, { name }, locale)}
              error={problems.typed}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
