import type { PageLanguage } from './payment.ts';

export type PageTexts = {
  readonly name: string;
  readonly demo: string;
  readonly title: string;
  readonly order: string;
  readonly lines: string;
  readonly choose: string;
  readonly approve: string;
  readonly secure: string;
  readonly slow: string;
  readonly slowHint: string;
  readonly reason: string;
  readonly decline: string;
  readonly expire: string;
  readonly close: string;
  readonly declined: string;
  readonly bankTitle: string;
  readonly bankText: string;
  readonly confirm: string;
  readonly fail: string;
  readonly done: string;
  readonly working: string;
  readonly expired: string;
  readonly stopped: string;
  readonly back: string;
  readonly goingBack: string;
  readonly noShop: string;
  readonly notFound: string;
  readonly refused: string;
  readonly language: string;
  readonly reasons: Readonly<Record<number, string>>;
};

const en: PageTexts = {
  name: 'English',
  demo: 'Demo payment, no money moves',
  title: 'Pay by card',
  order: 'Payment',
  lines: 'What you pay for',
  choose: 'What should happen?',
  approve: 'Approve',
  secure: '3-D Secure first',
  slow: 'Slow',
  slowHint: 'Slow: the bank answers after 20 seconds.',
  reason: 'Reason for declining',
  decline: 'Decline',
  expire: 'Expire',
  close: 'Close',
  declined: 'The card was declined. You can try again.',
  bankTitle: 'Your bank asks you to confirm',
  bankText: 'This is where your bank would send you a code.',
  confirm: 'Confirm',
  fail: 'Do not confirm',
  done: 'The payment is approved.',
  working: 'The bank is working on the payment.',
  expired: 'The time for this payment is over.',
  stopped: 'This payment has ended.',
  back: 'Back to the shop',
  goingBack: 'You are being taken back to the shop.',
  noShop: 'You can close this page.',
  notFound: 'There is no such payment',
  refused: 'The payment cannot be started',
  language: 'Language',
  reasons: {
    1101: 'The bank declined',
    1104: 'Not enough money',
    1102: 'Wrong security code',
    1103: 'The card has expired',
    1105: 'Invalid card',
    1106: 'Too many payments',
    1108: '3-D Secure failed',
    1122: 'The gateway declined',
  },
};

const uk: PageTexts = {
  name: 'Українська',
  demo: 'Демонстраційний платіж, гроші не списуються',
  title: 'Оплата карткою',
  order: 'Платіж',
  lines: 'За що ви платите',
  choose: 'Що має статися?',
  approve: 'Схвалити',
  secure: 'Спершу 3-D Secure',
  slow: 'Повільно',
  slowHint: 'Повільно: банк відповість за 20 секунд.',
  reason: 'Причина відмови',
  decline: 'Відхилити',
  expire: 'Час вийшов',
  close: 'Закрити',
  declined: 'Картку відхилено. Можна спробувати ще раз.',
  bankTitle: 'Ваш банк просить підтвердження',
  bankText: 'Тут ваш банк надіслав би вам код.',
  confirm: 'Підтвердити',
  fail: 'Не підтверджувати',
  done: 'Платіж схвалено.',
  working: 'Банк опрацьовує платіж.',
  expired: 'Час на цей платіж минув.',
  stopped: 'Цей платіж завершено.',
  back: 'Назад до магазину',
  goingBack: 'Повертаємо вас до магазину.',
  noShop: 'Цю сторінку можна закрити.',
  notFound: 'Такого платежу немає',
  refused: 'Платіж не вдалося розпочати',
  language: 'Мова',
  reasons: {
    1101: 'Банк відмовив',
    1104: 'Недостатньо коштів',
    1102: 'Неправильний код безпеки',
    1103: 'Строк дії картки минув',
    1105: 'Недійсна картка',
    1106: 'Забагато платежів',
    1108: '3-D Secure не пройдено',
    1122: 'Платіжний шлюз відмовив',
  },
};

const ru: PageTexts = {
  name: 'Русский',
  demo: 'Демонстрационный платёж, деньги не списываются',
  title: 'Оплата картой',
  order: 'Платёж',
  lines: 'За что вы платите',
  choose: 'Что должно произойти?',
  approve: 'Одобрить',
  secure: 'Сначала 3-D Secure',
  slow: 'Медленно',
  slowHint: 'Медленно: банк ответит через 20 секунд.',
  reason: 'Причина отказа',
  decline: 'Отклонить',
  expire: 'Время вышло',
  close: 'Закрыть',
  declined: 'Карта отклонена. Можно попробовать ещё раз.',
  bankTitle: 'Ваш банк просит подтверждения',
  bankText: 'Здесь ваш банк прислал бы вам код.',
  confirm: 'Подтвердить',
  fail: 'Не подтверждать',
  done: 'Платёж одобрен.',
  working: 'Банк обрабатывает платёж.',
  expired: 'Время на этот платёж истекло.',
  stopped: 'Этот платёж завершён.',
  back: 'Вернуться в магазин',
  goingBack: 'Возвращаем вас в магазин.',
  noShop: 'Эту страницу можно закрыть.',
  notFound: 'Такого платежа нет',
  refused: 'Платёж не удалось начать',
  language: 'Язык',
  reasons: {
    1101: 'Банк отказал',
    1104: 'Недостаточно средств',
    1102: 'Неверный код безопасности',
    1103: 'Срок действия карты истёк',
    1105: 'Недействительная карта',
    1106: 'Слишком много платежей',
    1108: '3-D Secure не пройден',
    1122: 'Платёжный шлюз отказал',
  },
};

export const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = { en, uk, ru };
