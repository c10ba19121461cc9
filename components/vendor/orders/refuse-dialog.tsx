import { useId } from 'react';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { refusalCodes } from '#lib/store/values.ts';
import { textIn } from '#lib/web/form-text.ts';
import type { PartDialogProps } from './dialog-props.ts';
import { RefusalMoney } from './refusal-money.tsx';

type RefuseDialogProps = PartDialogProps & { readonly texts: SellerTexts<'orders'> };

/** Shows what becomes of the money when a part is refused, and then asks for the reason. */
export function RefuseDialog({ order, texts, action, call, onClose }: RefuseDialogProps) {
  const { reader } = useSeller();
  const id = useId();
  return (
    <FormDialog
      title={fill(texts.refuseTitle, { number: order.number }, reader.locale)}
      submit={texts.refuse}
      look="danger"
      cancel={texts.cancel}
      closeLabel={texts.close}
      action={action}
      check={(data): Readonly<Record<string, string>> =>
        textIn(data, 'reason').length < 3 ? { reason: texts.bad_reason } : {}
      }
      onSubmit={(data, close) => call('refuse', { code: textIn(data, 'code'), reason: textIn(data, 'reason') }, close)}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <RefusalMoney order={order} texts={texts} />
          <SelectField id={`${id}-code`} name="code" label={texts.code}>
            {refusalCodes.map((code) => (
              <option key={code} value={code}>
                {texts[`code_${code}`]}
              </option>
            ))}
          </SelectField>
          <TextAreaField
            id={`${id}-reason`}
            name="reason"
            label={texts.reason}
            error={problems.reason}
            maxLength={500}
            required
          />
        </>
      )}
    </FormDialog>
  );
}
