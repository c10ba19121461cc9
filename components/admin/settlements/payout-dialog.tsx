import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { Action } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';

type PayoutDialogProps = {
  readonly amount: string;
  readonly vendorName: string;
  readonly count: number;
  readonly bankReference: string;
  readonly texts: ConsoleTexts<'settlements'>;
  readonly action: Action;
  readonly onConfirm: (close: () => void) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that asks for confirmation before a payout is recorded. */
export function PayoutDialog(props: PayoutDialogProps) {
  const { amount, vendorName: name, count, bankReference: reference, texts, action, onConfirm, onClose } = props;
  const common = useCommonTexts();
  const { locale } = useReader();
  return (
    <FormDialog
      title={fill(texts.recordTitle, { amount }, locale)}
      submit={texts.record}
      cancel={common.cancel}
      closeLabel={common.close}
      action={action}
      onSubmit={(_, close) => onConfirm(close)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {fill(texts.confirm, { amount, name, reference }, locale)} {fill(texts.pays, { count }, locale)}
      </p>
      <p>{texts.final}</p>
    </FormDialog>
  );
}
