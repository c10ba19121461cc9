/**
 * A placeholder for a person to fill in: words in square brackets. A number alone is a footnote, and `[words](…)` is a
 * link.
 */
const SLOT = /\[[^[\]\n]{0,50}[\p{L}…][^[\]\n]{0,50}\](?![(:])/gu;
const MOST_SLOTS = 50;

/**
 * Returns the placeholders of a text without brackets, each once. A draft with a placeholder cannot be approved or
 * sent.
 */
export const openSlotsOf = (text: string): string[] => [
  ...new Set((text.match(SLOT) ?? []).slice(0, MOST_SLOTS).map((slot) => slot.slice(1, -1).trim())),
];
