import type { DemoProduct } from './demo-product.ts';

export const tableware: readonly DemoProduct[] = [
  {
    slug: 'speckled-stoneware-mug',
    vendor: 'hlyna',
    price: [68000, 'UAH'],
    stock: 42,
    en: [
      'Speckled stoneware mug',
      'A thick-walled mug thrown by hand, with iron specks under a milky glaze. Keeps coffee warm and sits well in two hands.\nDishwasher safe.',
    ],
    uk: [
      'Кухоль з крапчастої кам’яної кераміки',
      'Товстостінний кухоль ручної роботи з крапками заліза під молочною поливою. Довго тримає тепло й добре лежить у руках.\nМожна мити в посудомийці.',
    ],
    ru: [
      'Кружка из крапчатой керамики',
      'Толстостенная кружка ручной работы с крапинками железа под молочной глазурью. Долго держит тепло и хорошо лежит в руках.\nМожно мыть в посудомойке.',
    ],
    attributes: [
      ['Volume', '350', 'ml'],
      ['Height', '9', 'cm'],
    ],
    sold: 61,
  },
  {
    slug: 'tall-latte-cup',
    vendor: 'hlyna',
    price: [54000, 'UAH'],
    stock: 4,
    en: [
      'Tall latte cup',
      'A slim cup without a handle, glazed inside and left raw outside, so that it warms the fingers first.',
    ],
    uk: [
      'Висока чашка для лате',
      'Струнка чашка без ручки: полива всередині, жива глина зовні, щоб спершу зігріти пальці.',
    ],
    ru: [
      'Высокая чашка для латте',
      'Стройная чашка без ручки: глазурь внутри, живая глина снаружи, чтобы сначала согреть пальцы.',
    ],
    attributes: [
      ['Volume', '280', 'ml'],
      ['Height', '12', 'cm'],
    ],
    sold: 19,
  },
  {
    slug: 'deep-ramen-bowl',
    vendor: 'hlyna',
    price: [92000, 'UAH'],
    was: 115000,
    stock: 25,
    en: [
      'Deep ramen bowl',
      'Generous enough for broth, noodles and everything on top. A foot ring keeps the heat off the table.',
    ],
    uk: [
      'Глибока миска для рамену',
      'Вистачить для бульйону, локшини та всього, що зверху. Кільцева ніжка береже стіл від жару.',
    ],
    ru: [
      'Глубокая миска для рамена',
      'Хватит для бульона, лапши и всего, что сверху. Кольцевая ножка бережёт стол от жара.',
    ],
    attributes: [
      ['Volume', '1100', 'ml'],
      ['Diameter', '20', 'cm'],
    ],
    sold: 38,
  },
  {
    slug: 'set-of-four-side-plates',
    vendor: 'hlyna',
    price: [148000, 'UAH'],
    stock: 14,
    en: [
      'Set of four side plates',
      'Four plates in four neighbouring tones of sand and clay. They stack flat and never look like a set bought in a hurry.',
    ],
    uk: [
      'Набір із чотирьох десертних тарілок',
      'Чотири тарілки в чотирьох сусідніх відтінках піску та глини. Рівно складаються в стос.',
    ],
    ru: [
      'Набор из четырёх десертных тарелок',
      'Четыре тарелки в четырёх соседних оттенках песка и глины. Ровно складываются стопкой.',
    ],
    attributes: [
      ['Diameter', '18', 'cm'],
      ['Weight', '1600', 'g'],
    ],
    sold: 17,
  },
  {
    slug: 'round-teapot-with-cane-handle',
    vendor: 'hlyna',
    price: [236000, 'UAH'],
    stock: 7,
    en: [
      'Round teapot with a cane handle',
      'A teapot that pours to the last drop without a drip. The handle is bent from a single cane.',
    ],
    uk: [
      'Круглий чайник з ротанговою ручкою',
      'Чайник, що наливає до останньої краплі й не капає. Ручка зігнута з одного стебла ротангу.',
    ],
    ru: [
      'Круглый чайник с ротанговой ручкой',
      'Чайник, который наливает до последней капли и не капает. Ручка согнута из одного стебля ротанга.',
    ],
    attributes: [
      ['Volume', '900', 'ml'],
      ['Weight', '740', 'g'],
    ],
    sold: 12,
  },
  {
    slug: 'cream-water-pitcher',
    vendor: 'hlyna',
    price: [124000, 'UAH'],
    stock: 0,
    en: ['Cream water pitcher', 'A wide-mouthed pitcher for water with lemon, or for the first peonies.'],
    uk: ['Кремовий глечик для води', 'Глечик із широким горлом для води з лимоном або для перших півоній.'],
    ru: ['Кремовый кувшин для воды', 'Кувшин с широким горлом для воды с лимоном или для первых пионов.'],
    attributes: [
      ['Volume', '1500', 'ml'],
      ['Height', '22', 'cm'],
    ],
    sold: 22,
  },
  {
    slug: 'narrow-bud-vase',
    vendor: 'hlyna',
    price: [49000, 'UAH'],
    stock: 33,
    en: ['Narrow bud vase', 'One branch is enough. Matt terracotta outside, waterproof glaze inside.'],
    uk: ['Вузька ваза на одну гілку', 'Однієї гілки досить. Матова теракота зовні, водостійка полива всередині.'],
    ru: ['Узкая ваза на одну ветку', 'Одной ветки достаточно. Матовая терракота снаружи, водостойкая глазурь внутри.'],
    attributes: [
      ['Height', '18', 'cm'],
      ['Diameter', '7', 'cm'],
    ],
    sold: 31,
  },
  {
    slug: 'olive-serving-plate',
    vendor: 'hlyna',
    price: [83000, 'UAH'],
    stock: 18,
    en: [
      'Olive serving plate',
      'A wide plate with a lifted rim for pasta, bread or a whole cake. The olive glaze breaks to amber on the edge.',
    ],
    uk: [
      'Оливкове блюдо',
      'Широке блюдо з піднятим краєм для пасти, хліба чи цілого торта. Оливкова полива на краю переходить у бурштин.',
    ],
    ru: [
      'Оливковое блюдо',
      'Широкое блюдо с приподнятым краем для пасты, хлеба или целого торта. Оливковая глазурь по краю переходит в янтарь.',
    ],
    attributes: [
      ['Diameter', '28', 'cm'],
      ['Weight', '980', 'g'],
    ],
    sold: 9,
  },
];
