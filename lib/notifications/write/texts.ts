import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';

export type TextParams = Readonly<Record<string, string | number>>;
type Words = { readonly title: string; readonly message: string };

/** Title and message in each language. */
type Entry = Readonly<Record<Locale, readonly [string, string]>>;

/**
 * The text of every notification that the product creates. An amount is passed as `totalMinor` with `currency` and used
 * as `{total}`.
 */
const texts = {
  'order.paid': {
    en: ['Order {number} is paid', 'We have received {total}. We will tell you when it is on its way.'],
    uk: ['Замовлення {number} оплачено', 'Ми отримали {total}. Повідомимо, коли його буде відправлено.'],
    ru: ['Заказ {number} оплачен', 'Мы получили {total}. Сообщим, когда он будет отправлен.'],
  },
  'order.shipped': {
    en: ['Order {number} is on its way', 'Everything in it has been shipped.'],
    uk: ['Замовлення {number} відправлено', 'Усе з нього вже в дорозі.'],
    ru: ['Заказ {number} отправлен', 'Всё из него уже в пути.'],
  },
  'order.completed': {
    en: ['Order {number} is completed', 'Thank you for buying at Plaza.'],
    uk: ['Замовлення {number} завершено', 'Дякуємо за покупку на Plaza.'],
    ru: ['Заказ {number} завершён', 'Спасибо за покупку на Plaza.'],
  },
  'order.canceled': {
    en: ['Order {number} is canceled', 'Open the order to see why.'],
    uk: ['Замовлення {number} скасовано', 'Причину видно на сторінці замовлення.'],
    ru: ['Заказ {number} отменён', 'Причина видна на странице заказа.'],
  },
  'order.refunded': {
    en: ['Your money was returned', '{total} for order {number} went back to you.'],
    uk: ['Кошти повернено', '{total} за замовлення {number} повернено вам.'],
    ru: ['Деньги возвращены', '{total} за заказ {number} возвращены вам.'],
  },
  'order.sold': {
    en: ['New order {number}', 'It is paid. Yours to hand over: {count, plural, one {# item} other {# items}}.'],
    uk: [
      'Нове замовлення {number}',
      'Його оплачено. Вам потрібно передати {count, plural, one {# товар} few {# товари} many {# товарів} other {# товару}}.',
    ],
    ru: [
      'Новый заказ {number}',
      'Он оплачен. Вам нужно передать {count, plural, one {# товар} few {# товара} many {# товаров} other {# товара}}.',
    ],
  },
  'wallet.topup': {
    en: ['Your balance has grown', '{total} were added to your balance.'],
    uk: ['Баланс поповнено', 'На ваш баланс зараховано {total}.'],
    ru: ['Баланс пополнен', 'На ваш баланс зачислено {total}.'],
  },
  'wallet.topup_refund': {
    en: ['A top-up was returned', '{total} went back to where they came from.'],
    uk: ['Поповнення повернено', '{total} повернено туди, звідки вони надійшли.'],
    ru: ['Пополнение возвращено', '{total} возвращены туда, откуда пришли.'],
  },
  'membership.paid': {
    en: ['You are a member', 'Your membership is paid. Welcome.'],
    uk: ['Ви — учасник', 'Членство оплачено. Ласкаво просимо.'],
    ru: ['Вы — участник', 'Членство оплачено. Добро пожаловать.'],
  },
  'message.new': {
    en: ['{sender}', '{text}'],
    uk: ['{sender}', '{text}'],
    ru: ['{sender}', '{text}'],
  },
  'message.many': {
    en: ['{sender}', '{count, plural, one {# new message} other {# new messages}}'],
    uk: [
      '{sender}',
      '{count, plural, one {# нове повідомлення} few {# нові повідомлення} many {# нових повідомлень} other {# нового повідомлення}}',
    ],
    ru: [
      '{sender}',
      '{count, plural, one {# новое сообщение} few {# новых сообщения} many {# новых сообщений} other {# нового сообщения}}',
    ],
  },
  'call.incoming': {
    en: ['{caller} is calling', 'Open the conversation to answer.'],
    uk: ['Дзвонить {caller}', 'Відкрийте розмову, щоб відповісти.'],
    ru: ['Звонит {caller}', 'Откройте разговор, чтобы ответить.'],
  },
  'moderation.message_blocked': {
    en: ['Your message was taken down', 'Reason: {reason}'],
    uk: ['Ваше повідомлення приховано', 'Причина: {reason}'],
    ru: ['Ваше сообщение скрыто', 'Причина: {reason}'],
  },
  'moderation.file_blocked': {
    en: ['Your file was taken down', 'Reason: {reason}'],
    uk: ['Ваш файл приховано', 'Причина: {reason}'],
    ru: ['Ваш файл скрыт', 'Причина: {reason}'],
  },
  'moderation.profile_blocked': {
    en: ['Your account is restricted', 'You can sign in, read and follow your orders, but not write. Reason: {reason}'],
    uk: [
      'Ваш обліковий запис обмежено',
      'Ви можете входити, читати й стежити за замовленнями, але не писати. Причина: {reason}',
    ],
    ru: [
      'Ваша учётная запись ограничена',
      'Вы можете входить, читать и следить за заказами, но не писать. Причина: {reason}',
    ],
  },
  'moderation.profile_restored': {
    en: ['Your account is no longer restricted', 'You can write again.'],
    uk: ['Обмеження вашого облікового запису знято', 'Ви знову можете писати.'],
    ru: ['Ограничение вашей учётной записи снято', 'Вы снова можете писать.'],
  },
  'moderation.vendor_blocked': {
    en: ['Your shop is suspended', 'Its products are not listed. Reason: {reason}'],
    uk: ['Вашу крамницю призупинено', 'Її товари не показуються. Причина: {reason}'],
    ru: ['Ваш магазин приостановлен', 'Его товары не показываются. Причина: {reason}'],
  },
  'moderation.vendor_restored': {
    en: ['Your shop is back', 'Its products are listed again.'],
    uk: ['Ваша крамниця знову працює', 'Її товари знову показуються.'],
    ru: ['Ваш магазин снова работает', 'Его товары снова показываются.'],
  },
  'moderation.restored': {
    en: ['What was taken down is back', 'It was looked at once more.'],
    uk: ['Приховане знову видно', 'Рішення переглянуто.'],
    ru: ['Скрытое снова видно', 'Решение пересмотрено.'],
  },
  'inbox.new_threads': {
    en: [
      'New mail in {channel}',
      '{count, plural, one {# new thread waits} other {# new threads wait}} for an answer.',
    ],
    uk: [
      'Нова пошта: {channel}',
      'На відповідь {count, plural, one {чекає # нова розмова} few {чекають # нові розмови} many {чекає # нових розмов} other {чекає # нової розмови}}.',
    ],
    ru: [
      'Новая почта: {channel}',
      'Ответа {count, plural, one {ждёт # новая беседа} few {ждут # новые беседы} many {ждёт # новых бесед} other {ждёт # новой беседы}}.',
    ],
  },
  'inbox.bounce': {
    en: ['A mail came back', 'A mail of {channel} could not be delivered for good.'],
    uk: ['Лист повернувся', 'Лист із {channel} остаточно не доставлено.'],
    ru: ['Письмо вернулось', 'Письмо из {channel} окончательно не доставлено.'],
  },
  'inbox.send_unknown': {
    en: ['Nobody knows whether a mail was sent', 'A mail of {channel} may be out, or not. A person has to decide.'],
    uk: ['Невідомо, чи надіслано лист', 'Лист із {channel} міг піти, а міг і ні. Має вирішити людина.'],
    ru: ['Неизвестно, отправлено ли письмо', 'Письмо из {channel} могло уйти, а могло и нет. Решить должен человек.'],
  },
  'inbox.send_failed': {
    en: [
      'A reply was not sent',
      'A mail of {channel} did not go out and is not tried again by itself. Open it to see why.',
    ],
    uk: [
      'Відповідь не надіслано',
      'Лист із {channel} не надіслано, і сам він більше не надсилатиметься. Відкрийте його, щоб побачити причину.',
    ],
    ru: [
      'Ответ не отправлен',
      'Письмо из {channel} не ушло и само больше отправляться не будет. Откройте его, чтобы увидеть причину.',
    ],
  },
  'inbox.channel_failing': {
    en: ['{channel} cannot be read', 'The mailbox has failed three times in a row.'],
    uk: ['{channel}: скринька недоступна', 'Три спроби поспіль не вдалися.'],
    ru: ['{channel}: ящик недоступен', 'Три попытки подряд не удались.'],
  },
  'inbox.channel_refused': {
    en: ['{channel} cannot send', 'Its mail server refuses the login. Renew the password.'],
    uk: ['{channel}: листи не надсилаються', 'Поштовий сервер відхиляє вхід. Оновіть пароль.'],
    ru: ['{channel}: письма не отправляются', 'Почтовый сервер отклоняет вход. Обновите пароль.'],
  },
  'inbox.dead_letter': {
    en: ['A mail could not be read', 'It was kept in the dead letters of {channel}.'],
    uk: ['Лист не вдалося прочитати', 'Його збережено серед непрочитних листів {channel}.'],
    ru: ['Письмо не удалось прочитать', 'Оно лежит среди непрочитанных писем {channel}.'],
  },
  'operator.login_flood': {
    en: [
      'Unusually many sign-in mails',
      'More than {count} were asked for within an hour. Somebody may be trying addresses.',
    ],
    uk: ['Незвично багато листів для входу', 'За годину їх попросили понад {count}. Можливо, хтось перебирає адреси.'],
    ru: ['Необычно много писем для входа', 'За час их запросили больше {count}. Возможно, кто-то перебирает адреса.'],
  },
  'operator.effects_dead': {
    en: ['Something was given up', 'An effect had all its tries and waits for a person now.'],
    uk: ['Від дії відмовлено', 'Усі спроби вичерпано, тепер вона чекає на людину.'],
    ru: ['От действия отказались', 'Все попытки исчерпаны, теперь оно ждёт человека.'],
  },
  'operator.process_timed_out': {
    en: ['{process} was cut off', 'Its last run ended without a word, and the next one goes on where it stood.'],
    uk: ['{process}: перервано', 'Останній запуск обірвався без пояснення, наступний продовжує з того ж місця.'],
    ru: ['{process}: прервано', 'Последний запуск оборвался без объяснения, следующий продолжает с того же места.'],
  },
  'operator.backup_failed': {
    en: ['The backup failed', 'No new backup was made. The page of processes says why.'],
    uk: ['Резервну копію не створено', 'Нової резервної копії немає. Причина вказана на сторінці процесів.'],
    ru: ['Резервная копия не создана', 'Новой резервной копии нет. Причина указана на странице процессов.'],
  },
  'operator.admin_appointed': {
    en: ['An administrator was appointed', 'The role was given to the account {userId}.'],
    uk: ['Призначено адміністратора', 'Роль отримав обліковий запис {userId}.'],
    ru: ['Назначен администратор', 'Роль получила учётная запись {userId}.'],
  },
  'operator.superadmin_appointed': {
    en: ['A superadmin was appointed', 'The role was given to the account {userId}.'],
    uk: ['Призначено суперадміністратора', 'Роль отримав обліковий запис {userId}.'],
    ru: ['Назначен суперадминистратор', 'Роль получила учётная запись {userId}.'],
  },
  'digest.summary': {
    en: ['{count, plural, one {# new notification} other {# new notifications}}', '{first}'],
    uk: [
      '{count, plural, one {# нове сповіщення} few {# нові сповіщення} many {# нових сповіщень} other {# нового сповіщення}}',
      '{first}',
    ],
    ru: [
      '{count, plural, one {# новое уведомление} few {# новых уведомления} many {# новых уведомлений} other {# нового уведомления}}',
      '{first}',
    ],
  },
  test: {
    en: ['It works', 'This is a test notification. You asked for it.'],
    uk: ['Працює', 'Це пробне сповіщення. Ви його просили.'],
    ru: ['Работает', 'Это пробное уведомление. Вы его просили.'],
  },
} as const satisfies Readonly<Record<string, Entry>>;

/** The name shown for a deleted account, as on the pages. */
export const deletedUser: Readonly<Record<Locale, string>> = {
  en: 'Deleted user',
  uk: 'Видалений користувач',
  ru: 'Удалённый пользователь',
};

export type Template = keyof typeof texts;
export const templates = Object.keys(texts) as Template[]; // its own keys, by construction

/**
 * Returns the text of a template in one language. Values are inserted as they are: user input is never parsed as a
 * template.
 */
export function textOf(template: Template, params: TextParams, locale: Locale): Words {
  const [title, message] = texts[template][locale];
  const { totalMinor, currency } = params;
  const total =
    typeof totalMinor === 'number' && typeof currency === 'string'
      ? { total: moneyText(totalMinor, currency, locale) }
      : {};
  const values = { ...params, ...total };
  return { title: fill(title, values, locale), message: fill(message, values, locale) };
}
