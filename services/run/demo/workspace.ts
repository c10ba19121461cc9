import type { DemoProduct } from './demo-product.ts';

export const workspace: readonly DemoProduct[] = [
  {
    slug: 'walnut-monitor-stand',
    vendor: 'nord',
    price: [8900, 'EUR'],
    stock: 15,
    en: ['Walnut monitor stand', 'Solid walnut that lifts the screen to your eyes and hides the keyboard underneath.'],
    uk: ['Підставка під монітор з горіха', 'Масив горіха, що піднімає екран до очей і ховає під собою клавіатуру.'],
    ru: [
      'Подставка под монитор из ореха',
      'Массив ореха, который поднимает экран к глазам и прячет под собой клавиатуру.',
    ],
    attributes: [
      ['Length', '62', 'cm'],
      ['Height', '11', 'cm'],
    ],
    sold: 31,
  },
  {
    slug: 'low-profile-keyboard',
    vendor: 'nord',
    price: [13900, 'EUR'],
    stock: 8,
    en: ['Low-profile keyboard', 'Eighty-four quiet keys in an aluminium case, with Ukrainian and Latin legends.'],
    uk: [
      'Низькопрофільна клавіатура',
      'Вісімдесят чотири тихі клавіші в алюмінієвому корпусі, українські та латинські позначки.',
    ],
    ru: [
      'Низкопрофильная клавиатура',
      'Восемьдесят четыре тихие клавиши в алюминиевом корпусе, украинские и латинские обозначения.',
    ],
    attributes: [
      ['Length', '31', 'cm'],
      ['Weight', '720', 'g'],
    ],
    sold: 42,
  },
  {
    slug: 'wool-desk-mat',
    vendor: 'nord',
    price: [4400, 'EUR'],
    stock: 34,
    en: ['Wool desk mat', 'Pressed merino felt that quiets the desk and warms the wrists.'],
    uk: ['Вовняний килимок на стіл', 'Пресована мериносова повсть, що стишує стіл і гріє зап’ястя.'],
    ru: ['Шерстяной коврик на стол', 'Прессованный мериносовый войлок, который делает стол тише и греет запястья.'],
    attributes: [['Size', '70 × 30', 'cm']],
    sold: 37,
  },
  {
    slug: 'closed-back-headphones',
    vendor: 'nord',
    price: [19900, 'EUR'],
    was: 23900,
    stock: 5,
    en: [
      'Closed-back headphones',
      'For an open-plan office: they keep your music in and the meeting out. Every part can be replaced.',
    ],
    uk: ['Закриті навушники', 'Для спільного офісу: ваша музика всередині, нарада зовні. Кожну деталь можна замінити.'],
    ru: ['Закрытые наушники', 'Для общего офиса: ваша музыка внутри, совещание снаружи. Каждую деталь можно заменить.'],
    attributes: [
      ['Weight', '265', 'g'],
      ['Length', '180', 'cm'],
    ],
    sold: 45,
  },
  {
    slug: 'bookshelf-speaker',
    vendor: 'nord',
    price: [15900, 'EUR'],
    stock: 10,
    en: ['Bookshelf speaker', 'One honest speaker for the kitchen shelf. A knob for volume, and nothing to log in to.'],
    uk: ['Полична колонка', 'Одна чесна колонка на кухонну полицю. Ручка гучності й жодних облікових записів.'],
    ru: ['Полочная колонка', 'Одна честная колонка на кухонную полку. Ручка громкости и никаких учётных записей.'],
    attributes: [
      ['Height', '26', 'cm'],
      ['Power', '40', 'W'],
    ],
    sold: 18,
  },
  {
    slug: 'analogue-desk-clock',
    vendor: 'sova',
    price: [87000, 'UAH'],
    stock: 23,
    en: ['Analogue desk clock', 'A clock that sweeps without a tick, with numerals drawn by hand.'],
    uk: ['Настільний годинник', 'Годинник із плавним ходом без цокання та цифрами, намальованими вручну.'],
    ru: ['Настольные часы', 'Часы с плавным ходом без тиканья и цифрами, нарисованными от руки.'],
    attributes: [
      ['Diameter', '14', 'cm'],
      ['Weight', '350', 'g'],
    ],
    sold: 24,
  },
  {
    slug: 'brass-pen',
    vendor: 'sova',
    price: [99000, 'UAH'],
    stock: 16,
    en: [
      'Brass pen',
      'Turned from one bar of brass, takes any standard refill. Heavy enough to be missed when it is gone.',
    ],
    uk: [
      'Латунна ручка',
      'Виточена з одного прутка латуні, приймає будь-який стандартний стрижень. Досить важка, щоб помітити пропажу.',
    ],
    ru: [
      'Латунная ручка',
      'Выточена из одного прутка латуни, принимает любой стандартный стержень. Достаточно тяжёлая, чтобы заметить пропажу.',
    ],
    attributes: [
      ['Length', '14', 'cm'],
      ['Weight', '58', 'g'],
    ],
    sold: 21,
  },
  {
    slug: 'focus-soundscapes-vinyl',
    vendor: 'sova',
    price: [2400, 'EUR'],
    stock: 19,
    en: [
      'Focus soundscapes on vinyl',
      'Rain, trains and libraries on two records, pressed without a single loop. For an afternoon of quiet work.',
    ],
    uk: [
      'Звукові пейзажі на вінілі',
      'Дощ, потяги й бібліотеки на двох платівках, записані без повторів. На пообіддя тихої роботи.',
    ],
    ru: [
      'Звуковые пейзажи на виниле',
      'Дождь, поезда и библиотеки на двух пластинках, записанные без повторов. На полдня тихой работы.',
    ],
    attributes: [
      ['Format', '2 LP'],
      ['Weight', '420', 'g'],
    ],
    sold: 55,
  },
];
