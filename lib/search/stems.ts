import { hasCyrillic } from './transliterate.ts';

/** A stem keeps at least this many letters, so that short words stay whole. */
const MIN_CYRILLIC = 3;
const MIN_LATIN = 4;
/** Longer words are not stemmed. No language inflects them, and the patterns below would take quadratic time. */
const MAX_STEMMED = 64;

/**
 * Endings of Ukrainian and Russian nouns and adjectives, folded (ё as е, ґ as г). The longest matching ending is
 * removed.
 */
const cyrillicEndings = [
  ...['іями', 'иями', 'ього', 'ьому', 'ення'],
  ...['ями', 'ами', 'ого', 'его', 'ому', 'ему', 'ими', 'ыми', 'іми', 'ість', 'ості', 'ость', 'ости'],
  ...['ів', 'їв', 'ов', 'ев', 'ей', 'ой', 'ий', 'ый', 'ій', 'ая', 'яя', 'ое', 'ее', 'ые', 'ие', 'ії', 'ия', 'ія'],
  ...['ою', 'ею', 'єю', 'ую', 'юю', 'ем', 'єм', 'ом', 'ам', 'ям', 'ах', 'ях', 'их', 'ых', 'іх', 'ым', 'им', 'ім'],
  ...['а', 'я', 'о', 'е', 'є', 'и', 'і', 'ї', 'ы', 'у', 'ю', 'й', 'ь'],
].sort((a, b) => b.length - a.length);

/** English endings, their replacement, and how many letters must remain. */
const latinEndings: readonly (readonly [RegExp, string, number])[] = [
  [/ies$/, 'y', 3],
  [/(ss|x|ch|sh|zz)es$/, '$1', 3],
  [/([^s])s$/, '$1', 3],
  [/ing$/, '', MIN_LATIN],
  [/ed$/, '', MIN_LATIN],
];

/**
 * Returns a word without its ending, so that all forms of a word match. The stemmer is deliberately simple: it uses no
 * dictionary, may merge two words, and never returns an empty stem. A word of more than 64 characters is its own stem.
 */
export function stemOf(word: string): string {
  if (word.length > MAX_STEMMED) return word;
  return hasCyrillic(word) ? cyrillicStem(word) : latinStem(word);
}

function cyrillicStem(word: string): string {
  const ending = cyrillicEndings.find((end) => word.endsWith(end) && word.length - end.length >= MIN_CYRILLIC);
  return ending ? word.slice(0, -ending.length) : word;
}

/**
 * Removes English endings, then the vowels at the end. These are also the case endings of Slavic words in Latin
 * letters.
 */
function latinStem(word: string): string {
  if (/\d/.test(word)) return word;
  let stem = word;
  for (const [ending, left, least] of latinEndings) {
    const shorter = stem.replace(ending, left);
    if (shorter.length >= least) stem = shorter;
  }
  const bare = stem.replace(/[aeiouy]+$/, '');
  return bare.length >= MIN_LATIN ? bare : stem;
}
