import { LinkButton } from '#components/ui/link-button.tsx';
import { type Query, queryHref } from '#components/ui/query-href.ts';
import type { ExportList } from '#lib/admin/exports/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

type CsvLinkProps = {
  readonly list: ExportList;
  /** The filter of the page. Its cursor is left out: the file holds the whole list. */
  readonly query?: Query;
};

/** Shows the link that downloads a list of the console as CSV. */
export async function CsvLink({ list, query = {} }: CsvLinkProps) {
  const { t, locale } = await consoleTexts('shell');
  return (
    <LinkButton
      href={queryHref(`/api/admin/exports/${list}`, { ...query, cursor: undefined })}
      look="secondary"
      size="small"
      lang={locale}
      prefetch={false}
      download
    >
      {t('csv')}
    </LinkButton>
  );
}
