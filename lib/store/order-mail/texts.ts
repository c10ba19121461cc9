import type { Locale } from '#lib/i18n/values.ts';
import type { CancelReason } from '#lib/store/orders/order-texts.ts';
import type { DeliveryMethod, OrderMailKind } from '#lib/store/values.ts';

/** The texts of a mail. `{number}`, `{total}`, `{vendor}` and plural forms of `{count}` are filled in. */
type Words = { readonly subject: string; readonly heading: string; readonly lead: string };

type Labels = {
  readonly openOrder: string;
  readonly payOrder: string;
  readonly waitsForPay: string;
  readonly willShip: string;
  readonly track: string;
  readonly confirm: string;
  readonly notCharged: string;
  readonly goesBack: string;
  readonly stillKept: string;
  readonly bankIsSlow: string;
  readonly quantity: string;
  readonly total: string;
  readonly buyer: string;
  readonly delivery: string;
  readonly why: string;
  readonly whySeller: string;
};

export type OrderMailTexts = {
  readonly mails: Readonly<Record<OrderMailKind, Words>>;
  readonly labels: Labels;
  readonly methods: Readonly<Record<DeliveryMethod, string>>;
  readonly reasons: Readonly<Record<CancelReason, string>>;
};

const en: OrderMailTexts = {
  mails: {
    placed: {
      subject: 'Order {number} is placed',
      heading: 'Thank you for your order',
      lead: 'We have received your order {number}.',
    },
    paid: {
      subject: 'Order {number} is paid',
      heading: 'Your payment has arrived',
      lead: 'We have received {total} for order {number}.',
    },
    shipped: {
      subject: 'Order {number} is on its way',
      heading: 'Your order is on its way',
      lead: 'Everything in order {number} has been shipped.',
    },
    completed: {
      subject: 'Order {number} is completed',
      heading: 'Your order is completed',
      lead: 'Order {number} is completed. Thank you for buying at Plaza.',
    },
    canceled: {
      subject: 'Order {number} is canceled',
      heading: 'Your order is canceled',
      lead: 'Order {number} is canceled.',
    },
    refunded: {
      subject: 'The money for order {number} was returned',
      heading: 'Your money was returned',
      lead: 'We have returned {total} for order {number}.',
    },
    vendor_new_order: {
      subject: 'New order {number}: {count, plural, one {# item} other {# items}}',
      heading: 'A new order for {vendor}',
      lead: 'Order {number} is paid. Yours to hand over: {count, plural, one {# item} other {# items}} for {total}.',
    },
  },
  labels: {
    openOrder: 'Open the order',
    payOrder: 'Pay for the order',
    waitsForPay: 'The goods are set aside for you for half an hour. Please pay for the order on its page.',
    willShip: 'We will write again when it has been shipped.',
    track: 'Track the parcel from {vendor}',
    confirm: 'When it has arrived, please confirm that on the page of the order.',
    notCharged: 'Nothing has been charged.',
    goesBack: 'What you have paid will be returned. We will write again when that is done.',
    stillKept:
      'What you have paid is still with the shop: canceling does not send it back by itself. Please write to the shop about it.',
    bankIsSlow: 'If you paid by card, it may take your bank a few days to show it.',
    quantity: '{count} × {price}',
    total: 'Total',
    buyer: 'Buyer',
    delivery: 'Delivery',
    why: 'This mail is about your order at Plaza. It is not advertising.',
    whySeller: 'You get this mail because you sell at Plaza.',
  },
  methods: {
    arrange: 'To be arranged with the buyer',
    courier: 'Courier',
    branch: 'Post branch',
    none: 'As agreed in the conversation',
  },
  reasons: {
    insufficient_stock: 'Some of it is no longer in stock.',
    buyer: 'You canceled it.',
    expired: 'It was not paid in time.',
    admin: 'It was canceled by the shop.',
  },
};

