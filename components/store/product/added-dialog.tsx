import { Check } from 'lucide-react';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { ProductPicture } from './product-picture.tsx';

/** The quantity in the cart as text, or the remaining quantity if the line was reduced a moment later. */
export type Outcome = { readonly kind: 'added' | 'cut' | 'gone'; readonly text: string };

type AddedDialogProps = {
  readonly handle: DialogHandle;
  readonly product: Pick<ListedProduct, 'title' | 'image'>;
  readonly outcome: Outcome;
  readonly links: { readonly cart: Route; readonly checkout: Route };
  readonly texts: Texts<'buy'>;
  /** The total of the whole cart. */
  readonly total: ReactNode;
  /** The reason why the cart is not saved yet. */
  readonly children?: ReactNode;
};

/** Shows a dialog that confirms the addition, or its reduced quantity, and offers three next steps. */
export function AddedDialog({ handle, product, outcome, links, texts, total, children }: AddedDialogProps) {
  const { kind, text } = outcome;
  return (
    <Dialog handle={handle} title={kind === 'gone' ? texts.soldOut : texts.added} closeLabel={texts.close} place="side">
      <div className="flex grow flex-col gap-8 overflow-y-auto p-5">
        <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-4">
          <ProductPicture image={product.image} alt="" sizes="6rem" isKeptReady />
          <div>
            <p className="text-lg leading-snug font-medium">{product.title}</p>
            <p
              role="status"
              className={classNames(
                'mt-1 flex items-center gap-1.5 text-sm',
                kind === 'added' ? 'text-success' : 'text-warning',
              )}
            >
              {kind === 'added' && <Check aria-hidden className="size-4" />}
              {text}
            </p>
          </div>
        </div>
        {children}
        <div className="mt-auto flex flex-col gap-3">
          {total}
          <LinkButton href={links.checkout} size="large" wide>
            {texts.checkout}
          </LinkButton>
          <LinkButton href={links.cart} look="secondary" size="large" wide>
            {texts.viewCart}
          </LinkButton>
          <Button look="quiet" wide onClick={() => handle.current?.close()}>
            {texts.goOn}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
