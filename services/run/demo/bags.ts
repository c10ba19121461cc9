import type { DemoProduct } from './demo-product.ts';

export const bags: readonly DemoProduct[] = [
  {
    slug: 'waxed-canvas-backpack',
    vendor: 'nord',
    price: [12900, 'EUR'],
    stock: 13,
    en: [
      'Waxed canvas backpack',
      'A roll top, one strap, no zips to break. Takes a laptop and a loaf of bread, and the rain runs off.',
    ],
    uk: [
      'Наплічник з вощеної парусини',
      'Верх на скрутці, один ремінь, жодних блискавок. Вміщує ноутбук і буханець, а дощ стікає.',
    ],
    ru: [
      'Рюкзак из вощёной парусины',
      'Верх на скрутке, один ремень, никаких молний. Вмещает ноутбук и буханку, а дождь стекает.',
    ],
    attributes: [
      ['Volume', '22', 'l'],
      ['Weight', '1150', 'g'],
    ],
    sold: 49,
  },
  {
    slug: 'market-tote',
    vendor: 'nord',
    price: [2400, 'EUR'],
    stock: 64,
    en: ['Market tote', 'Thick organic cotton with a flat bottom and handles long enough for a winter coat.'],
    uk: ['Сумка на ринок', 'Щільна органічна бавовна, пласке дно й ручки, що налазять на зимове пальто.'],
    ru: ['Сумка на рынок', 'Плотный органический хлопок, плоское дно и ручки, которые налезают на зимнее пальто.'],
    attributes: [
      ['Size', '42 × 38', 'cm'],
      ['Weight', '310', 'g'],
    ],
    sold: 83,
  },
  {
    slug: 'bifold-leather-wallet',
    vendor: 'nord',
    price: [5900, 'EUR'],
    stock: 27,
    en: [
      'Bifold leather wallet',
      'Vegetable-tanned leather, six cards, folded notes. Saddle-stitched, so a broken thread does not run.',
    ],
    uk: [
      'Шкіряний гаманець',
      'Шкіра рослинного дублення, шість карток, складені купюри. Прошито сідельним швом: порвана нитка не розпуститься.',
    ],
    ru: [
      'Кожаный бумажник',
      'Кожа растительного дубления, шесть карт, сложенные купюры. Прошит седельным швом: порванная нить не распустится.',
    ],
    attributes: [
      ['Size', '11 × 9', 'cm'],
      ['Weight', '70', 'g'],
    ],
    sold: 39,
  },
  {
    slug: 'crossbody-saddle-bag',
    vendor: 'nord',
    price: [14500, 'EUR'],
    was: 16900,
    stock: 4,
    en: [
      'Crossbody saddle bag',
      'A rounded flap, a brass stud and one long strap. Room for a book, a phone and the keys.',
    ],
    uk: [
      'Сумка через плече «Сідло»',
      'Заокруглений клапан, латунна кнопка й один довгий ремінь. Місце для книжки, телефона та ключів.',
    ],
    ru: [
      'Сумка через плечо «Седло»',
      'Закруглённый клапан, латунная кнопка и один длинный ремень. Место для книги, телефона и ключей.',
    ],
    attributes: [
      ['Size', '24 × 18', 'cm'],
      ['Weight', '640', 'g'],
    ],
    sold: 15,
  },
  {
    slug: 'weekend-duffel',
    vendor: 'nord',
    price: [17900, 'EUR'],
    stock: 6,
    en: ['Weekend duffel', 'Two nights, one pair of shoes, no wheels. The base is reinforced with leather.'],
    uk: ['Дорожня сумка на вихідні', 'Дві ночі, одна пара взуття, жодних коліс. Дно підсилене шкірою.'],
    ru: ['Дорожная сумка на выходные', 'Две ночи, одна пара обуви, никаких колёс. Дно усилено кожей.'],
    attributes: [
      ['Volume', '38', 'l'],
      ['Weight', '1500', 'g'],
    ],
    sold: 11,
  },
  {
    slug: 'roll-up-tool-pouch',
    vendor: 'nord',
    price: [3800, 'EUR'],
    stock: 21,
    en: ['Roll-up tool pouch', 'Eight pockets for brushes, spanners or pencils, tied with a leather lace.'],
    uk: ['Скрутка для інструментів', 'Вісім кишень для пензлів, ключів чи олівців, зав’язується шкіряним шнурком.'],
    ru: [
      'Скрутка для инструментов',
      'Восемь карманов для кистей, ключей или карандашей, завязывается кожаным шнурком.',
    ],
    attributes: [
      ['Length', '52', 'cm'],
      ['Weight', '260', 'g'],
    ],
    sold: 12,
  },
  {
    slug: 'leather-key-loop',
    vendor: 'nord',
    price: [1600, 'EUR'],
    stock: 80,
    en: ['Leather key loop', 'One strip of leather, one brass ring. It grows darker with every pocket.'],
    uk: ['Шкіряна петля для ключів', 'Одна смужка шкіри, одне латунне кільце. Темнішає з кожною кишенею.'],
    ru: ['Кожаная петля для ключей', 'Одна полоска кожи, одно латунное кольцо. Темнеет с каждым карманом.'],
    attributes: [
      ['Length', '11', 'cm'],
      ['Weight', '20', 'g'],
    ],
    sold: 70,
  },
  {
    slug: 'sleeve-for-a-laptop',
    vendor: 'nord',
    price: [4900, 'EUR'],
    stock: 0,
    en: [
      'Wool felt laptop sleeve',
      'Five millimetres of felt and a leather tongue instead of a zip. For screens of 13 and 14 inches.',
    ],
    uk: [
      'Повстяний чохол для ноутбука',
      'П’ять міліметрів повсті та шкіряний язичок замість блискавки. Для екранів 13 і 14 дюймів.',
    ],
    ru: [
      'Войлочный чехол для ноутбука',
      'Пять миллиметров войлока и кожаный язычок вместо молнии. Для экранов 13 и 14 дюймов.',
    ],
    attributes: [
      ['Size', '34 × 25', 'cm'],
      ['Weight', '240', 'g'],
    ],
    sold: 28,
  },
];
