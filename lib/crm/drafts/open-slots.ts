/** A place left for a person to fill in: words in square brackets. A number alone is a footnote, `[words](…)` a link. */
const SLOT = /\[[^[\]\n]{0,50}[\p{L}…][^[\]\n]{0,50}\](?![(:])/gu;
const MOST_SLOTS = 50;

/** What a text still leaves open, brackets off, each once; a draft with any of it is not approved and not sent. */
export const openSlotsOf = (text: string): string[] => [
  ...new Set((text.match(SLOT) ?? []).slice(0, MOST_SLOTS).map((slot) => slot.slice(1, -1).trim())),
];
