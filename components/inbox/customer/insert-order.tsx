'use client';

import { useInbox } from '#components/inbox/inbox-context.ts';
import { SIDE_PANEL } from '#components/inbox/threads/side-panel-id.ts';
import { useCommands } from '#components/inbox/use-commands.ts';
import { buttonClass } from '#components/ui/button-look.ts';

type InsertOrderProps = {
  readonly text: string;
  readonly label: string;
  readonly name: string;
  /** True for the latest order, which also has a key. */
  readonly hasKey: boolean;
};

/** Shows a button that puts an order into the reply, and closes the drawer that it may be in. */
export function InsertOrder({ text, label, name, hasKey }: InsertOrderProps) {
  const { insert } = useInbox();
  useCommands(hasKey ? { insert: () => insert(text) } : {});
  return (
    <button
      type="button"
      popoverTarget={SIDE_PANEL}
      popoverTargetAction="hide"
      aria-label={name}
      aria-keyshortcuts={hasKey ? 'i' : undefined}
      onClick={() => insert(text)}
      className={buttonClass({ look: 'secondary', size: 'small' })}
    >
      {label}
    </button>
  );
}
