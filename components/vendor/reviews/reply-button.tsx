'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import { MAX_REPLY_TEXT } from '#lib/store/reviews/limits.ts';
import { put } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

type ReplyButtonProps = {
  readonly reviewId: string;
  readonly name: string;
  readonly reply: string | null;
  readonly texts: SellerTexts<'reviews'>;
};

/** Opens the form of the public reply to a review. */
export function ReplyButton({ reviewId, name, reply, texts }: ReplyButtonProps) {
  const { reader, errorText } = useSeller();
  const router = useRouter();
  const id = useId();
  const action = useAction(errorText);
  const [isOpen, setOpen] = useState(false);

  const save = (text: string | null, close: () => void) =>
    action.act(
      () => put(`/api/vendor/reviews/${reviewId}/reply`, { text }),
      () => {
        close();
        router.refresh();
      },
    );
  return (
    <>
      <Button look="secondary" size="small" className="self-start" onClick={() => setOpen(true)}>
        {reply === null ? texts.reply : texts.editReply}
      </Button>
      {isOpen && (
        <FormDialog
          title={fill(texts.replyTitle, { name }, reader.locale)}
          submit={texts.publish}
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={action}
          check={(data): Readonly<Record<string, string>> =>
            textIn(data, 'text') === '' ? { text: texts.needText } : {}
          }
          onSubmit={(data, close) => save(textIn(data, 'text'), close)}
          onClose={() => {
            setOpen(false);
            action.forget();
          }}
          buttons={(close) =>
            reply !== null && (
              <Button look="quiet" disabled={action.isBusy} onClick={() => save(null, close)}>
                {texts.removeReply}
              </Button>
            )
          }
        >
          {(problems) => (
            <TextAreaField
              id={`${id}-text`}
              name="text"
              label={texts.replyText}
              hint={texts.replyHint}
              error={problems.text}
              defaultValue={reply ?? ''}
              rows={5}
              maxLength={MAX_REPLY_TEXT}
            />
          )}
        </FormDialog>
      )}
    </>
  );
}
