'use client';

import { type Movable, useInbox } from '#components/inbox/inbox-context.ts';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useCommands } from '#components/inbox/use-commands.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/form/select.tsx';
import { threadStatuses } from '#lib/crm/threads/values.ts';

/** Shows the status of a thread and the controls to change it. A change can be undone for six seconds. */
export function ThreadStatusControl({ thread }: { readonly thread: Movable }) {
  const { move, statusOf, goOn } = useInbox();
  const t = useSay('inbox');
  const status = statusOf(thread);
  const now = { ...thread, status };
  const opposite = status === 'resolved' ? 'ongoing' : 'resolved';
  const resolve = () => {
    move(now, opposite);
    if (opposite === 'resolved') goOn();
  };
  useCommands({ resolve });

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" look="secondary" onClick={resolve}>
        {t(status === 'resolved' ? 'reopen' : 'resolve')}
      </Button>
      <div className="w-44">
        <Select
          aria-label={t('threadStatus')}
          value={status}
          onChange={(event) => move(now, threadStatuses.find((known) => known === event.target.value) ?? status)}
          className="min-h-9! py-1! text-sm!"
        >
          {threadStatuses.map((known) => (
            <option key={known} value={known}>
              {t(`status_${known}`)}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
