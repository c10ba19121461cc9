import { useId } from 'react';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { textIn } from '#lib/web/form-text.ts';
import type { PartDialogProps } from './dialog-props.ts';
import { RefusalMoney } from './refusal-money.tsx';

type AnswerDialogProps = PartDialogProps & {
  readonly texts: SellerTexts<'orders'>;
  /** True to accept the wish, which refuses the part with the same money. Declining it takes a reason. */
  readonly accept: boolean;
};

/** Answers the wish of a buyer to cancel. */
export function AnswerDialog({ order, texts, action, call, onClose, accept }: AnswerDialogProps) {
  const { reader } = useSeller();
  const id = useId();
  const send = (data: FormData, close: () => void) => {
    const answer = textIn(data, 'answer');
    call('cancel-request', { accept, ...(answer !== '' && { answer }) }, close);
  };
  return (
    <FormDialog
      title={accept ? fill(texts.acceptTitle, { number: order.number }, reader.locale) : texts.declineTitle}
      submit={accept ? texts.accept : texts.decline}
      look={accept ? 'danger' : 'primary'}
      cancel={texts.cancel}
      closeLabel={texts.close}
      action={action}
      check={(data): Readonly<Record<string, string>> =>
        !accept && textIn(data, 'answer').length < 3 ? { answer: texts.bad_answer } : {}
      }
      onSubmit={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          {accept ? <RefusalMoney order={order} texts={texts} /> : <p>{texts.declineText}</p>}
          <TextAreaField
            id={`${id}-answer`}
            name="answer"
            label={texts.answer}
            error={problems.answer}
            maxLength={500}
            {...(accept ? { note: texts.optional } : { required: true })}
          />
        </>
      )}
    </FormDialog>
  );
}
