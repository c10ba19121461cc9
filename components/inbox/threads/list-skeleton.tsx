import { Skeleton } from '#components/ui/skeleton.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Shows the placeholder of a loading list. */
export async function ListSkeleton() {
  const { t } = await consoleTexts('inbox');
  return (
    <div aria-busy="true" className="flex flex-col gap-4 p-3">
      <p className="sr-only">{t('loadingThreads')}</p>
      <Skeleton className="h-10 w-full" />
      {rows.map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-5/6" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
