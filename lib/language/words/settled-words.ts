/** What people write when what they had asked for has come true. How phrases are written: `word-patterns.ts`. */
export const settledPhrases: readonly string[] = [
  ...["is|are|it's|they're here|solved|settled|sorted|fixed|resolved|back", 'arrived', 'came|come|turned today|up|now'],
  ...['got|received it|them|mine|everything', 'got|received .. parcel|order|package|delivery|refund|money|invoice'],
  ...[
    'all|everything good|fine|well|set|sorted|solved|clear|works',
    'works|working now|again|fine',
    'that|this helped',
  ],
  ...['problem|issue|question solved|fixed|gone|resolved|answered'],
  ...['отрима*|одержа*', 'прийш*|приїха*|надійш*|дійш*', 'вже тут|є|працює', 'допомогло'],
  ...['все|усе добре|гаразд|чудово|працює|вирішено|зрозуміло|ок', 'питання|проблему|проблема вирішен*|знято'],
  ...['получил*', 'пришл*|пришел|приехал*|дошл*|дошел', 'уже тут|здесь|есть|работает', 'помогло'],
  ...['все хорошо|отлично|работает|решено|понятно|ок', 'в порядке', 'вопрос|проблема решен*|снят*'],
];

/** One of these, and it may not be settled after all, or something else is asked. */
export const unsettledWords: ReadonlySet<string> = new Set(
  `not no never nothing but still however yet wrong broken damaged missing instead another only please advance unfortunately
  не ні нема немає нічого але досі ще проте однак лише тільки прошу будь заздалегідь наперед жаль
  нет ничего но однако еще пока только прошу пожалуйста заранее жаль`.split(/\s+/),
);
