import type { DemoProduct } from './demo-product.ts';

export const textiles: readonly DemoProduct[] = [
  {
    slug: 'merino-throw-blanket',
    vendor: 'nord',
    price: [11900, 'EUR'],
    stock: 12,
    en: ['Merino throw blanket', 'Woven from undyed merino in a wide herringbone, with a fringe twisted by hand.'],
    uk: [
      'Плед з мериносової вовни',
      'Виткано з нефарбованої мериносової вовни широкою ялинкою, бахрома скручена вручну.',
    ],
    ru: [
      'Плед из мериносовой шерсти',
      'Соткан из некрашеной мериносовой шерсти широкой ёлочкой, бахрома скручена вручную.',
    ],
    attributes: [
      ['Size', '130 × 180', 'cm'],
      ['Weight', '900', 'g'],
    ],
    sold: 40,
  },
  {
    slug: 'washed-linen-bedding',
    vendor: 'nord',
    price: [16900, 'EUR'],
    was: 19900,
    stock: 8,
    en: [
      'Washed linen bedding',
      'A duvet cover and two pillowcases of European flax, washed soft before it leaves us.',
    ],
    uk: [
      'Постільна білизна з праного льону',
      'Підковдра та дві наволочки з європейського льону, що стали м’якими ще до вас.',
    ],
    ru: [
      'Постельное бельё из стираного льна',
      'Пододеяльник и две наволочки из европейского льна, мягкие с первого дня.',
    ],
    attributes: [
      ['Size', '200 × 220', 'cm'],
      ['Weight', '2300', 'g'],
    ],
    sold: 24,
  },
  {
    slug: 'waffle-towel-pair',
    vendor: 'nord',
    price: [3400, 'EUR'],
    stock: 37,
    en: ['Waffle towel pair', 'Two bath towels that dry fast and take no room. The loop is where you look for it.'],
    uk: [
      'Пара вафельних рушників',
      'Два банні рушники, що швидко сохнуть і займають мало місця. Петелька там, де її шукаєш.',
    ],
    ru: [
      'Пара вафельных полотенец',
      'Два банных полотенца, которые быстро сохнут и занимают мало места. Петелька там, где её ищешь.',
    ],
    attributes: [
      ['Size', '70 × 140', 'cm'],
      ['Weight', '620', 'g'],
    ],
    sold: 52,
  },
  {
    slug: 'striped-cushion-cover',
    vendor: 'nord',
    price: [2800, 'EUR'],
    stock: 5,
    en: ['Striped cushion cover', 'Narrow stripes of indigo on natural cotton, with a hidden zip.'],
    uk: ['Смугаста наволочка на подушку', 'Вузькі смуги індиго на натуральній бавовні, прихована блискавка.'],
    ru: ['Полосатая наволочка на подушку', 'Узкие полосы индиго на натуральном хлопке, потайная молния.'],
    attributes: [['Size', '50 × 50', 'cm']],
    sold: 29,
  },
  {
    slug: 'handwoven-wool-rug',
    vendor: 'hlyna',
    price: [865000, 'UAH'],
    stock: 2,
    en: [
      'Handwoven wool rug',
      'A flat-woven rug from the Carpathians with a border of red diamonds. Each takes nine days on the loom.',
    ],
    uk: [
      'Вовняний килим ручного ткання',
      'Безворсовий килим із Карпат з облямівкою з червоних ромбів. На кожен ідуть дев’ять днів за верстатом.',
    ],
    ru: [
      'Шерстяной ковёр ручного ткачества',
      'Безворсовый ковёр из Карпат с каймой из красных ромбов. На каждый уходит девять дней за станком.',
    ],
    attributes: [
      ['Size', '140 × 200', 'cm'],
      ['Weight', '5200', 'g'],
    ],
    sold: 4,
  },
  {
    slug: 'baker-apron',
    vendor: 'nord',
    price: [4200, 'EUR'],
    stock: 22,
    en: [
      'Baker’s apron',
      'Heavy linen, crossed straps that leave the neck alone, and a pocket deep enough for a thermometer.',
    ],
    uk: ['Фартух пекаря', 'Щільний льон, перехрещені лямки, що не тиснуть на шию, та глибока кишеня для термометра.'],
    ru: [
      'Фартук пекаря',
      'Плотный лён, перекрещённые лямки, которые не давят на шею, и глубокий карман для термометра.',
    ],
    attributes: [
      ['Length', '92', 'cm'],
      ['Weight', '380', 'g'],
    ],
    sold: 18,
  },
  {
    slug: 'linen-napkins-set-of-six',
    vendor: 'nord',
    price: [3600, 'EUR'],
    stock: 30,
    en: [
      'Linen napkins, set of six',
      'Six napkins with mitred corners in three quiet colours. They look better unironed.',
    ],
    uk: [
      'Лляні серветки, шість штук',
      'Шість серветок зі скісними кутами у трьох спокійних кольорах. Непрасовані вони ще гарніші.',
    ],
    ru: [
      'Льняные салфетки, шесть штук',
      'Шесть салфеток со скошенными углами в трёх спокойных цветах. Неглаженые они ещё красивее.',
    ],
    attributes: [['Size', '42 × 42', 'cm']],
    sold: 14,
  },
  {
    slug: 'chunky-knit-socks',
    vendor: 'nord',
    price: [1900, 'EUR'],
    stock: 48,
    en: ['Chunky knit socks', 'Wool socks for cold floors, knitted in one piece so that no seam meets the toes.'],
    uk: [
      'Товсті в’язані шкарпетки',
      'Вовняні шкарпетки для холодної підлоги, зв’язані одним полотном, без шва біля пальців.',
    ],
    ru: ['Толстые вязаные носки', 'Шерстяные носки для холодного пола, связанные одним полотном, без шва у пальцев.'],
    attributes: [['Weight', '120', 'g']],
    sold: 73,
  },
];
