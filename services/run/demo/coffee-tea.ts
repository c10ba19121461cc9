import type { DemoProduct } from './demo-product.ts';

export const coffeeTea: readonly DemoProduct[] = [
  {
    slug: 'espresso-blend-kyiv-morning',
    vendor: 'sova',
    price: [39000, 'UAH'],
    stock: 75,
    en: [
      'Espresso blend “Kyiv Morning”',
      'Brazil and Ethiopia, roasted for milk: cocoa, hazelnut, a little orange peel. Roasted each Tuesday.',
    ],
    uk: [
      'Еспресо-суміш «Київський ранок»',
      'Бразилія та Ефіопія, обсмажені під молоко: какао, фундук, трохи апельсинової цедри. Смажимо щовівторка.',
    ],
    ru: [
      'Эспрессо-смесь «Киевское утро»',
      'Бразилия и Эфиопия, обжаренные под молоко: какао, фундук, немного апельсиновой цедры. Жарим по вторникам.',
    ],
    attributes: [['Weight', '250', 'g']],
    sold: 140,
  },
  {
    slug: 'ethiopia-guji-filter-coffee',
    vendor: 'sova',
    price: [47000, 'UAH'],
    stock: 3,
    en: ['Ethiopia Guji filter coffee', 'A washed coffee for slow mornings: jasmine, apricot, black tea.'],
    uk: ['Кава для фільтра «Ефіопія Гуджі»', 'Мита кава для повільних ранків: жасмин, абрикос, чорний чай.'],
    ru: ['Кофе для фильтра «Эфиопия Гуджи»', 'Мытый кофе для медленных утр: жасмин, абрикос, чёрный чай.'],
    attributes: [['Weight', '250', 'g']],
    sold: 58,
  },
  {
    slug: 'carpathian-herb-tea',
    vendor: 'sova',
    price: [21000, 'UAH'],
    stock: 90,
    en: [
      'Carpathian herb tea',
      'Ivan-chai, thyme, mint and wild rose, picked above a thousand metres and dried in the shade.',
    ],
    uk: [
      'Карпатський трав’яний чай',
      'Іван-чай, чебрець, м’ята й шипшина, зібрані вище тисячі метрів і висушені в тіні.',
    ],
    ru: [
      'Карпатский травяной чай',
      'Иван-чай, чабрец, мята и шиповник, собранные выше тысячи метров и высушенные в тени.',
    ],
    attributes: [['Weight', '80', 'g']],
    sold: 67,
  },
  {
    slug: 'ceramic-pour-over-dripper',
    vendor: 'hlyna',
    price: [79000, 'UAH'],
    stock: 16,
    en: [
      'Ceramic pour-over dripper',
      'Deep ribs and one wide hole: the water takes its time, and so may you. Fits paper size 02.',
    ],
    uk: [
      'Керамічна воронка для пуроверу',
      'Глибокі ребра й один широкий отвір: вода не поспішає, і вам не треба. Фільтри розміру 02.',
    ],
    ru: [
      'Керамическая воронка для пуровера',
      'Глубокие рёбра и одно широкое отверстие: вода не спешит, и вам не нужно. Фильтры размера 02.',
    ],
    attributes: [
      ['Height', '10', 'cm'],
      ['Weight', '430', 'g'],
    ],
    sold: 26,
  },
  {
    slug: 'gooseneck-kettle',
    vendor: 'nord',
    price: [8600, 'EUR'],
    stock: 10,
    en: ['Gooseneck kettle', 'A thin spout for an even pour, a wooden knob that stays cool, a lid that does not fall.'],
    uk: [
      'Чайник «гусяча шия»',
      'Тонкий носик для рівного струменя, дерев’яна ручка, що не гріється, кришка, що не падає.',
    ],
    ru: [
      'Чайник «гусиная шея»',
      'Тонкий носик для ровной струи, деревянная ручка, которая не греется, крышка, которая не падает.',
    ],
    attributes: [
      ['Volume', '900', 'ml'],
      ['Weight', '650', 'g'],
    ],
    sold: 20,
  },
  {
    slug: 'hand-coffee-grinder',
    vendor: 'nord',
    price: [7200, 'EUR'],
    was: 8400,
    stock: 6,
    en: [
      'Hand coffee grinder',
      'Steel burrs, thirty clicks from espresso to press, and a handle that folds for the rucksack.',
    ],
    uk: [
      'Ручна кавомолка',
      'Сталеві жорна, тридцять кліків від еспресо до френч-пресу й складана ручка для наплічника.',
    ],
    ru: [
      'Ручная кофемолка',
      'Стальные жернова, тридцать кликов от эспрессо до френч-пресса и складная ручка для рюкзака.',
    ],
    attributes: [
      ['Height', '19', 'cm'],
      ['Weight', '540', 'g'],
    ],
    sold: 23,
  },
  {
    slug: 'stovetop-moka-pot',
    vendor: 'nord',
    price: [4600, 'EUR'],
    stock: 19,
    en: ['Stovetop moka pot', 'The kitchen classic in eight facets, for three small cups and any stove.'],
    uk: ['Гейзерна кавоварка', 'Кухонна класика у вісім граней, на три маленькі чашки та будь-яку плиту.'],
    ru: ['Гейзерная кофеварка', 'Кухонная классика в восемь граней, на три маленькие чашки и любую плиту.'],
    attributes: [
      ['Volume', '150', 'ml'],
      ['Height', '17', 'cm'],
    ],
    sold: 33,
  },
  {
    slug: 'buckwheat-honey-jar',
    vendor: 'sova',
    price: [26000, 'UAH'],
    stock: 0,
    en: ['Buckwheat honey', 'Dark, malty, a little bitter. From one apiary near Poltava, unheated and unmixed.'],
    uk: ['Гречаний мед', 'Темний, солодовий, трохи гіркуватий. З однієї пасіки під Полтавою, не грітий і не мішаний.'],
    ru: ['Гречишный мёд', 'Тёмный, солодовый, чуть горький. С одной пасеки под Полтавой, не гретый и не смешанный.'],
    attributes: [['Weight', '400', 'g']],
    sold: 56,
  },
];
