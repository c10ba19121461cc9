import { Check } from 'lucide-react';
import type { Route } from 'next';
import { lazy, type ReactNode, Suspense } from 'react';
import type { DrawerCartProps } from '#components/store/cart/drawer-cart.tsx';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import type { EstimateTexts } from './estimate-text.ts';
import { ProductPicture } from './product-picture.tsx';

const load = () => import('#components/store/cart/drawer-cart.tsx');
const DrawerCart = lazy(() =>
  load().then(
    (module) => ({ default: module.DrawerCart }),
    // Without a network the drawer still says what was added, and where to go on.
    () => ({ default: DrawerFrame }),
  ),
);

/** Fetches the lines of the drawer before it opens. */
export const prepareDrawer = (): void => void load().catch(() => undefined);

/** Shows the product that was added, until the lines of the cart are there. */
const DrawerFrame = ({ first, above, children }: DrawerCartProps) => (
  <>
    <div className="flex min-h-0 grow flex-col gap-6 overflow-y-auto p-5">
      {above}
      <ProductPicture image={first[0]?.image ?? null} alt="" sizes="7rem" className="w-28" />
    </div>
    <div className="flex flex-col gap-3 border-t border-line p-5">{children}</div>
  </>
);

/** The quantity in the cart as text, or the remaining quantity if the line was reduced a moment later. */
export type Outcome = { readonly kind: 'added' | 'cut' | 'gone'; readonly text: string };

type AddedDialogProps = {
  readonly handle: DialogHandle;
  readonly product: ListedProduct;
  readonly outcome: Outcome;
  /** False before the first addition: the products of the cart are not requested yet. */
  readonly isFilled: boolean;
  readonly isSignedIn: boolean;
  readonly currency: string;
  readonly links: { readonly cart: Route; readonly checkout: Route; readonly catalog: Route };
  readonly locale: Locale;
  readonly texts: { readonly buy: Texts<'buy'>; readonly cart: Texts<'cart'>; readonly delivery: EstimateTexts };
  /** The reason why the cart is not saved yet. */
  readonly children?: ReactNode;
};

/** Shows the cart after an addition: what was added, or its reduced quantity, all lines by seller, and the next steps. */
export function AddedDialog({ handle, product, outcome, isFilled, links, texts, children, ...rest }: AddedDialogProps) {
  const { kind, text } = outcome;
  const { buy } = texts;
  const drawer: DrawerCartProps = {
    ...rest,
    first: [product],
    catalog: links.catalog,
    texts: texts.cart,
    deliveryTexts: texts.delivery,
    totalLabel: buy.cartTotal,
    above: (
      <>
        <div>
          <p className="font-medium">{product.title}</p>
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
        {children}
      </>
    ),
    children: (
      <>
        <LinkButton href={links.checkout} size="large" wide>
          {buy.checkout}
        </LinkButton>
        <LinkButton href={links.cart} look="secondary" wide>
          {buy.viewCart}
        </LinkButton>
        <Button look="quiet" wide onClick={() => handle.current?.close()}>
          {buy.goOn}
        </Button>
      </>
    ),
  };
  return (
    <Dialog handle={handle} title={kind === 'gone' ? buy.soldOut : buy.added} closeLabel={buy.close} place="side">
      {/* Loaded with the page, for a line that appears when the network is gone. */}
      <span hidden>
        <ProductPicture image={product.image} alt="" sizes="7rem" isKeptReady />
      </span>
      {isFilled && (
        <Suspense fallback={<DrawerFrame {...drawer} />}>
          <DrawerCart {...drawer} />
        </Suspense>
      )}
    </Dialog>
  );
}
