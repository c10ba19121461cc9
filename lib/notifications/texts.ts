import type { Locale } from '#lib/auth/values.ts';
import { fill } from '#lib/web/i18n/fill.ts';
import { moneyText } from '#lib/web/money-text.ts';

export type TextParams = Readonly<Record<string, string | number>>;
type Words = { readonly title: string; readonly message: string };

/** Every notification the product itself makes. Amounts come as `totalMinor` with `currency` and stand as `{total}`. */
export const templates = [
  'order.paid',
  'order.shipped',
  'order.completed',
  'order.canceled',
  'order.refunded',
  'order.sold',
  'wallet.topup',
  'wallet.topup_refund',
  'membership.paid',
  'message.new',
  'message.many',
  'call.incoming',
  'moderation.message_blocked',
  'moderation.file_blocked',
  'moderation.restored',
  'inbox.new_threads',
  'inbox.bounce',
  'inbox.send_unknown',
  'inbox.send_failed',
  'inbox.channel_failing',
  'inbox.dead_letter',
  'operator.login_flood',
  'digest.summary',
  'test',
] as const;
export type Template = (typeof templates)[number];

const en: Readonly<Record<Template, Words>> = {
  'order.paid': {
    title: 'Order {number} is paid',
    message: 'We have received {total}. We will tell you when it is on its way.',
  },
  'order.shipped': { title: 'Order {number} is on its way', message: 'Everything in it has been shipped.' },
  'order.completed': { title: 'Order {number} is completed', message: 'Thank you for buying at Plaza.' },
  'order.canceled': { title: 'Order {number} is canceled', message: 'Open the order to see why.' },
  'order.refunded': { title: 'Your money was returned', message: '{total} for order {number} went back to you.' },
  'order.sold': {
    title: 'New order {number}',
    message: 'It is paid. Yours to hand over: {count, plural, one {# item} other {# items}}.',
  },
  'wallet.topup': { title: 'Your balance has grown', message: '{total} were added to your balance.' },
  'wallet.topup_refund': { title: 'A top-up was returned', message: '{total} went back to where they came from.' },
  'membership.paid': { title: 'You are a member', message: 'Your membership is paid. Welcome.' },
  'message.new': { title: '{sender}', message: '{text}' },
  'message.many': {
    title: '{sender}',
    message: '{count, plural, one {# new message} other {# new messages}}',
  },
  'call.incoming': { title: '{caller} is calling', message: 'Open the conversation to answer.' },
  'moderation.message_blocked': { title: 'Your message was taken down', message: 'Reason: {reason}' },
  'moderation.file_blocked': { title: 'Your file was taken down', message: 'Reason: {reason}' },
  'moderation.restored': { title: 'What was taken down is back', message: 'It was looked at once more.' },
  'inbox.new_threads': {
    title: 'New mail in {channel}',
    message: '{count, plural, one {# new thread waits} other {# new threads wait}} for an answer.',
  },
  'inbox.bounce': { title: 'A mail came back', message: 'A mail of {channel} could not be delivered for good.' },
  'inbox.send_unknown': {
    title: 'Nobody knows whether a mail was sent',
    message: 'The server of {channel} fell silent after the last line. A person has to decide.',
  },
  'inbox.send_failed': { title: 'A reply was not sent', message: 'The server of {channel} refused it for good.' },
  'inbox.channel_failing': {
    title: '{channel} cannot be read',
    message: 'The mailbox has failed three times in a row.',
  },
  'inbox.dead_letter': { title: 'A mail could not be read', message: 'It was kept in the dead letters of {channel}.' },
  'operator.login_flood': {
    title: 'Unusually many sign-in mails',
    message: 'More than {count} were asked for within an hour. Somebody may be trying addresses.',
  },
  'digest.summary': {
    title: '{count, plural, one {# new notification} other {# new notifications}}',
    message: '{first}',
  },
  test: { title: 'It works', message: 'This is a test notification. You asked for it.' },
};

const uk: Readonly<Record<Template, Words>> = {
  'order.paid': {
    title: 'Замовлення {number} оплачено',
    message: 'Ми отримали {total}. Повідомимо, коли його буде відправлено.',
  },
  'order.shipped': { title: 'Замовлення {number} відправлено', message: 'Усе з нього вже в дорозі.' },
  'order.completed': { title: 'Замовлення {number} завершено', message: 'Дякуємо за покупку на Plaza.' },
  'order.canceled': { title: 'Замовлення {number} скасовано', message: 'Причину видно на сторінці замовлення.' },
  'order.refunded': { title: 'Кошти повернено', message: '{total} за замовлення {number} повернено вам.' },
  'order.sold': {
    title: 'Нове замовлення {number}',
    message:
      'Його оплачено. Вам потрібно передати {count, plural, one {# товар} few {# товари} many {# товарів} other {# товару}}.',
  },
  'wallet.topup': { title: 'Баланс поповнено', message: 'На ваш баланс зараховано {total}.' },
  'wallet.topup_refund': { title: 'Поповнення повернено', message: '{total} повернено туди, звідки вони надійшли.' },
  'membership.paid': { title: 'Ви — учасник', message: 'Членство оплачено. Ласкаво просимо.' },
  'message.new': { title: '{sender}', message: '{text}' },
  'message.many': {
    title: '{sender}',
    message:
      '{count, plural, one {# нове повідомлення} few {# нові повідомлення} many {# нових повідомлень} other {# нового повідомлення}}',
  },
  'call.incoming': { title: 'Дзвонить {caller}', message: 'Відкрийте розмову, щоб відповісти.' },
  'moderation.message_blocked': { title: 'Ваше повідомлення приховано', message: 'Причина: {reason}' },
  'moderation.file_blocked': { title: 'Ваш файл приховано', message: 'Причина: {reason}' },
  'moderation.restored': { title: 'Приховане знову видно', message: 'Рішення переглянуто.' },
  'inbox.new_threads': {
    title: 'Нова пошта: {channel}',
    message:
      'На відповідь {count, plural, one {чекає # нова розмова} few {чекають # нові розмови} many {чекає # нових розмов} other {чекає # нової розмови}}.',
  },
  'inbox.bounce': { title: 'Лист повернувся', message: 'Лист із {channel} остаточно не доставлено.' },
  'inbox.send_unknown': {
    title: 'Невідомо, чи надіслано лист',
    message: 'Сервер {channel} замовк після останнього рядка. Має вирішити людина.',
  },
  'inbox.send_failed': { title: 'Відповідь не надіслано', message: 'Сервер {channel} остаточно її відхилив.' },
  'inbox.channel_failing': { title: '{channel}: скринька недоступна', message: 'Три спроби поспіль не вдалися.' },
  'inbox.dead_letter': {
    title: 'Лист не вдалося прочитати',
    message: 'Його збережено серед непрочитних листів {channel}.',
  },
  'operator.login_flood': {
    title: 'Незвично багато листів для входу',
    message: 'За годину їх попросили понад {count}. Можливо, хтось перебирає адреси.',
  },
  'digest.summary': {
    title:
      '{count, plural, one {# нове сповіщення} few {# нові сповіщення} many {# нових сповіщень} other {# нового сповіщення}}',
    message: '{first}',
  },
  test: { title: 'Працює', message: 'Це пробне сповіщення. Ви його просили.' },
};

