import { pageOrFirst } from '#app/page-or-first.ts';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { vendorListHref } from '#components/admin/vendors/vendor-hrefs.ts';
import { VendorList } from '#components/admin/vendors/vendor-list.tsx';
import { TableFilter } from '#components/ui/table-filter.tsx';
import { type VendorListQuery, vendorListQuery } from '#lib/admin/schemas/vendor.ts';
import { listVendors } from '#lib/admin/vendors/admin-vendor.ts';
import { refusalRates } from '#lib/admin/vendors/refusal-rate.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { vendorStatuses } from '#lib/store/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;

export const generateMetadata = async () => ({ title: (await consoleTexts('vendors')).t('title') });

export default async function VendorsPage({ searchParams }: PageProps<'/admin/vendors'>) {
  const ctx = await pageContext('admin');
  const query = queryOf(await searchParams);
  const [{ texts, timeOf }, page] = await Promise.all([
    consoleTexts('vendors'),
    pageOrFirst(query.cursor, (cursor) => listVendors(ctx, { ...query, cursor, limit: LIMIT })),
  ]);
  const refusals = await refusalRates(
    ctx,
    page.vendors.map(({ id }) => id),
  );

  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">{texts.title}</h1>
      <TableFilter
        action="/admin/vendors"
        query={query}
        fields={[
          { kind: 'text', name: 'q', label: texts.search, maxLength: 120, isWide: true },
          {
            kind: 'select',
            name: 'status',
            label: texts.status,
            options: vendorStatuses.map((value) => [value, texts[`status_${value}`]]),
          },
        ]}
        label={texts.searchForm}
        any={texts.any}
        submit={texts.show}
      />
      <VendorList rows={page.vendors} {...{ texts, timeOf, refusals }} />
      <CursorPages
        isFirst={query.cursor === undefined}
        nextCursor={page.nextCursor}
        hrefOf={(cursor) => vendorListHref({ ...query, cursor })}
      />
    </main>
  );
}

/** Reads the address of the page. A value that no filter knows is left out. */
function queryOf(asked: Readonly<Record<string, string | readonly string[] | undefined>>): VendorListQuery {
  const fields = Object.entries(vendorListQuery.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(asked[name]);
    return success && data ? [[name, data] as const] : [];
  });
  return Object.fromEntries(fields);
}
