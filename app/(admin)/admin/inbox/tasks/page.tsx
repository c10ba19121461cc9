import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { TaskCards, tasksHref } from '#components/inbox/tasks/task-cards.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { listTasks } from '#lib/crm/tasks/tasks.ts';
import { taskStatuses } from '#lib/crm/tasks/values.ts';
import { staffNames } from '#lib/crm/threads/staff-names.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;

export async function generateMetadata() {
  const { t } = await consoleTexts('crm');
  return { title: t('tasksTitle') };
}

export default async function TasksPage({ searchParams }: PageProps<'/admin/inbox/tasks'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const status = taskStatuses.find((known) => known === asked.status);
  const { tasks, nextCursor } = await pageOrFirst(textOf(asked.cursor), (cursor) =>
    listTasks(ctx, { limit: LIMIT, status, cursor }),
  );
  const { t } = await consoleTexts('crm');
  const people = await staffNames(ctx, [ctx.user.id, ...tasks.map(({ assigneeId }) => assigneeId)]);
  return (
    <InboxFrame ctx={ctx} here="tasks">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{t('tasksTitle')}</h1>
        <CsvLink list="tasks" query={{ status }} />
      </div>
      <TaskCards tasks={tasks} status={status} people={people} me={ctx.user.id} now={ctx.now().toISOString()} />
      <CursorPages
        isFirst={asked.cursor === undefined}
        nextCursor={nextCursor}
        hrefOf={(cursor) => tasksHref(status, cursor)}
        label={t('pages')}
        first={t('earliest')}
        next={t('later')}
      />
    </InboxFrame>
  );
}