const ru: Readonly<Record<Template, Words>> = {
  'order.paid': { title: 'Заказ {number} оплачен', message: 'Мы получили {total}. Сообщим, когда он будет отправлен.' },
  'order.shipped': { title: 'Заказ {number} отправлен', message: 'Всё из него уже в пути.' },
  'order.completed': { title: 'Заказ {number} завершён', message: 'Спасибо за покупку на Plaza.' },
  'order.canceled': { title: 'Заказ {number} отменён', message: 'Причина видна на странице заказа.' },
  'order.refunded': { title: 'Деньги возвращены', message: '{total} за заказ {number} возвращены вам.' },
  'order.sold': {
    title: 'Новый заказ {number}',
    message:
      'Он оплачен. Вам нужно передать {count, plural, one {# товар} few {# товара} many {# товаров} other {# товара}}.',
  },
  'wallet.topup': { title: 'Баланс пополнен', message: 'На ваш баланс зачислено {total}.' },
  'wallet.topup_refund': { title: 'Пополнение возвращено', message: '{total} возвращены туда, откуда пришли.' },
  'membership.paid': { title: 'Вы — участник', message: 'Членство оплачено. Добро пожаловать.' },
  'message.new': { title: '{sender}', message: '{text}' },
  'message.many': {
    title: '{sender}',
    message:
      '{count, plural, one {# новое сообщение} few {# новых сообщения} many {# новых сообщений} other {# нового сообщения}}',
  },
  'call.incoming': { title: 'Звонит {caller}', message: 'Откройте разговор, чтобы ответить.' },
  'moderation.message_blocked': { title: 'Ваше сообщение скрыто', message: 'Причина: {reason}' },
  'moderation.file_blocked': { title: 'Ваш файл скрыт', message: 'Причина: {reason}' },
  'moderation.restored': { title: 'Скрытое снова видно', message: 'Решение пересмотрено.' },
  'inbox.new_threads': {
    title: 'Новая почта: {channel}',
    message:
      'Ответа {count, plural, one {ждёт # новая беседа} few {ждут # новые беседы} many {ждёт # новых бесед} other {ждёт # новой беседы}}.',
  },
  'inbox.bounce': { title: 'Письмо вернулось', message: 'Письмо из {channel} окончательно не доставлено.' },
  'inbox.send_unknown': {
    title: 'Неизвестно, отправлено ли письмо',
    message: 'Сервер {channel} замолчал после последней строки. Решить должен человек.',
  },
  'inbox.send_failed': { title: 'Ответ не отправлен', message: 'Сервер {channel} окончательно его отклонил.' },
  'inbox.channel_failing': { title: '{channel}: ящик недоступен', message: 'Три попытки подряд не удались.' },
  'inbox.dead_letter': {
    title: 'Письмо не удалось прочитать',
    message: 'Оно лежит среди непрочитанных писем {channel}.',
  },
  'operator.login_flood': {
    title: 'Необычно много писем для входа',
    message: 'За час их запросили больше {count}. Возможно, кто-то перебирает адреса.',
  },
  'digest.summary': {
    title:
      '{count, plural, one {# новое уведомление} few {# новых уведомления} many {# новых уведомлений} other {# нового уведомления}}',
    message: '{first}',
  },
  test: { title: 'Работает', message: 'Это пробное уведомление. Вы его просили.' },
};

export const notificationTexts: Readonly<Record<Locale, Readonly<Record<Template, Words>>>> = { en, uk, ru };

/** The words of a template in one language. A value is put in as it is: what somebody wrote is never read as a template. */
export function textOf(template: Template, params: TextParams, locale: Locale): Words {
  const { title, message } = notificationTexts[locale][template];
  const { totalMinor, currency } = params;
  const total =
    typeof totalMinor === 'number' && typeof currency === 'string'
      ? { total: moneyText(totalMinor, currency, locale) }
      : {};
  const values = { ...params, ...total };
  return { title: fill(title, values, locale), message: fill(message, values, locale) };
}
