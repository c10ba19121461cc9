import { useId } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { CopyButton } from '#components/vendor/orders/copy-button.tsx';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';

type TokenSecretProps = {
  readonly secret: string;
  readonly texts: SellerTexts<'tokens'>;
  readonly onClose: () => void;
};

/** Shows a new token. It is shown only once. */
export function TokenSecret({ secret, texts, onClose }: TokenSecretProps) {
  const id = useId();
  return (
    <OpenDialog title={texts.secretTitle} closeLabel={texts.close} onClose={onClose} stays>
      {(close) => (
        <div className="flex flex-col gap-5 overflow-y-auto p-5">
          <Alert kind="warning">{texts.secretText}</Alert>
          <TextField
            id={`${id}-secret`}
            label={texts.secret}
            value={secret}
            readOnly
            spellCheck={false}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton text={secret} label={texts.copy} done={texts.copied} />
          <Button onClick={close}>{texts.done}</Button>
        </div>
      )}
    </OpenDialog>
  );
}
