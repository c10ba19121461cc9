import { attributeWordsFrom } from '#components/store/product/attribute-words.ts';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Shows the description and the attributes of a product. */
export async function ProductFacts({
  product,
}: {
  readonly product: Pick<PublicProduct, 'description' | 'attributes'>;
}) {
  const [{ t }, words] = await Promise.all([pageTexts('product'), clientTexts('attributes')]);
  const inWords = attributeWordsFrom(words);
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
                <dt className="text-muted">{inWords(name)}</dt>
                <dd className="text-end tabular-nums">{unit ? `${value} ${inWords(unit)}` : value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
