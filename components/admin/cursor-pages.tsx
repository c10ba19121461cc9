import type { Route } from 'next';
import { Pagination } from '#components/ui/pagination.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type CursorPagesProps = {
  readonly isFirst: boolean;
  readonly nextCursor: string | null;
  /** Returns the address of the list at a cursor, or of its first page. */
  readonly hrefOf: (cursor?: string) => Route;
  readonly label?: string;
  readonly first?: string;
  readonly next?: string;
};

/** Shows the links to the first and the next page of a console list. */
export async function CursorPages({ isFirst, nextCursor, hrefOf, ...texts }: CursorPagesProps) {
  const { t } = await consoleTexts('common');
  const { label = t('pages'), first = t('newest'), next = t('older') } = texts;
  return (
    <Pagination
      label={label}
      first={isFirst ? null : { href: hrefOf(), label: first }}
      next={nextCursor === null ? null : { href: hrefOf(nextCursor), label: next }}
    />
  );
}
