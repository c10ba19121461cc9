import type { Metadata } from 'next';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { EffectFilter, effectsHref } from '#components/admin/processes/effect-filter.tsx';
import { EffectList } from '#components/admin/processes/effect-list.tsx';
import { ProcessTable } from '#components/admin/processes/process-table.tsx';
import { countDeadEffects, laneFor, listDeadEffects } from '#lib/admin/processes/dead-effects.ts';
import { listProcesses } from '#lib/admin/processes/process-status.ts';
import { effectStates } from '#lib/admin/processes/values.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('processes')).t('title') };
}

export default async function ProcessesPage({ searchParams }: PageProps<'/admin/processes'>) {
  const ctx = await pageContext('superadmin');
  const asked = await searchParams;
  const { t, texts } = await consoleTexts('processes');
  const cursor = textOf(asked.cursor);
  const [counts, stands] = await Promise.all([countDeadEffects(ctx, MOST_COUNTED + 1), listProcesses(ctx)]);
  const lane = laneFor(asked.lane, counts);
  const state = effectStates.find((known) => known === asked.status) ?? 'dead';
  const { effects, nextCursor } = await pageOrFirst(cursor, (place) =>
    listDeadEffects(ctx, { lane, state, limit: LIMIT, cursor: place }),
  );
  return (
    <main id="content" className="flex flex-col gap-8">
      <h1 className="text-2xl">{t('title')}</h1>
      <section id="effects" aria-labelledby="effects-title" className="flex scroll-mt-4 flex-col gap-4">
        <h2 id="effects-title" className="text-xl">
          {t('effects')}
        </h2>
        <EffectFilter lane={lane} state={state} counts={counts} />
        <EffectList effects={effects} state={state} texts={texts} />
        <CursorPages
          isFirst={cursor === undefined}
          nextCursor={nextCursor}
          hrefOf={(place) => effectsHref({ lane, state, cursor: place })}
          first={t('oldest')}
          next={t('newer')}
        />
      </section>
      <section aria-labelledby="processes-title" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="processes-title" className="text-xl">
            {t('processes')}
          </h2>
          <CsvLink list="runs" />
        </div>
        <ProcessTable stands={stands} />
      </section>
    </main>
  );
}
