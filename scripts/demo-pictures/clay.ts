import { CX, ellipse, leaf, line, shadow, slab, solid, specks, turned } from './draw.ts';

const mug = (fill: string, inside: string) =>
  shadow(CX, 806, 190) +
  line('M668 520C812 500 812 716 652 700', fill, 44) +
  line('M668 520C812 500 812 716 652 700', '#1a0f08', 44, 'opacity=".14"') +
  turned(
    [
      [440, 186],
      [600, 190],
      [740, 176],
      [800, 140],
    ],
    { fill, inside },
  );

const bowl = (fill: string, inside: string, r = 300, top = 520) =>
  shadow(CX, 812, r * 0.72) +
  turned(
    [
      [top, r],
      [top + 120, r * 0.88],
      [top + 235, r * 0.5],
      [808, r * 0.42],
    ],
    { fill, inside, tilt: 0.26 },
  );

const plate = (y: number, r: number, fill: string) =>
  ellipse(CX, y + 16, r * 0.98, r * 0.26, '#1a0f08', 'opacity=".25"') +
  ellipse(CX, y, r, r * 0.27, fill) +
  ellipse(CX, y, r, r * 0.27, 'url(#side)') +
  ellipse(CX, y + 2, r * 0.7, r * 0.175, 'url(#hollow)', 'opacity=".35"');

