import type { ChannelProblem } from './ports.ts';
import type { ChannelFault, ChannelField } from './values.ts';

export type ChannelVariablesOf = Readonly<Partial<Record<ChannelField, string>>>;

/** Collects what is wrong with one channel; each `note` answers null, so that a reader can return it. */
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
