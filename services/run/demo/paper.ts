import type { DemoProduct } from './demo-product.ts';

export const paper: readonly DemoProduct[] = [
  {
    slug: 'cloth-bound-notebook',
    vendor: 'sova',
    price: [34500, 'UAH'],
    stock: 58,
    en: [
      'Cloth-bound notebook',
      'A hundred and ninety-two pages of cream paper that takes ink without a shadow. Opens flat on any page.',
    ],
    uk: [
      'Блокнот у тканинній палітурці',
      'Сто дев’яносто дві сторінки кремового паперу, що приймає чорнило без тіні. Розкривається пласко на будь-якій сторінці.',
    ],
    ru: [
      'Блокнот в тканевом переплёте',
      'Сто девяносто две страницы кремовой бумаги, которая принимает чернила без тени. Раскрывается плоско на любой странице.',
    ],
    attributes: [
      ['Format', 'A5'],
      ['Pages', '192'],
    ],
    sold: 95,
  },
  {
    slug: 'undated-weekly-planner',
    vendor: 'sova',
    price: [42000, 'UAH'],
    was: 52000,
    stock: 24,
    en: [
      'Undated weekly planner',
      'Fifty-three weeks that begin when you do. A column for each day and one for what must not be forgotten.',
    ],
    uk: [
      'Недатований тижневик',
      'П’ятдесят три тижні, що починаються разом із вами. Колонка на кожен день і ще одна для того, чого не можна забути.',
    ],
    ru: [
      'Недатированный еженедельник',
      'Пятьдесят три недели, которые начинаются вместе с вами. Колонка на каждый день и ещё одна для того, что нельзя забыть.',
    ],
    attributes: [
      ['Format', 'A5'],
      ['Pages', '128'],
    ],
    sold: 30,
  },
  {
    slug: 'carpathians-art-print',
    vendor: 'sova',
    price: [56000, 'UAH'],
    stock: 40,
    en: [
      '“Carpathians” art print',
      'Layers of blue hills, printed in five pigments on cotton paper. Signed by the illustrator.',
    ],
    uk: [
      'Постер «Карпати»',
      'Шари синіх гір, надруковані п’ятьма пігментами на бавовняному папері. З підписом ілюстраторки.',
    ],
    ru: [
      'Постер «Карпаты»',
      'Слои синих гор, напечатанные пятью пигментами на хлопковой бумаге. С подписью иллюстратора.',
    ],
    attributes: [['Size', '40 × 50', 'cm']],
    sold: 41,
  },
  {
    slug: 'letterpress-card-set',
    vendor: 'sova',
    price: [28000, 'UAH'],
    stock: 5,
    en: ['Letterpress card set', 'Six cards with envelopes, printed on a press from 1962. You can feel the letters.'],
    uk: [
      'Набір листівок високого друку',
      'Шість листівок із конвертами, надруковані на верстаті 1962 року. Літери відчуваєш пальцями.',
    ],
    ru: [
      'Набор открыток высокой печати',
      'Шесть открыток с конвертами, напечатанные на станке 1962 года. Буквы чувствуешь пальцами.',
    ],
    attributes: [['Size', '11 × 15', 'cm']],
    sold: 27,
  },
  {
    slug: 'drawing-pencils-dozen',
    vendor: 'sova',
    price: [31500, 'UAH'],
    stock: 44,
    en: ['A dozen drawing pencils', 'From 4H to 8B in a flat tin. Cedar that sharpens to a curl.'],
    uk: ['Дванадцять олівців для рисунка', 'Від 4H до 8B у пласкій бляшанці. Кедр, що стружиться довгою стрічкою.'],
    ru: [
      'Двенадцать карандашей для рисунка',
      'От 4H до 8B в плоской жестянке. Кедр, который точится длинной стружкой.',
    ],
    attributes: [['Weight', '160', 'g']],
    sold: 20,
  },
  {
    slug: 'book-of-slow-recipes',
    vendor: 'sova',
    price: [69000, 'UAH'],
    stock: 17,
    en: [
      'The Book of Slow Recipes',
      'Eighty dishes that ask for time more than for money, with pictures of every step that matters.',
    ],
    uk: [
      'Книга повільних рецептів',
      'Вісімдесят страв, що просять часу більше, ніж грошей, з ілюстраціями всіх важливих кроків.',
    ],
    ru: [
      'Книга медленных рецептов',
      'Восемьдесят блюд, которые просят времени больше, чем денег, с иллюстрациями всех важных шагов.',
    ],
    attributes: [
      ['Pages', '264'],
      ['Weight', '1100', 'g'],
    ],
    sold: 36,
  },
  {
    slug: 'botanical-alphabet-prints',
    vendor: 'sova',
    price: [1450, 'EUR'],
    stock: 26,
    en: [
      'Botanical alphabet prints',
      'Thirty-three letters with thirty-three plants, printed on heavy uncoated paper. One for each letter of the wall.',
    ],
    uk: [
      'Ботанічна абетка в аркушах',
      'Тридцять три літери й тридцять три рослини, надруковані на щільному матовому папері. На всю стіну від А до Я.',
    ],
    ru: [
      'Ботаническая азбука в листах',
      'Тридцать три буквы и тридцать три растения, напечатанные на плотной матовой бумаге. На всю стену от А до Я.',
    ],
    attributes: [
      ['Format', 'A5'],
      ['Pages', '33'],
    ],
    sold: 64,
  },
  {
    slug: 'home-budget-pad',
    vendor: 'sova',
    price: [700, 'EUR'],
    stock: 41,
    en: [
      'Home budget pad',
      'Twelve months of tables on tear-off sheets, with a page of advice that fits on the fridge.',
    ],
    uk: [
      'Блокнот домашнього бюджету',
      'Дванадцять місяців таблиць на відривних аркушах і сторінка порад для холодильника.',
    ],
    ru: [
      'Блокнот домашнего бюджета',
      'Двенадцать месяцев таблиц на отрывных листах и страница советов на холодильник.',
    ],
    attributes: [
      ['Format', 'A4'],
      ['Pages', '14'],
    ],
    sold: 25,
  },
];
