/** A way to match the terms: in which fields, and whether the last term may be a prefix. */
export type Level = {
  readonly fields: '{a}' | '{a b}' | '{a b c}';
  readonly lastIsPrefix: boolean;
  readonly score: number;
};

export const anywhere: Level = { fields: '{a b c}', lastIsPrefix: true, score: 0 };
/** Best first. Every level is contained in the next. */
export const levels: readonly Level[] = [
  { fields: '{a}', lastIsPrefix: false, score: 3 },
  { fields: '{a}', lastIsPrefix: true, score: 2 },
  { fields: '{a b}', lastIsPrefix: true, score: 1 },
];
