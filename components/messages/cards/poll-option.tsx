import { Check } from 'lucide-react';
import { Bar } from '#components/ui/bar.tsx';
import { classNames } from '#components/ui/class-names.ts';
import type { OptionFigures } from './poll-figures.ts';

type PollOptionProps = {
  readonly option: OptionFigures;
  /** The name of the radio group, the same for all options of a poll. */
  readonly group: string;
  readonly isMany: boolean;
  readonly isPicked: boolean;
  readonly isOver: boolean;
  /** E.g. "3 votes, 60 %". */
  readonly figures: string;
  readonly names: string;
  readonly onPick: (id: string, isOn: boolean) => void;
};

/** Shows one option of a poll: its input, its result, and its voters. */
export function PollOption({ option, group, isMany, isPicked, isOver, figures, names, onPick }: PollOptionProps) {
  const { id, text, voters, percent, isMine, isAhead } = option;
  const figuresId = `${group}-${id}`;
  return (
    <div className="flex flex-col gap-1.5 py-1.5">
      <label className="flex min-h-11 items-center gap-3 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-primary">
        {isOver ? (
          <Check aria-hidden className={classNames('size-5 shrink-0 text-primary', !isMine && 'invisible')} />
        ) : null}
        <input
          type={isMany ? 'checkbox' : 'radio'}
          name={group}
          checked={isPicked}
          onChange={(event) => onPick(id, event.target.checked)}
          aria-describedby={figuresId}
          className={classNames('size-5 shrink-0 accent-primary focus-visible:outline-none', isOver && 'sr-only')}
        />
        <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
          <span className={classNames('min-w-0', isAhead && isOver && 'font-semibold')}>{text}</span>
          <span id={figuresId} className="text-sm text-muted tabular-nums">
            {figures}
          </span>
        </span>
      </label>
      <Bar value={percent} max={100} />
      {voters.length > 0 && <p className="text-sm text-muted">{names}</p>}
    </div>
  );
}
