import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { useSeller } from '#components/vendor/seller-reader.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { SellerTexts } from '#lib/i18n/seller/texts.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import type { SaveStatus } from './use-product-save.ts';

type EditorButtonsProps = {
  /** The id of the form, which is elsewhere: a dialog with a form of its own cannot stand in it. */
  readonly formId: string;
  readonly product: VendorProduct | null;
  readonly isBusy: boolean;
  readonly problem: string;
  readonly isSaved: boolean;
  /** How many variants the product has, itself included. */
  readonly variants: number;
  readonly isForAll: boolean;
  readonly onForAll: (isForAll: boolean) => void;
  readonly onSave: (status?: SaveStatus) => void;
  readonly onDelete: () => Promise<void>;
  readonly texts: SellerTexts<'editor'>;
};

/** Shows the buttons at the end of the editor: which of them depends on the status of the product. */
export function EditorButtons({
  formId,
  product,
  isBusy,
  problem,
  isSaved,
  variants,
  isForAll,
  onForAll,
  onSave,
  onDelete,
  texts,
}: EditorButtonsProps) {
  const { reader, go, errorText } = useSeller();
  const [isDeleting, setDeleting] = useState(false);
  const deletion = useAction(errorText);
  const status = product?.status ?? 'draft';
  const isDraft = status === 'draft';

  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-t border-line bg-background px-4 py-3 sm:-mx-6 sm:px-6">
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      {status !== 'blocked' && variants > 1 && (
        <Checkbox checked={isForAll} disabled={isBusy} onChange={(event) => onForAll(event.target.checked)}>
          {fill(texts.forAll, { count: variants }, reader.locale)}
          <span className="block text-sm text-muted">{texts.forAllHint}</span>
        </Checkbox>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {status !== 'blocked' && (
          <>
            {isDraft && (
              <Button busy={isBusy} onClick={() => onSave('published')}>
                {texts.publish}
              </Button>
            )}
            <Button type="submit" form={formId} look={isDraft ? 'secondary' : 'primary'} busy={isBusy}>
              {isDraft ? texts.saveDraft : texts.save}
            </Button>
            {(status === 'hidden' || status === 'archived') && (
              <Button look="secondary" busy={isBusy} onClick={() => onSave('published')}>
                {texts.publish}
              </Button>
            )}
            {status === 'published' && (
              <Button look="secondary" busy={isBusy} onClick={() => onSave('hidden')}>
                {texts.hide}
              </Button>
            )}
            {(status === 'published' || status === 'hidden') && (
              <Button look="secondary" busy={isBusy} onClick={() => onSave('archived')}>
                {texts.archive}
              </Button>
            )}
          </>
        )}
        {product && product.publishedAt === null && (
          <Button look="danger" busy={isBusy} onClick={() => setDeleting(true)}>
            {texts.delete}
          </Button>
        )}
        {product?.listed && (
          <LinkButton look="quiet" href={go(`/products/${product.id}/${product.slug}`)}>
            {texts.toPage}
          </LinkButton>
        )}
        <p role="status" className="text-success">
          {isSaved && texts.saved}
        </p>
      </div>
      {isDeleting && (
        <FormDialog
          title={texts.deleteTitle}
          submit={texts.delete}
          look="danger"
          cancel={texts.cancel}
          closeLabel={texts.close}
          action={deletion}
          onSubmit={(_, close) => deletion.act(onDelete, close)}
          onClose={() => {
            setDeleting(false);
            deletion.forget();
          }}
        >
          <p>{texts.deleteText}</p>
        </FormDialog>
      )}
    </div>
  );
}
