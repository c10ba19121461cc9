import { Badge } from '#components/ui/badge.tsx';
import { sizeText } from '#lib/i18n/size-text.ts';
import type { OrderFiles as Files } from '#lib/store/files/order-files.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

/** Lists the files that the buyer of an order may download. A link that is too old leads back here, to a new one. */
export async function OrderFiles({ lines }: { readonly lines: readonly Files[] }) {
  if (lines.length === 0) return null;
  const { t, locale } = await pageTexts('orderFiles');
  return (
    <section aria-labelledby="order-files">
      <h2 id="order-files" className="pb-3 text-xl tracking-tight">
        {t('title')}
      </h2>
      <ul className="flex flex-col gap-4">
        {lines.map(({ lineId, title, files }) => (
          <li key={lineId} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-5">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <h3 className="min-w-0 text-base font-medium tracking-normal wrap-anywhere">{title}</h3>
              <Badge tone="success">{t('available')}</Badge>
            </div>
            {files.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
            <ul className="flex flex-col gap-2">
              {files.map(({ id, name, bytes, url, isSpent }) => (
                <li key={id} className="text-sm">
                  {isSpent ? (
                    <span className="wrap-anywhere">{name}</span>
                  ) : (
                    <a href={url} className="wrap-anywhere underline underline-offset-4">
                      {name}
                    </a>
                  )}{' '}
                  <span className="whitespace-nowrap text-muted">{sizeText(bytes, locale)}</span>
                  {isSpent && <span className="block text-muted">{t('spent')}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
