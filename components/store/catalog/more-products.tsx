import { buttonClass } from '#components/ui/button-look.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { type CatalogState, catalogPath, MAX_GROWTH } from '#lib/web/catalog/catalog-url.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type MoreProductsProps = {
  readonly state: CatalogState;
  readonly nextAfterId: string | null;
};

/**
 * Shows the end of the list with one button: it loads more on this page up to `MAX_GROWTH`, or else opens the next
 * page. A later page has a link to the first page.
 */
export async function MoreProducts({ state, nextAfterId }: MoreProductsProps) {
  const { t, go } = await pageTexts('catalog');
  const canGrow = nextAfterId !== null && state.pages < MAX_GROWTH;

  return (
    <div className="flex flex-col items-center gap-4">
      {canGrow && (
        <Link
          href={go(catalogPath({ ...state, pages: state.pages + 1 }))}
          scroll={false}
          className={classNames(buttonClass({ look: 'primary', size: 'large' }), 'needs-script')}
        >
          {t('more')}
        </Link>
      )}
      <Pagination
        label={t('pages')}
        isPlain={canGrow}
        first={
          state.afterId ? { href: go(catalogPath({ ...state, afterId: null, pages: 1 })), label: t('first') } : null
        }
        next={
          nextAfterId ? { href: go(catalogPath({ ...state, afterId: nextAfterId, pages: 1 })), label: t('next') } : null
        }
      />
    </div>
  );
}
