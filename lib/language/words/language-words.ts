/** Small words that one language has and its neighbour does not, spelled as the tokens are. */
export const languageWords = {
  en: new Set(
    `the a an is are was were be been i you he she it we they my your our their this that these those and or but not no of
    to in on at for from with about when where what which who why how do does did have has had can could will would should
    please thanks thank hello hi hey dear order any there if me us so just get got it's i'm don't haven't didn't want need
    like good great regards ok yes still because love buy help know let see sorry before after also`.split(/\s+/),
  ),
  uk: new Set(
    `та й але що це цей ця ці як коли де чи або якщо тому від для до з із зі за на про при в у не ні так є був була було
    були буде мені мене ми ви вам вас ваш ваша ваше ваші мій моя моє мої його вже ще дуже будь ласка прошу дякую добрий
    день доброго дня вечір вітаю гроші замовлення товар коштує скільки можна треба хочу купити рахунок тільки також немає
    може після якщо бо хто моїм моєї моєму вони вона воно його її їх свої свій своє скоро зараз тут там який яка яке які`.split(
      /\s+/,
    ),
  ),
  ru: new Set(
    `и но что это этот эта эти как когда где ли или если потому от для до с со из за на о об при в у не ни да нет был была
    было были будет мне меня мы вы вам вас ваш ваша ваше ваши мой моя мое мои его уже еще очень пожалуйста спасибо
    здравствуйте добрый день деньги заказ товар стоит сколько можно нужно надо хочу купить счет только также нету может
    после кто который какой какая какое какие`.split(/\s+/),
  ),
} as const;
