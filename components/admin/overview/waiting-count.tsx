import { classNames } from '#components/ui/class-names.ts';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';

type WaitingCountProps = { readonly count: number; readonly isBad?: boolean };

/** Shows the number of waiting items behind a link, and nothing for 0. Screen readers also hear the word "waiting". */
export function WaitingCount({ count, isBad = false }: WaitingCountProps) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        'min-w-5 rounded-full px-1.5 text-center text-xs leading-5 font-medium tabular-nums',
        isBad ? 'bg-danger-soft text-danger' : 'bg-neutral-soft text-text',
      )}
    >
      <span className="sr-only">, </span>
      {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
