import type { DemoProduct } from './demo-product.ts';

export const plants: readonly DemoProduct[] = [
  {
    slug: 'monstera-in-clay-pot',
    vendor: 'hlyna',
    price: [98000, 'UAH'],
    stock: 9,
    en: [
      'Monstera in a clay pot',
      'A young monstera with four split leaves, potted in our own clay. Likes a bright corner and a weekly drink.',
    ],
    uk: [
      'Монстера в глиняному горщику',
      'Молода монстера з чотирма різьбленими листками в нашому глиняному горщику. Любить світлий куток і воду раз на тиждень.',
    ],
    ru: [
      'Монстера в глиняном горшке',
      'Молодая монстера с четырьмя резными листьями в нашем глиняном горшке. Любит светлый угол и воду раз в неделю.',
    ],
    attributes: [
      ['Height', '55', 'cm'],
      ['Diameter', '17', 'cm'],
    ],
    sold: 46,
  },
  {
    slug: 'trio-of-succulents',
    vendor: 'hlyna',
    price: [45000, 'UAH'],
    stock: 28,
    en: ['Trio of succulents', 'Three plants that forgive a holiday, in three cups of unglazed clay.'],
    uk: ['Трійка сукулентів', 'Три рослини, що пробачають відпустку, у трьох чашках із неполив’яної глини.'],
    ru: ['Тройка суккулентов', 'Три растения, которые прощают отпуск, в трёх чашках из неглазурованной глины.'],
    attributes: [
      ['Height', '10', 'cm'],
      ['Diameter', '8', 'cm'],
    ],
    sold: 51,
  },
  {
    slug: 'snake-plant-tall',
    vendor: 'hlyna',
    price: [76000, 'UAH'],
    was: 89000,
    stock: 12,
    en: ['Tall snake plant', 'Upright leaves with a yellow edge. Grows in the hall where nothing else would.'],
    uk: ['Висока сансев’єрія', 'Прямі листки з жовтим краєм. Росте в передпокої, де ніщо інше не хоче.'],
    ru: ['Высокая сансевиерия', 'Прямые листья с жёлтым краем. Растёт в прихожей, где ничто другое не хочет.'],
    attributes: [
      ['Height', '60', 'cm'],
      ['Diameter', '15', 'cm'],
    ],
    sold: 22,
  },
  {
    slug: 'kitchen-herb-box',
    vendor: 'hlyna',
    price: [64000, 'UAH'],
    stock: 5,
    en: ['Kitchen herb box', 'Basil, mint and rosemary in one long planter with a tray, ready to cut.'],
    uk: ['Ящик кухонних трав', 'Базилік, м’ята та розмарин в одному довгому горщику з піддоном, готові до зрізання.'],
    ru: ['Ящик кухонных трав', 'Базилик, мята и розмарин в одном длинном горшке с поддоном, готовые к срезке.'],
    attributes: [
      ['Length', '42', 'cm'],
      ['Height', '24', 'cm'],
    ],
    sold: 34,
  },
  {
    slug: 'copper-watering-can',
    vendor: 'nord',
    price: [5400, 'EUR'],
    stock: 14,
    en: [
      'Copper watering can',
      'A long spout that finds the soil under the leaves. It will turn brown, then green, then yours.',
    ],
    uk: [
      'Мідна лійка',
      'Довгий носик, що знаходить землю під листям. Спершу побуріє, потім позеленіє, потім стане вашою.',
    ],
    ru: [
      'Медная лейка',
      'Длинный носик, который находит землю под листьями. Сначала побуреет, потом позеленеет, потом станет вашей.',
    ],
    attributes: [
      ['Volume', '1000', 'ml'],
      ['Weight', '480', 'g'],
    ],
    sold: 19,
  },
  {
    slug: 'wildflower-seed-mix',
    vendor: 'hlyna',
    price: [12500, 'UAH'],
    stock: 200,
    en: ['Wildflower seed mix', 'Poppy, cornflower, flax and camomile for two square metres of meadow.'],
    uk: ['Суміш насіння польових квітів', 'Мак, волошка, льон і ромашка на два квадратні метри луки.'],
    ru: ['Смесь семян полевых цветов', 'Мак, василёк, лён и ромашка на два квадратных метра луга.'],
    attributes: [['Weight', '15', 'g']],
    sold: 78,
  },
  {
    slug: 'desert-cactus',
    vendor: 'hlyna',
    price: [38000, 'UAH'],
    stock: 0,
    en: ['Desert cactus', 'Slow, stubborn and no trouble at all. Flowers when you have stopped waiting.'],
    uk: ['Пустельний кактус', 'Повільний, упертий і зовсім не вибагливий. Цвіте, коли вже не чекаєш.'],
    ru: ['Пустынный кактус', 'Медленный, упрямый и совсем не прихотливый. Цветёт, когда уже не ждёшь.'],
    attributes: [
      ['Height', '22', 'cm'],
      ['Diameter', '12', 'cm'],
    ],
    sold: 17,
  },
  {
    slug: 'glazed-planter-blue',
    vendor: 'hlyna',
    price: [57000, 'UAH'],
    stock: 31,
    en: [
      'Glazed planter, lake blue',
      'A planter with a drainage hole and a saucer that belongs to it. The blue pools at the bottom.',
    ],
    uk: [
      'Поливаний горщик «Озерний»',
      'Горщик із дренажним отвором і власною тарілочкою. Синя полива густішає донизу.',
    ],
    ru: [
      'Глазурованный горшок «Озёрный»',
      'Горшок с дренажным отверстием и собственной тарелочкой. Синяя глазурь густеет книзу.',
    ],
    attributes: [
      ['Diameter', '19', 'cm'],
      ['Height', '18', 'cm'],
    ],
    sold: 16,
  },
];
