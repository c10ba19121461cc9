import { Store } from 'lucide-react';
import { NoneFound } from '#components/admin/none-found.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { AdminVendor } from '#lib/admin/schemas/vendor.ts';
import type { RefusalRate } from '#lib/admin/vendors/refusal-rate.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { vendorHref, vendorListHref } from './vendor-hrefs.ts';
import { vendorTones } from './vendor-tones.ts';

type Written = {
  readonly texts: ConsoleTexts<'vendors'>;
  readonly timeOf: (at: string) => string;
  /** The sellers who refuse many parts, by id. */
  readonly refusals: ReadonlyMap<string, RefusalRate>;
};

const columnsOf = ({ texts, timeOf, refusals }: Written): readonly Column<AdminVendor>[] => [
  { header: texts.name, breaksWords: true, href: ({ id }) => vendorHref(id), cell: ({ name }) => name },
  {
    header: texts.status,
    cell: ({ id, status, payoutPending }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge wraps tone={vendorTones[status]}>
          {texts[`status_${status}`]}
        </Badge>
        {payoutPending && (
          <Badge wraps tone="warning">
            {texts.accountWaits}
          </Badge>
        )}
        {refusals.has(id) && (
          <Badge wraps tone="danger">
            {texts.refusesOften}
          </Badge>
        )}
      </span>
    ),
  },
  { header: texts.owner, breaksWords: true, cell: ({ ownerName }) => ownerName ?? texts.empty },
  { header: texts.email, breaksWords: true, cell: ({ contactEmail }) => contactEmail || texts.empty },
  { header: texts.since, cell: ({ createdAt }) => <time dateTime={createdAt}>{timeOf(createdAt)}</time> },
];

/** Shows sellers, each as a link to its page. */
export const VendorList = ({ rows, ...written }: Written & { readonly rows: readonly AdminVendor[] }) => (
  <DataTable
    caption={written.texts.list}
    columns={columnsOf(written)}
    rows={rows}
    keyOf={({ id }) => id}
    empty={
      <NoneFound
        title={written.texts.none}
        icon={<Store aria-hidden />}
        all={vendorListHref()}
        clear={written.texts.clear}
      >
        {written.texts.noneText}
      </NoneFound>
    }
  />
);
