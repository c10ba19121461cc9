import { votersOf } from '#lib/messaging/cards/rich-moves.ts';
import type { RichState } from '#lib/messaging/schemas/rich.ts';

export type OptionFigures = {
  readonly id: string;
  readonly text: string;
  readonly voters: readonly string[];
  /** In whole percent of all who voted; of several choices they may add up to more than a hundred. */
  readonly percent: number;
  readonly isMine: boolean;
  readonly isAhead: boolean;
};

/** How a poll stands: each option, how many people voted at all, and what one has chosen oneself. */
export function pollFigures(poll: Pick<RichState<'poll'>, 'options' | 'votes'>, me: string) {
  const lists = poll.options.map(({ id }) => votersOf(poll.votes, id));
  const total = new Set(lists.flat()).size;
  const most = Math.max(...lists.map((voters) => voters.length));
  const options = poll.options.map(({ id, text }, at): OptionFigures => {
    const voters = lists[at] ?? [];
    return {
      ...{ id, text, voters },
      percent: total === 0 ? 0 : Math.round((voters.length / total) * 100),
      isMine: voters.includes(me),
      isAhead: most > 0 && voters.length === most,
    };
  });
  return { options, total, mine: options.filter(({ isMine }) => isMine).map(({ id }) => id) };
}

/** Whether two choices are the same, in whatever order they were made. */
export const isSameChoice = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
