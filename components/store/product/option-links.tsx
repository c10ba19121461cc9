import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type Option = NonNullable<PublicProduct['family']>['options'][number];
type Value = Option['values'][number];

const box = 'flex min-h-11 min-w-11 items-center justify-center rounded-md border px-3.5 text-sm wrap-anywhere';

/**
 * Shows the options of a variant. Each value is a link to the variant that has it, so it works without JavaScript; with
 * it the page keeps its scroll position. A sold-out variant is struck through but linked, a missing one is plain text.
 */
export async function OptionLinks({ product: { id, options: chosen, family } }: { readonly product: PublicProduct }) {
  const [{ t, go }, { t: card }] = await Promise.all([pageTexts('product'), pageTexts('card')]);
  if (!family) return null;

  return (
    <div className="flex flex-col gap-4">
      {family.options.map((option, at) => (
        <section key={option.name} aria-labelledby={`option-${at}`} className="flex flex-col gap-2">
          <h2 id={`option-${at}`} className="text-sm font-medium tracking-normal">
            {option.name}: <span className="font-normal text-muted">{chosen[at]?.value}</span>
          </h2>
          <ul className="flex flex-wrap gap-2">
            {option.values.map((value) => (
              <li key={value.value}>
                <OptionValue
                  value={value}
                  isCurrent={value.productId === id}
                  href={value.productId === null ? null : go(`/products/${value.productId}/${value.slug ?? ''}`)}
                  texts={{ soldOut: card('soldOut'), missing: t('noVariant') }}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type OptionValueProps = {
  readonly value: Value;
  readonly isCurrent: boolean;
  readonly href: ReturnType<Awaited<ReturnType<typeof pageTexts>>['go']> | null;
  readonly texts: { readonly soldOut: string; readonly missing: string };
};

function OptionValue({ value: { label, inStock }, isCurrent, href, texts }: OptionValueProps) {
  if (href === null)
    return (
      <span className={classNames(box, 'border-dashed border-line text-muted')}>
        {label}
        <span className="sr-only">, {texts.missing}</span>
      </span>
    );
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames(
        box,
        isCurrent ? 'border-text font-medium ring-1 ring-text' : 'border-line-strong hover:border-text',
        !inStock && 'text-muted line-through',
      )}
    >
      {label}
      {!inStock && <span className="sr-only">, {texts.soldOut}</span>}
    </Link>
  );
}
