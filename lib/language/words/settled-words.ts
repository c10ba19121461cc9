/** Phrases that people write when their request was fulfilled, in the notation of `word-patterns.ts`. */
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

/** With one of these words, the matter may not be settled, or the mail asks for something else. */
export const unsettledWords: ReadonlySet<string> = new Set(
  `not no never nothing but still however yet wrong broken damaged missing instead another only please advance unfortunately
  не ні нема немає нічого але досі ще проте однак лише тільки прошу будь заздалегідь наперед жаль
  нет ничего но однако еще пока только прошу пожалуйста заранее жаль`.split(/\s+/),
);
