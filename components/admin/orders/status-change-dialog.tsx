import { useId } from 'react';
import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { Action } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { textIn } from '#lib/web/form-text.ts';
import type { Consequence } from './order-transitions.ts';

type StatusChangeDialogProps = {
  readonly number: string;
  /** The new status in words. */
  readonly status: string;
  readonly consequences: readonly Consequence[];
  readonly texts: ConsoleTexts<'orders'>;
  readonly action: Action;
  readonly onConfirm: (reason: string, close: () => void) => void;
  readonly onClose: () => void;
};

/** Shows a dialog that lists the consequences of moving an order by hand, and asks for a reason. */
export function StatusChangeDialog(props: StatusChangeDialogProps) {
  const { number, status, consequences, texts, action, onConfirm, onClose } = props;
  const common = useCommonTexts();
  const { locale } = useReader();
  const reasonId = useId();
  return (
    <FormDialog
      title={fill(texts.moveTitle, { number, status }, locale)}
      submit={fill(texts.moveTo, { status }, locale)}
      cancel={texts.keep}
      closeLabel={common.close}
      onClose={onClose}
      action={action}
      onSubmit={(data, close) => onConfirm(textIn(data, 'reason'), close)}
    >
      <ul className="flex list-disc flex-col gap-2 ps-5">
        {consequences.map((key) => (
          <li key={key}>{texts[key]}</li>
        ))}
      </ul>
      <TextAreaField
        id={reasonId}
        name="reason"
        label={common.reason}
        note={common.optional}
        rows={2}
        maxLength={500}
      />
    </FormDialog>
  );
}
