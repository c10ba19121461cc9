import { EffectList } from '#components/admin/effect-list.tsx';
import { ProcessTable } from '#components/admin/process-table.tsx';
import { listDeadEffects } from '#lib/admin/dead-effects.ts';
import { listProcesses } from '#lib/admin/process-stands.ts';
import { pageContext } from '#lib/api/page-context.ts';

export const metadata = { title: 'Processes' };

export default async function ProcessesPage() {
  const ctx = await pageContext('superadmin');
  const [{ effects, isMore }, stands] = await Promise.all([listDeadEffects(ctx), listProcesses(ctx)]);
  return (
    <main id="content" className="flex flex-col gap-8">
      <h1 className="text-2xl">Processes</h1>
      <section id="effects" aria-labelledby="effects-title" className="flex scroll-mt-4 flex-col gap-4">
        <h2 id="effects-title" className="text-xl">
          Effects that were given up
        </h2>
        <EffectList effects={effects} />
        {isMore && <p className="text-sm text-muted">There are older ones behind these.</p>}
      </section>
      <section aria-labelledby="processes-title" className="flex flex-col gap-4">
        <h2 id="processes-title" className="text-xl">
          What runs by itself
        </h2>
        <ProcessTable stands={stands} />
      </section>
    </main>
  );
}
