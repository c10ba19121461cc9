import { useId } from 'react';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { textIn } from '#lib/web/form-text.ts';
import type { PartDialogProps } from './dialog-props.ts';

type ShipDialogProps = PartDialogProps & {
  readonly texts: SellerTexts<'orders'>;
  /** True for a part without goods, which is only confirmed. */
  readonly isCustom: boolean;
};

const fields = [
  ['carrier', 60],
  ['trackingNumber', 80],
  ['trackingUrl', 500],
] as const;

/** Asks how a part was sent, or corrects it. A part without goods is only confirmed. */
export function ShipDialog(props: ShipDialogProps) {
  const { order, texts, action, call, onClose, isCustom } = props;
  const { reader } = useSeller();
  const id = useId();
  const ship = (data: FormData, close: () => void) => {
    const given = fields.map(([name]) => [name, textIn(data, name)] as const).filter(([, text]) => text !== '');
    call('ship', Object.fromEntries(given), close);
  };
  return (
    <FormDialog
      title={fill(texts.shipTitle, { number: order.number }, reader.locale)}
      submit={order.part.state === 'shipped' ? texts.save : isCustom ? texts.done : texts.ship}
      cancel={texts.cancel}
      closeLabel={texts.close}
      action={action}
      check={(data): Readonly<Record<string, string>> => {
        const url = textIn(data, 'trackingUrl');
        return url === '' || /^https?:\/\/[^\s]+$/.test(url) ? {} : { trackingUrl: texts.bad_trackingUrl };
      }}
      onSubmit={ship}
      onClose={onClose}
    >
      {(problems) =>
        !isCustom && (
          <>
            {order.part.state !== 'shipped' && <p>{texts.shipText}</p>}
            {fields.map(([name, maxLength]) => (
              <TextField
                key={name}
                id={`${id}-${name}`}
                name={name}
                label={texts[name]}
                note={texts.optional}
                defaultValue={order.part[name] ?? ''}
                error={problems[name]}
                maxLength={maxLength}
                autoComplete="off"
                spellCheck={false}
              />
            ))}
          </>
        )
      }
    </FormDialog>
  );
}
