/**
 * Returns a function that translates usual attribute names and units. Sellers choose names freely, so any other text
 * stays unchanged.
 */
export const attributeWordsFrom =
  (words: Readonly<Record<string, string>>) =>
  (text: string): string =>
    (Object.hasOwn(words, text) && words[text]) || text;
