import { Users } from 'lucide-react';
import { NoneFound } from '#components/admin/none-found.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { UserRow } from '#lib/admin/schemas/user-list.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { peopleHref, personHref } from './people-hrefs.ts';

type Written = { readonly texts: ConsoleTexts<'people'>; readonly timeOf: (at: string) => string };

const columnsOf = ({ texts, timeOf }: Written): readonly Column<UserRow>[] => [
  { header: texts.name, href: ({ id }) => personHref(id), cell: ({ name, email }) => name || email },
  { header: texts.email, breaksWords: true, cell: ({ email }) => email },
  { header: texts.role, cell: ({ role }) => texts[`role_${role}`] },
  {
    header: texts.status,
    cell: ({ status, isVerified, vendorId }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={status === 'active' ? 'neutral' : 'warning'}>{texts[`status_${status}`]}</Badge>
        {isVerified && <Badge tone="success">{texts.verified}</Badge>}
        {vendorId !== null && <Badge>{texts.seller}</Badge>}
      </span>
    ),
  },
  { header: texts.joined, cell: ({ createdAt }) => <time dateTime={createdAt}>{timeOf(createdAt)}</time> },
  {
    header: texts.seen,
    cell: ({ lastSeenAt }) =>
      lastSeenAt === null ? texts.never : <time dateTime={lastSeenAt}>{timeOf(lastSeenAt)}</time>,
  },
];

/** Shows accounts, each as a link to its page. */
export const PeopleTable = ({ rows, texts, timeOf }: Written & { readonly rows: readonly UserRow[] }) => (
  <DataTable
    caption={texts.list}
    columns={columnsOf({ texts, timeOf })}
    rows={rows}
    keyOf={({ id }) => id}
    empty={
      <NoneFound title={texts.none} icon={<Users aria-hidden />} all={peopleHref()} clear={texts.clear}>
        {texts.noneText}
      </NoneFound>
    }
  />
);
