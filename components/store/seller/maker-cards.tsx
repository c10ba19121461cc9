import { ProductPicture } from '#components/store/product/product-picture.tsx';
import { Link } from '#components/ui/link.tsx';
import { Logo } from '#components/ui/logo.tsx';
import { regionName } from '#lib/i18n/region-name.ts';
import type { Maker } from '#lib/store/catalog/makers.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Shows sellers with three of their pictures each. The whole card leads to the page of the seller. */
export async function MakerCards({ makers }: { readonly makers: readonly Maker[] }) {
  const { t, locale, go } = await pageTexts('home');
  if (makers.length === 0) return null;
  return (
    <section className="flex flex-col gap-6">
      <h2 className="text-2xl">{t('makers')}</h2>
      <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {makers.map(({ vendor, country, logoUrl, count, pictures }) => (
          <li key={vendor.id} className="group relative flex flex-col gap-3">
            <div className="grid grid-cols-3 gap-2">
              {[0, 1, 2].map((place) => (
                <ProductPicture
                  key={place}
                  image={pictures[place] ?? null}
                  alt=""
                  sizes="(min-width: 80rem) 9rem, (min-width: 64rem) 10vw, (min-width: 40rem) 15vw, 30vw"
                />
              ))}
            </div>
            <div className="flex items-center gap-3">
              {logoUrl && <Logo url={logoUrl} size="small" />}
              <div className="min-w-0">
                <h3 className="text-lg leading-snug font-medium tracking-normal wrap-anywhere">
                  <Link
                    href={go(`/vendors/${vendor.slug}`)}
                    className="underline-offset-4 after:absolute after:inset-0 after:rounded-md group-hover:underline"
                  >
                    {vendor.name}
                  </Link>
                </h3>
                <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
                  <span>{regionName(country, locale)}</span>
                  <span>{t('makerGoods', { count })}</span>
                </p>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
