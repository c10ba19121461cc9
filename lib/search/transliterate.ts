/**
 * One spelling for Ukrainian and Russian, close to what people type on a Latin keyboard. It follows no national
 * standard.
 */
const letters: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  ї: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
};

export const hasCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text);

/** Transliterates lower-case Cyrillic letters into Latin ones. Other characters stay as they are. */
export const transliterate = (text: string): string => Array.from(text, (letter) => letters[letter] ?? letter).join('');
