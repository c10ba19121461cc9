/** A text that no person writes by hand, of at most `most` UTF-16 units. */
export type HostileText = { readonly name: string; readonly make: (most: number) => string };

const repeated = (name: string, unit: string, head = '', tail = ''): HostileText => ({
  name,
  make: (most) => {
    const room = Math.max(0, most - head.length - tail.length);
    return `${head}${unit.repeat(Math.ceil(room / unit.length)).slice(0, room)}${tail}`.slice(0, most).toWellFormed();
  },
});

/** Texts that are nested, repeated or unbalanced, and texts that grow, reverse or join when they are displayed. */
export const hostileTexts: readonly HostileText[] = [
  repeated('one word', 'a'),
  repeated('one word of vowels', 'aeiouy'),
  repeated('one Cyrillic word', 'щё'),
  repeated('words of one letter', 'a '),
  repeated('blanks before a letter', ' ', '', 'x'),
  repeated('line breaks', '\n', '', 'x'),
  repeated('tabs and returns', '\t\r\n'),
  repeated('closing brackets after an address', ')', 'http://a'),
  repeated('opening brackets', '('),
  repeated('brackets in brackets', '[(<{'),
  repeated('addresses of the web', 'https://a.b/'),
  repeated('one address of the web', 'a.', 'http://'),
  repeated('addresses of mail', 'a@a.a '),
  repeated('signs of addresses', '@'),
  repeated('dots', '.', 'http://a.b'),
  repeated('beginnings of a mention', '<@usr_'),
  repeated('marks of emphasis', '**_`~'),
  repeated('quotes', '> '),
  repeated('beginnings of a citation', 'On 1 May, a wrote:\n'),
  repeated('lines of dashes', '--\n'),
  repeated('combining marks on one letter', '\u0301\u0327', 'e'),
  repeated('letters with marks', 'e\u0301'),
  repeated('joiners of no width', '\u200d\u200b'),
  repeated('turns of direction', '\u202e\u2067\u061c'),
  repeated('ligatures that grow', '\ufdfa'),
  repeated('letters that grow in lower case', 'İ'),
  repeated('Arabic and Hebrew', 'سلام שלום '),
  repeated('families of emoji', '👨‍👩‍👧‍👦'),
  repeated('flags', '🇺🇦'),
  repeated('percent signs', '%E0%'),
  repeated('entities', '&#65;&amp;'),
  repeated('tags', '<a href="'),
  repeated('quotation marks', '"\\\''),
  repeated('digits', '1'),
  repeated('numbers', '1e9,0.1;'),
  repeated('amounts and dates', '₴1 000,00 1/2/26 '),
];

/** Returns `count` of the texts. Each field starts at another text, so that every text is tried somewhere. */
export const someTexts = (at: number, count: number): HostileText[] =>
  Array.from({ length: count }, (_, n) => hostileTexts[(at * 5 + n * 7) % hostileTexts.length]).filter(
    (text) => text !== undefined,
  );