const uk: OrderMailTexts = {
  mails: {
    placed: {
      subject: 'Замовлення {number} оформлено',
      heading: 'Дякуємо за замовлення',
      lead: 'Ми отримали ваше замовлення {number}.',
    },
    paid: {
      subject: 'Замовлення {number} оплачено',
      heading: 'Оплату отримано',
      lead: 'Ми отримали {total} за замовлення {number}.',
    },
    shipped: {
      subject: 'Замовлення {number} відправлено',
      heading: 'Ваше замовлення в дорозі',
      lead: 'Усе із замовлення {number} відправлено.',
    },
    completed: {
      subject: 'Замовлення {number} завершено',
      heading: 'Замовлення завершено',
      lead: 'Замовлення {number} завершено. Дякуємо за покупку на Plaza.',
    },
    canceled: {
      subject: 'Замовлення {number} скасовано',
      heading: 'Замовлення скасовано',
      lead: 'Замовлення {number} скасовано.',
    },
    refunded: {
      subject: 'Кошти за замовлення {number} повернено',
      heading: 'Кошти повернено',
      lead: 'Ми повернули {total} за замовлення {number}.',
    },
    vendor_new_order: {
      subject:
        'Нове замовлення {number}: {count, plural, one {# товар} few {# товари} many {# товарів} other {# товару}}',
      heading: 'Нове замовлення для {vendor}',
      lead: 'Замовлення {number} оплачено. Вам потрібно передати {count, plural, one {# товар} few {# товари} many {# товарів} other {# товару}} на суму {total}.',
    },
  },
  labels: {
    openOrder: 'Відкрити замовлення',
    payOrder: 'Оплатити замовлення',
    waitsForPay: 'Товари відкладено для вас на пів години. Будь ласка, оплатіть замовлення на його сторінці.',
    willShip: 'Ми напишемо ще раз, коли його буде відправлено.',
    track: 'Відстежити посилку від {vendor}',
    confirm: 'Коли отримаєте його, будь ласка, підтвердьте це на сторінці замовлення.',
    notCharged: 'Гроші не списано.',
    goesBack: 'Сплачені кошти буде повернено. Ми напишемо ще раз, коли це буде зроблено.',
    stillKept:
      'Сплачені кошти лишаються в крамниці: скасування саме по собі їх не повертає. Будь ласка, напишіть про це крамниці.',
    bankIsSlow: 'Якщо ви платили карткою, банк може показати повернення лише за кілька днів.',
    quantity: '{count} × {price}',
    total: 'Разом',
    buyer: 'Покупець',
    delivery: 'Доставка',
    why: 'Цей лист стосується вашого замовлення на Plaza. Це не реклама.',
    whySeller: 'Ви отримали цей лист, бо продаєте на Plaza.',
  },
  methods: {
    arrange: 'За домовленістю з покупцем',
    courier: 'Кур’єр',
    branch: 'Поштове відділення',
    none: 'Як домовлено в розмові',
  },
  reasons: {
    insufficient_stock: 'Частини товарів уже немає в наявності.',
    buyer: 'Ви його скасували.',
    expired: 'Його не оплатили вчасно.',
    admin: 'Його скасувала крамниця.',
  },
};

const ru: OrderMailTexts = {
  mails: {
    placed: {
      subject: 'Заказ {number} оформлен',
      heading: 'Спасибо за заказ',
      lead: 'Мы получили ваш заказ {number}.',
    },
    paid: {
      subject: 'Заказ {number} оплачен',
      heading: 'Оплата получена',
      lead: 'Мы получили {total} за заказ {number}.',
    },
    shipped: {
      subject: 'Заказ {number} отправлен',
      heading: 'Ваш заказ в пути',
      lead: 'Всё из заказа {number} отправлено.',
    },
    completed: {
      subject: 'Заказ {number} завершён',
      heading: 'Заказ завершён',
      lead: 'Заказ {number} завершён. Спасибо за покупку на Plaza.',
    },
    canceled: {
      subject: 'Заказ {number} отменён',
      heading: 'Заказ отменён',
      lead: 'Заказ {number} отменён.',
    },
    refunded: {
      subject: 'Деньги за заказ {number} возвращены',
      heading: 'Деньги возвращены',
      lead: 'Мы вернули {total} за заказ {number}.',
    },
    vendor_new_order: {
      subject: 'Новый заказ {number}: {count, plural, one {# товар} few {# товара} many {# товаров} other {# товара}}',
      heading: 'Новый заказ для {vendor}',
      lead: 'Заказ {number} оплачен. Вам нужно передать {count, plural, one {# товар} few {# товара} many {# товаров} other {# товара}} на сумму {total}.',
    },
  },
  labels: {
    openOrder: 'Открыть заказ',
    payOrder: 'Оплатить заказ',
    waitsForPay: 'Товары отложены для вас на полчаса. Пожалуйста, оплатите заказ на его странице.',
    willShip: 'Мы напишем ещё раз, когда он будет отправлен.',
    track: 'Отследить посылку от {vendor}',
    confirm: 'Когда получите его, пожалуйста, подтвердите это на странице заказа.',
    notCharged: 'Деньги не списаны.',
    goesBack: 'Уплаченные деньги будут возвращены. Мы напишем ещё раз, когда это будет сделано.',
    stillKept:
      'Уплаченные деньги остаются у магазина: отмена сама по себе их не возвращает. Пожалуйста, напишите об этом магазину.',
    bankIsSlow: 'Если вы платили картой, банк может показать возврат только через несколько дней.',
    quantity: '{count} × {price}',
    total: 'Итого',
    buyer: 'Покупатель',
    delivery: 'Доставка',
    why: 'Это письмо о вашем заказе на Plaza. Это не реклама.',
    whySeller: 'Вы получили это письмо, потому что продаёте на Plaza.',
  },
  methods: {
    arrange: 'По договорённости с покупателем',
    courier: 'Курьер',
    branch: 'Почтовое отделение',
    none: 'Как договорились в переписке',
  },
  reasons: {
    insufficient_stock: 'Части товаров уже нет в наличии.',
    buyer: 'Вы его отменили.',
    expired: 'Он не был оплачен вовремя.',
    admin: 'Его отменил магазин.',
  },
};

/** The texts of the mails about orders, in each language. */
export const orderMailTexts: Readonly<Record<Locale, OrderMailTexts>> = { en, uk, ru };
