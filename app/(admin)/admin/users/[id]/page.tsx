import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { peopleHref, personHref, personTabs } from '#components/admin/people/people-hrefs.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Breadcrumbs } from '#components/ui/breadcrumbs.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { getUserForAdmin } from '#lib/admin/users/users.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { tabs } from './person-tab.tsx';

export const generateMetadata = async () => ({ title: (await consoleTexts('people')).t('title') });

export default async function PersonPage({ params, searchParams }: PageProps<'/admin/users/[id]'>) {
  const ctx = await pageContext('admin');
  const id = idOr404((await params).id);
  const asked = await searchParams;
  const [{ user }, { texts }, common] = await Promise.all([
    foundOr404(getUserForAdmin(ctx, id)),
    consoleTexts('people'),
    consoleTexts('common'),
  ]);
  const tab = personTabs.find((known) => known === asked.tab) ?? 'profile';
  const name = user.name || user.email || user.id;
  const content = await pageOrFirst(textOf(asked.cursor), (cursor) =>
    tabs[tab]({ ctx, user, cursor, purpose: textOf(asked.purpose) }),
  );

  return (
    <main id="content" className="flex flex-col gap-6">
      <Breadcrumbs label={common.t('crumbs')} crumbs={[{ label: texts.title, href: peopleHref() }, { label: name }]} />
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl wrap-anywhere">{name}</h1>
        <Badge tone="accent">{texts[`role_${user.role}`]}</Badge>
        <Badge tone={user.status === 'active' ? 'neutral' : 'warning'}>{texts[`status_${user.status}`]}</Badge>
        {user.isVerified && <Badge tone="success">{texts.verified}</Badge>}
      </header>
      <nav aria-label={texts.tabs}>
        <ChoiceLinks
          choices={personTabs}
          chosen={tab}
          hrefOf={(choice) => personHref(id, choice)}
          textOf={(choice) => texts[`tab_${choice}`]}
        />
      </nav>
      <section aria-label={texts[`tab_${tab}`]} className="flex flex-col items-stretch gap-6">
        {content}
      </section>
    </main>
  );
}
