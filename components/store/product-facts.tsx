import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** What the maker says of it, and its figures. */
export async function ProductFacts({
  product,
}: {
  readonly product: Pick<PublicProduct, 'description' | 'attributes'>;
}) {
  const { t } = await pageTexts('product');
  return (
    <>
      {product.description && (
        <section aria-label={t('description')}>
          <p className="max-w-prose leading-7 whitespace-pre-line text-pretty">{product.description}</p>
        </section>
      )}
      {product.attributes.length > 0 && (
        <section>
          <h2 className="pb-2 text-sm font-semibold tracking-normal">{t('attributes')}</h2>
          <dl className="border-t border-line">
            {product.attributes.map(({ name, value, unit }) => (
              <div key={name} className="flex justify-between gap-6 border-b border-line py-2.5">
                <dt className="text-muted">{name}</dt>
                <dd className="text-end tabular-nums">{unit ? `${value} ${unit}` : value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
