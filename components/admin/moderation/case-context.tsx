import type { ReactNode } from 'react';
import { ReaderTime } from '#components/admin/console-reader.tsx';
import { ProductPicture } from '#components/store/product/product-picture.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { CaseContext } from '#lib/admin/moderation/case-context.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';

type Written = { readonly texts: ConsoleTexts<'moderation'>; readonly locale: string };
type Of<K extends CaseContext['kind']> = Extract<CaseContext, { readonly kind: K }>;

/** Shows what surrounds the subject of a case: the conversation beside it, or what its public page shows. */
export function CaseSurroundings({ context, ...written }: Written & { readonly context: CaseContext }) {
  if (context.kind === 'messages') return <Conversation {...written} context={context} />;
  if (context.kind === 'product') return <ProductFacts {...written} context={context} />;
  if (context.kind === 'review') return <ReviewFacts {...written} context={context} />;
  return <PersonFacts {...written} context={context} />;
}

const Conversation = ({ context, texts, locale }: Written & { readonly context: Of<'messages'> }) => (
  <>
    <p className="text-sm text-muted">{texts.contextRead}</p>
    <ol className="flex flex-col gap-2">
      {context.messages.map(({ id, senderId, senderName, createdAt, text, files, isDeleted, isBlocked }) => (
        <li
          key={id}
          aria-current={id === context.messageId}
          className="flex flex-col gap-1 rounded-md border border-transparent bg-sunken p-3 aria-[current=true]:border-primary"
        >
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <span dir="auto">{senderId === null ? texts.system : (senderName ?? texts.deletedUser)}</span>
            <ReaderTime at={createdAt} />
            {id === context.messageId && <Badge tone="warning">{texts.reportedHere}</Badge>}
            {isBlocked && <Badge tone="danger">{texts.status_blocked}</Badge>}
          </p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {isDeleted ? <span className="text-muted">{texts.messageDeleted}</span> : text}
          </p>
          {files.length > 0 && (
            <p dir="auto" className="text-sm wrap-anywhere">
              {fill(texts.files, { names: files.join(', ') }, locale)}
            </p>
          )}
        </li>
      ))}
    </ol>
  </>
);

function ProductFacts({ context, texts, locale }: Written & { readonly context: Of<'product'> }) {
  const { product, image, shop } = context;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <ProductPicture image={image} alt={image?.alt ?? ''} sizes="8rem" className="w-32" />
      <Facts>
        <Fact name={texts.type_product}>{product.title}</Fact>
        <Fact name={texts.price}>{moneyText(product.priceMinor, product.currency, locale)}</Fact>
        <Fact name={texts.state}>{texts[`product_${product.status}`]}</Fact>
        <Fact name={texts.owner_product}>{shop?.name ?? texts.nobody}</Fact>
        <Fact name={texts.description}>{product.description}</Fact>
      </Facts>
    </div>
  );
}

function ReviewFacts({ context, texts }: Written & { readonly context: Of<'review'> }) {
  const { review, product } = context;
  const { rating, title, content, images, status, pendingFor, verifiedPurchase } = review;
  return (
    <div className="flex flex-col gap-4">
      <Facts>
        <Fact name={texts.type_product}>{product?.title ?? null}</Fact>
        <Fact name={texts.review_rating}>{`${rating} / 5`}</Fact>
        <Fact name={texts.review_verified}>{verifiedPurchase ? texts.review_yes : null}</Fact>
        <Fact name={texts.state}>{status === 'removed' ? null : texts[`review_${status}`]}</Fact>
        <Fact name={texts.review_heldFor}>{pendingFor && texts[`held_${pendingFor}`]}</Fact>
        <Fact name={texts.type_review}>{[title, content].filter(Boolean).join('\n')}</Fact>
      </Facts>
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {images.map((image) => (
            <li key={image.fileId}>
              <ProductPicture
                image={{ ...image, alt: texts.review_picture }}
                alt={texts.review_picture}
                sizes="8rem"
                className="w-32"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PersonFacts({ context, texts }: Written & { readonly context: Of<'profile' | 'vendor'> }) {
  const { shop } = context;
  const profile = context.kind === 'profile' ? context.profile : null;
  return (
    <Facts>
      {profile && (
        <>
          <Fact name={texts.owner_profile}>{profile.name}</Fact>
          <Fact name={texts.handle}>{profile.handle && `@${profile.handle}`}</Fact>
          <Fact name={texts.about}>{profile.bio}</Fact>
        </>
      )}
      {shop && (
        <>
          <Fact name={texts.type_vendor}>{shop.name}</Fact>
          <Fact name={texts.state}>{texts[`shop_${shop.status}`]}</Fact>
          <Fact name={texts.country}>{shop.country}</Fact>
          <Fact name={texts.description}>{shop.about}</Fact>
        </>
      )}
    </Facts>
  );
}

const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid min-w-0 grow grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">{children}</dl>
);

/** Shows one fact, or nothing when it is empty. */
const Fact = ({ name, children }: { readonly name: string; readonly children: string | null }) =>
  children ? (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="min-w-0 whitespace-pre-line wrap-anywhere">
        {children}
      </dd>
    </div>
  ) : null;
