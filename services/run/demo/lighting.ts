import type { DemoProduct } from './demo-product.ts';

export const lighting: readonly DemoProduct[] = [
  {
    slug: 'mushroom-table-lamp',
    vendor: 'hlyna',
    price: [312000, 'UAH'],
    stock: 11,
    en: [
      'Mushroom table lamp',
      'A dome of opal glass on a clay foot. The light falls down and sideways, never into the eyes.',
    ],
    uk: ['Настільна лампа «Гриб»', 'Купол з опалового скла на глиняній ніжці. Світло падає вниз і вбік, але не в очі.'],
    ru: [
      'Настольная лампа «Гриб»',
      'Купол из опалового стекла на глиняной ножке. Свет падает вниз и в стороны, но не в глаза.',
    ],
    attributes: [
      ['Height', '32', 'cm'],
      ['Power', '7', 'W'],
    ],
    sold: 44,
  },
  {
    slug: 'paper-moon-pendant',
    vendor: 'sova',
    price: [189000, 'UAH'],
    was: 229000,
    stock: 20,
    en: [
      'Paper moon pendant',
      'A globe of mulberry paper over a bamboo frame. Folds flat for the post and opens in a minute.',
    ],
    uk: [
      'Підвісний світильник «Паперовий місяць»',
      'Куля з шовковичного паперу на бамбуковому каркасі. Складається пласко, розкривається за хвилину.',
    ],
    ru: [
      'Подвесной светильник «Бумажная луна»',
      'Шар из шелковичной бумаги на бамбуковом каркасе. Складывается плоско, раскрывается за минуту.',
    ],
    attributes: [
      ['Diameter', '45', 'cm'],
      ['Length', '150', 'cm'],
    ],
    sold: 35,
  },
  {
    slug: 'arc-floor-lamp',
    vendor: 'nord',
    price: [18900, 'EUR'],
    stock: 3,
    en: ['Arc floor lamp', 'A long steel arc that brings the light over the armchair and leaves the floor free.'],
    uk: ['Дугова підлогова лампа', 'Довга сталева дуга приносить світло над крісло й лишає підлогу вільною.'],
    ru: ['Дуговой торшер', 'Длинная стальная дуга приносит свет над кресло и оставляет пол свободным.'],
    attributes: [
      ['Height', '185', 'cm'],
      ['Power', '12', 'W'],
      ['Weight', '8200', 'g'],
    ],
    sold: 7,
  },
  {
    slug: 'soy-candle-cedar',
    vendor: 'hlyna',
    price: [42000, 'UAH'],
    stock: 60,
    en: [
      'Soy candle, cedar and smoke',
      'Soy wax and a cotton wick in a cup you will keep. Burns for about forty hours.',
    ],
    uk: [
      'Соєва свічка «Кедр і дим»',
      'Соєвий віск і бавовняний ґніт у чашці, яку ви залишите собі. Горить близько сорока годин.',
    ],
    ru: [
      'Соевая свеча «Кедр и дым»',
      'Соевый воск и хлопковый фитиль в чашке, которую вы оставите себе. Горит около сорока часов.',
    ],
    attributes: [
      ['Weight', '220', 'g'],
      ['Height', '8', 'cm'],
    ],
    sold: 88,
  },
  {
    slug: 'brass-desk-lamp',
    vendor: 'nord',
    price: [9400, 'EUR'],
    stock: 9,
    en: ['Brass desk lamp', 'Two joints, one counterweight, no springs to tire. The head turns all the way round.'],
    uk: ['Латунна настільна лампа', 'Два шарніри, одна противага і жодних пружин. Плафон обертається повністю.'],
    ru: ['Латунная настольная лампа', 'Два шарнира, один противовес и никаких пружин. Плафон вращается полностью.'],
    attributes: [
      ['Height', '48', 'cm'],
      ['Power', '6', 'W'],
    ],
    sold: 21,
  },
  {
    slug: 'garden-lantern',
    vendor: 'nord',
    price: [3900, 'EUR'],
    stock: 26,
    en: ['Garden lantern', 'A lantern for a thick candle, with a door that closes against the wind.'],
    uk: ['Садовий ліхтар', 'Ліхтар для товстої свічки з дверцятами, що зачиняються від вітру.'],
    ru: ['Садовый фонарь', 'Фонарь для толстой свечи с дверцей, которая закрывается от ветра.'],
    attributes: [
      ['Height', '34', 'cm'],
      ['Weight', '1400', 'g'],
    ],
    sold: 13,
  },
  {
    slug: 'linen-shade-lamp',
    vendor: 'nord',
    price: [7900, 'EUR'],
    stock: 0,
    en: ['Linen shade lamp', 'A turned beech base under a shade of washed linen. Warm enough for reading in bed.'],
    uk: [
      'Лампа з лляним абажуром',
      'Точена букова основа під абажуром із праного льону. Досить теплого світла, щоб читати в ліжку.',
    ],
    ru: [
      'Лампа с льняным абажуром',
      'Точёное буковое основание под абажуром из стираного льна. Достаточно тёплого света, чтобы читать в постели.',
    ],
    attributes: [
      ['Height', '41', 'cm'],
      ['Power', '8', 'W'],
    ],
    sold: 16,
  },
  {
    slug: 'festoon-lights-ten-metres',
    vendor: 'sova',
    price: [135000, 'UAH'],
    stock: 15,
    en: [
      'Festoon lights, ten metres',
      'Twenty warm bulbs on a rubber cable that may hang in the rain. Two strings can be joined.',
    ],
    uk: [
      'Гірлянда з лампочок, десять метрів',
      'Двадцять теплих лампочок на гумовому кабелі, що не боїться дощу. Дві гірлянди можна з’єднати.',
    ],
    ru: [
      'Гирлянда из лампочек, десять метров',
      'Двадцать тёплых лампочек на резиновом кабеле, который не боится дождя. Две гирлянды можно соединить.',
    ],
    attributes: [
      ['Length', '1000', 'cm'],
      ['Power', '20', 'W'],
    ],
    sold: 47,
  },
];
