import { redirect } from 'next/navigation';
import { pageOrFirst } from '#app/page-or-first.ts';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { peopleHref, personHref } from '#components/admin/people/people-hrefs.ts';
import { PeopleTable } from '#components/admin/people/people-table.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { TableFilter } from '#components/ui/table-filter.tsx';
import { listedStatuses, type UserListQuery, userListQuery, userSorts } from '#lib/admin/schemas/user-list.ts';
import { searchUsers } from '#lib/admin/users/search-users.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { roles } from '#lib/context/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export const generateMetadata = async () => ({ title: (await consoleTexts('people')).t('title') });

export default async function PeoplePage({ searchParams }: PageProps<'/admin/users'>) {
  const ctx = await pageContext('admin');
  const query = queryOf(await searchParams);
  const { q, role, status, verified, sort = 'newest' } = query;
  const [{ texts, timeOf }, found] = await Promise.all([
    consoleTexts('people'),
    pageOrFirst(query.cursor, (cursor) =>
      searchUsers(ctx, { q, role, status, sort, cursor, verified: verified && verified === 'yes' }),
    ),
  ]);
  if (found.exact !== null) redirect(personHref(found.exact));

  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">{texts.title}</h1>
      <TableFilter
        action="/admin/users"
        query={query}
        fields={[
          { kind: 'text', name: 'q', label: texts.search, maxLength: 120, isWide: true },
          {
            kind: 'select',
            name: 'role',
            label: texts.role,
            options: roles.map((value) => [value, texts[`role_${value}`]]),
          },
          {
            kind: 'select',
            name: 'status',
            label: texts.status,
            options: listedStatuses.map((value) => [value, texts[`status_${value}`]]),
          },
          {
            kind: 'select',
            name: 'verified',
            label: texts.verified,
            options: [
              ['yes', texts.yes],
              ['no', texts.no],
            ],
          },
        ]}
        label={texts.searchForm}
        any={texts.any}
        submit={texts.show}
      />
      <nav aria-label={texts.order}>
        <ChoiceLinks
          choices={userSorts}
          chosen={sort}
          hrefOf={(choice) => peopleHref({ ...query, sort: choice, cursor: undefined })}
          textOf={(choice) => texts[`sort_${choice}`]}
        />
      </nav>
      <PeopleTable rows={found.rows} texts={texts} timeOf={timeOf} />
      <CursorPages
        isFirst={query.cursor === undefined}
        nextCursor={found.nextCursor}
        hrefOf={(cursor) => peopleHref({ ...query, cursor })}
        label={texts.pages}
        first={texts.first}
        next={texts.next}
      />
    </main>
  );
}

/** Reads the address of the page. A value that no filter knows is left out. */
function queryOf(asked: Readonly<Record<string, string | readonly string[] | undefined>>): UserListQuery {
  const fields = Object.entries(userListQuery.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(asked[name]);
    return success && data ? [[name, data] as const] : [];
  });
  return Object.fromEntries(fields);
}
