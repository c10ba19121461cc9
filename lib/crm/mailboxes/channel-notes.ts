import type { ChannelProblem } from './ports.ts';
import type { ChannelFault, ChannelField } from './values.ts';

export type ChannelVariablesOf = Readonly<Partial<Record<ChannelField, string>>>;

/** Collects the problems of one channel. `note` returns null, so that a reader can return its result. */
export type ChannelNotes = {
  readonly problems: readonly ChannelProblem[];
  readonly note: (field: ChannelField, code: ChannelFault, message: string) => null;
};

export function openNotes(channel: string): ChannelNotes {
  const problems: ChannelProblem[] = [];
  return {
    problems,
    note: (field, code, message) => {
      problems.push({ channel, field, code, message });
      return null;
    },
  };
}
