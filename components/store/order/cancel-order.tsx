import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { Texts } from '#lib/i18n/texts.ts';

type CancelOrderProps = {
  readonly isBusy: boolean;
  /** True when a payment page was opened, on which the buyer may have paid just now. */
  readonly isPaying: boolean;
  readonly texts: Texts<'orderActions'>;
  readonly onCancel: () => void;
};

/** Shows a button that cancels the order after a confirmation. */
export function CancelOrder({ isBusy, isPaying, texts, onCancel }: CancelOrderProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const sure = () => {
    dialog.current?.close();
    onCancel();
  };

  return (
    <>
      <Button look="secondary" busy={isBusy} onClick={() => dialog.current?.showModal()}>
        {texts.cancel}
      </Button>
      <Dialog handle={dialog} title={texts.cancel} closeLabel={texts.close}>
        <div className="flex flex-col gap-6 p-5">
          <p>
            {texts.cancelSure} {isPaying && texts.cancelPaying}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button look="danger" onClick={sure}>
              {texts.cancelYes}
            </Button>
            <Button look="secondary" onClick={() => dialog.current?.close()}>
              {texts.cancelNo}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
