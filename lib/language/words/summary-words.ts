/** Polite phrases before and after the actual message, in the notation of `word-patterns.ts`. */
export const politePhrases: readonly string[] = [
  'hello|hi|hey|dear|greetings there|all|team|everyone|sir|madam|plaza',
  'hello|hi|hey|dear|greetings',
  'good morning|afternoon|evening|day',
  'thank you .. advance|help|time|reply|answer|support',
  'thanks .. advance|help|time|reply|answer|support',
  'thank you|u .. much',
  'thank|many thanks|you',
  'thanks',
  'best|kind|warm|many|with regards|wishes',
  'regards|sincerely|cheers|yours',
  'hope .. well',
  'looking forward to .. from|reply|answer',
  'please let me know',
  'have a .. day|weekend|evening',
  'sent from .. iphone|phone|android|mobile',
  'добрий|доброго|гарного|хорошого день|дня|вечір|вечора|ранок|ранку',
  'вітаю|вітаємо|привіт|шановні|шановна|шановний пані|пане|команда|колеги',
  'вітаю|вітаємо|привіт|шановні|добридень',
  'дякую|дякуємо|спасибі .. заздалегідь|наперед|відповідь|допомогу|увагу',
  'дякую|дякуємо|спасибі',
  'заздалегідь дякую|вдячна|вдячний',
  'з повагою|найкращими|вдячністю',
  'буду вдячна|вдячний',
  'чекаю на відповідь',
  'добрый|доброго|хорошего день|дня|вечер|вечера|утро|утра',
  'здравствуйте|привет|уважаемые|приветствую',
  'спасибо|благодарю .. заранее|ответ|помощь|внимание',
  'спасибо|благодарю',
  'заранее спасибо|благодарю|благодарна|благодарен',
  'с уважением|наилучшими',
  'буду благодарна|благодарен',
  'жду ответа',
  'надіслано|отправлено з|с iphone|телефона|android',
];

/** A sentence that begins with one of these words is a question, even without a question mark. */
export const questionWords: ReadonlySet<string> = new Set(
  `where when what which who why how is are do does did can could will would should may де коли що який яка яке які хто
  чому як чи скільки куди звідки где когда что какой какая какое какие кто почему как сколько куда откуда можно`.split(
    /\s+/,
  ),
);