/** Clay: cups, bowls and plates. */
export const clay: Readonly<Record<string, () => string>> = {
  'speckled-stoneware-mug': () =>
    mug('#efe6d8', '#5b3a26') + specks(CX, 630, 165, 150, 70, '#6b5444') + ellipse(CX, 446, 160, 27, '#4a2c1b'),
  'tall-latte-cup': () =>
    shadow(CX, 816, 140) +
    turned(
      [
        [350, 142],
        [560, 138],
        [740, 126],
        [812, 112],
      ],
      { fill: '#c98b6a', inside: '#f4ece0' },
    ) +
    turned(
      [
        [350, 142],
        [420, 141.5],
        [470, 141],
      ],
      { fill: '#f4ece0', inside: '#e9dcc6' },
    ) +
    ellipse(CX, 356, 124, 20, '#d6b48d') +
    line('M450 356c30-14 60 12 98-2', '#fff8ec', 9),
  'deep-ramen-bowl': () =>
    bowl('#34505c', '#e9d9b8', 310, 500) +
    ellipse(CX, 506, 270, 62, '#d9a35a') +
    line('M300 506c60-40 130 36 200-4s130 26 196-2', '#f4dfae', 15) +
    line('M320 526c70-30 120 30 190 0s110 22 170 2', '#f7e7bf', 13) +
    ellipse(600, 486, 62, 30, '#fff6e2') +
    ellipse(604, 486, 30, 15, '#f0a437') +
    leaf(380, 530, 90, 18, 60, '#4d7a44') +
    leaf(410, 500, 70, 14, 30, '#5d8d50') +
    line('M700 300L470 520', '#8b3a2b', 14) +
    line('M740 316L500 530', '#9c4634', 14),
  'set-of-four-side-plates': () =>
    shadow(CX, 800, 300) +
    plate(770, 300, '#a7623f') +
    plate(728, 300, '#c58b63') +
    plate(686, 300, '#dcb891') +
    plate(644, 300, '#eddcc2'),
  'round-teapot-with-cane-handle': () =>
    shadow(CX, 812, 240) +
    line('M330 470C330 180 670 180 670 470', '#b98a4e', 22) +
    line('M330 470C330 180 670 180 670 470', '#7d5527', 5, 'stroke-dasharray="16 22" opacity=".6"') +
    solid('M716 600C800 600 800 500 876 452L902 486C850 540 850 690 700 716Z', '#6f7f6a') +
    turned(
      [
        [470, 120],
        [540, 216],
        [650, 246],
        [760, 196],
        [806, 140],
      ],
      { fill: '#7f907a' },
    ) +
    turned(
      [
        [452, 122],
        [468, 126],
        [484, 120],
      ],
      { fill: '#8c9c86' },
    ) +
    turned(
      [
        [408, 20],
        [426, 30],
        [452, 18],
      ],
      { fill: '#5f6f5b' },
    ),
  'cream-water-pitcher': () =>
    shadow(CX, 814, 180) +
    line('M650 400C830 390 820 660 662 690', '#e9ddc3', 40) +
    line('M650 400C830 390 820 660 662 690', '#1a0f08', 40, 'opacity=".12"') +
    turned(
      [
        [300, 150],
        [400, 124],
        [560, 176],
        [720, 190],
        [810, 150],
      ],
      { fill: '#f2e8d2', inside: '#cfbf9f' },
    ) +
    solid('M352 300C320 290 296 270 300 262C340 262 372 280 400 330Z', '#f2e8d2'),
  'narrow-bud-vase': () =>
    shadow(CX, 814, 140) +
    line('M500 360C498 250 520 190 560 110', '#6d5a3e', 8) +
    leaf(512, 300, 110, 30, 52, '#7d9a6b') +
    leaf(506, 330, 100, 28, -48, '#6f8d60') +
    leaf(530, 210, 100, 28, -30, '#8aa777') +
    leaf(545, 160, 96, 26, 58, '#7d9a6b') +
    leaf(560, 118, 84, 24, 16, '#8aa777') +
    turned(
      [
        [352, 38],
        [430, 44],
        [520, 74],
        [660, 136],
        [770, 118],
        [810, 92],
      ],
      { fill: '#b8613d', inside: '#4d2517' },
    ),
  'olive-serving-plate': () =>
    shadow(CX, 770, 380) +
    ellipse(CX, 720, 392, 116, '#6d6a2f') +
    ellipse(CX, 712, 392, 114, '#b98b3c') +
    ellipse(CX, 714, 374, 104, '#8b8843') +
    ellipse(CX, 714, 374, 104, 'url(#side)') +
    ellipse(CX, 722, 290, 72, '#7c7a3a') +
    ellipse(CX, 722, 290, 72, 'url(#hollow)', 'opacity=".5"') +
    ellipse(430, 690, 44, 40, '#c9553a') +
    ellipse(430, 690, 44, 40, 'url(#side)') +
    ellipse(520, 706, 48, 43, '#d7653f') +
    ellipse(520, 706, 48, 43, 'url(#side)') +
    leaf(432, 656, 50, 12, 20, '#4d6b35') +
    leaf(524, 668, 52, 12, -18, '#4d6b35'),
  'ceramic-pour-over-dripper': () =>
    shadow(CX, 812, 200) +
    turned(
      [
        [610, 150],
        [700, 168],
        [800, 150],
      ],
      { fill: '#d6e2e4', inside: '#8aa0a5' },
    ) +
    `<g opacity=".55">${turned(
      [
        [650, 140],
        [720, 156],
        [790, 140],
      ],
      { fill: '#5a341f' },
    )}</g>` +
    ellipse(CX, 592, 196, 34, '#e8ddcb') +
    ellipse(CX, 586, 196, 34, '#f6eddd') +
    line('M690 400C800 390 790 520 640 520', '#f2e8d8', 30) +
    turned(
      [
        [360, 220],
        [460, 160],
        [560, 88],
        [586, 84],
      ],
      { fill: '#f6eddd', inside: '#cbbba0' },
    ) +
    ellipse(CX, 372, 168, 28, '#4a2c1b'),
  'buckwheat-honey-jar': () =>
    shadow(CX, 814, 170) +
    turned(
      [
        [420, 150],
        [470, 176],
        [620, 182],
        [760, 176],
        [810, 150],
      ],
      { fill: '#8a4512' },
    ) +
    `<g opacity=".35">${turned(
      [
        [430, 60],
        [620, 70],
        [800, 50],
      ],
      { x: 420, fill: '#ffcf7a' },
    )}</g>` +
    slab(372, 560, 256, 150, 10, '#f7ecd4', 'flat') +
    line('M410 606H590M430 640H570', '#8a4512', 9) +
    leaf(500, 700, 34, 12, 0, '#b98b3c') +
    turned(
      [
        [352, 150],
        [380, 154],
        [424, 152],
      ],
      { fill: '#d8b26a' },
    ) +
    ellipse(CX, 352, 150, 30, '#e6c583') +
    line('M350 430q150 46 300 0', '#b8894a', 8),
};
