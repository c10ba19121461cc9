import { Check } from 'lucide-react';
import type { Route } from 'next';
import { Button } from '#components/ui/button.tsx';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Locale } from '#lib/auth/values.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { fill } from '#lib/web/i18n/fill.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';
import { ProductPicture } from './product-picture.tsx';

type AddedDialogProps = {
  readonly handle: DialogHandle;
  readonly product: Pick<ListedProduct, 'title' | 'image'>;
  readonly count: number;
  readonly links: { readonly cart: Route; readonly checkout: Route };
  readonly locale: Locale;
  readonly texts: Texts<'buy'>;
};

/** Says that it worked, and offers the three ways on. */
export function AddedDialog({ handle, product, count, links, locale, texts }: AddedDialogProps) {
  return (
    <Dialog handle={handle} title={texts.added} closeLabel={texts.close} place="side">
      <div className="flex grow flex-col gap-8 overflow-y-auto p-5">
        <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-4">
          <ProductPicture image={product.image} alt="" sizes="6rem" />
          <div>
            <p className="text-lg leading-snug font-medium">{product.title}</p>
            <p className="mt-1 flex items-center gap-1.5 text-sm text-success">
              <Check aria-hidden className="size-4" />
              {fill(texts.addedCount, { count }, locale)}
            </p>
          </div>
        </div>
        <div className="mt-auto flex flex-col gap-3">
          <LinkButton href={links.checkout} prefetch={false} size="large" wide>
            {texts.checkout}
          </LinkButton>
          <LinkButton href={links.cart} prefetch={false} look="secondary" size="large" wide>
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
