import { votersOf } from '#lib/messaging/cards/rich-transitions.ts';
import type { RichState } from '#lib/messaging/schemas/rich.ts';

export type OptionFigures = {
  readonly id: string;
  readonly text: string;
  readonly voters: readonly string[];
  /** The whole percentage of all voters. With multiple choices the sum may exceed one hundred. */
  readonly percent: number;
  readonly isMine: boolean;
  readonly isAhead: boolean;
};

/** Returns the results of a poll: each option, the number of voters, and the user's own choice. */
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

/** Whether two choices contain the same options, in any order. */
export const isSameChoice = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
