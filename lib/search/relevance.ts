const LEVEL_STEP = 1_000;

/**
 * Returns the score of a match: its level first, then the shorter title. Levels: 3 when the terms are words of the
 * title, 2 when the last term is the start of such a word, 1 when the second field is needed too, 0 otherwise.
 */
export const relevance = (level: number, titleLength: number): number =>
  level * LEVEL_STEP + LEVEL_STEP - 1 - Math.min(LEVEL_STEP - 1, titleLength);
