import { CX, curve, ellipse, leaf, line, shadow, slab, solid, specks, turned } from './draw.ts';

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

const pot = (x: number, top: number, base: number, r: number, fill: string, soil = '#3d2b20') =>
  shadow(x, base + 4, r * 0.95) +
  turned(
    [
      [top + 40, r * 0.94],
      [(top + base) / 2 + 20, r * 0.86],
      [base, r * 0.68],
    ],
    { x, fill },
  ) +
  turned(
    [
      [top, r],
      [top + 24, r * 1.0],
      [top + 48, r * 0.96],
    ],
    { x, fill, inside: soil },
  );

const plate = (y: number, r: number, fill: string) =>
  ellipse(CX, y + 16, r * 0.98, r * 0.26, '#1a0f08', 'opacity=".25"') +
  ellipse(CX, y, r, r * 0.27, fill) +
  ellipse(CX, y, r, r * 0.27, 'url(#side)') +
  ellipse(CX, y + 2, r * 0.7, r * 0.175, 'url(#hollow)', 'opacity=".35"');

/** Clay: cups, bowls, plates and potted plants. */
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
  'monstera-in-clay-pot': () => {
    const blade = (x: number, y: number, size: number, turn: number, fill: string) =>
      `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${solid('M0 0C70 -10 120 -60 118 -120L70 -112L112 -150C106 -190 84 -216 60 -232L34 -186L42 -244C20 -256 0 -260 0 -260C0 -260 -30 -254 -52 -236L-36 -180L-76 -216C-104 -190 -118 -150 -118 -120L-66 -108L-112 -84C-100 -40 -60 -8 0 0Z', fill, 'leaf')}${line('M0 0V-236M0 -70L74 -120M0 -70L-74 -118M0 -140L50 -190M0 -140L-50 -190', '#dff0d4', 4, 'opacity=".35"')}</g>`;
    return (
      line(
        'M500 640C480 500 430 420 380 360M500 640C510 480 560 400 630 330M500 640C500 520 500 400 500 260M500 640C540 560 640 520 690 520',
        '#57783f',
        12,
      ) +
      blade(392, 372, 0.86, -42, '#3f6b3a') +
      blade(640, 340, 0.92, 40, '#467645') +
      blade(690, 526, 0.6, 78, '#5b8c50') +
      blade(500, 290, 0.9, -4, '#54854a') +
      pot(CX, 600, 810, 170, '#b9653f')
    );
  },
  'trio-of-succulents': () => {
    const rosette = (x: number, y: number, r: number, fill: string, tip: string) =>
      [0, 1, 2]
        .map((ring) =>
          Array.from({ length: 9 - ring * 2 }, (_, i) =>
            leaf(
              x,
              y,
              r * (1 - ring * 0.27),
              r * 0.24,
              (i * 360) / (9 - ring * 2) + ring * 22,
              ring === 2 ? tip : fill,
            ),
          ).join(''),
        )
        .join('');
    return (
      pot(250, 640, 806, 112, '#c77e58') +
      `<g transform="translate(250 636) scale(1 .72) translate(-250 -636)">${rosette(250, 610, 130, '#7fa08a', '#a8c5ac')}</g>` +
      pot(520, 610, 812, 124, '#a65a3a') +
      Array.from({ length: 7 }, (_, i) =>
        leaf(520 + (i - 3) * 12, 620, 190 - Math.abs(i - 3) * 18, 26, (i - 3) * 17, i % 2 ? '#5d8a5f' : '#6f9c6d'),
      ).join('') +
      pot(780, 650, 806, 104, '#d39a72') +
      `<g transform="translate(780 640) scale(1 .72) translate(-780 -640)">${rosette(780, 616, 118, '#b58aa0', '#d5b0bf')}</g>`
    );
  },
  'snake-plant-tall': () => {
    const blade = (x: number, h: number, turn: number) =>
      leaf(x, 640, h, 44, turn, '#d9c25a') +
      leaf(x, 640, h - 16, 32, turn, '#3f6848') +
      `<g transform="translate(${x} 640) rotate(${turn})">${line(`M-18 -120q18 14 36 0M-22 -200q22 14 44 0M-22 -280q22 14 44 0M-16 -350q16 12 32 0`, '#8db48a', 6, 'opacity=".6"')}</g>`;
    return (
      blade(450, 440, -14) +
      blade(560, 420, 15) +
      blade(420, 320, -24) +
      blade(590, 300, 27) +
      blade(500, 520, 1) +
      pot(CX, 600, 812, 150, '#e7ded0', '#4a382c')
    );
  },
  'kitchen-herb-box': () => {
    const bush = (x: number, fill: string, tip: string, slim: number) =>
      Array.from({ length: 13 }, (_, i) =>
        leaf(x + (i - 6) * 9, 640 - (i % 3) * 26, 150 + (i % 4) * 34, slim, (i - 6) * 11, i % 2 ? fill : tip),
      ).join('');
    return (
      shadow(CX, 812, 350) +
      bush(290, '#4f8a3f', '#6aa653', 34) +
      bush(500, '#3f7f66', '#5b9c7e', 26) +
      bush(710, '#5a7d62', '#7d9c80', 10) +
      slab(150, 620, 700, 170, 26, '#c2b59b') +
      slab(150, 620, 700, 34, 16, '#cfc3aa', 'flat') +
      slab(130, 786, 740, 28, 14, '#a99c82', 'flat')
    );
  },
  'desert-cactus': () => {
    const arm = (d: string, w: number) =>
      line(d, '#4d8159', w) +
      line(d, '#7fb086', w * 0.34, 'opacity=".7"') +
      line(d, '#e8f0d4', 3, 'stroke-dasharray="2 22" opacity=".9"');
    return (
      arm('M500 640V300', 130) +
      arm('M560 520C660 520 672 480 672 400', 74) +
      arm('M440 560C350 560 336 520 336 450', 66) +
      Array.from({ length: 6 }, (_, i) => leaf(500, 246, 54, 20, i * 60, '#e58aa0')).join('') +
      ellipse(500, 246, 15, 14, '#f6d15a') +
      pot(CX, 610, 812, 150, '#b05f3c', '#8b6f52')
    );
  },
  'glazed-planter-blue': () =>
    shadow(CX, 818, 250) +
    ellipse(CX, 806, 230, 44, '#2b5468') +
    ellipse(CX, 798, 230, 42, '#3f7187') +
    Array.from({ length: 15 }, (_, i) =>
      leaf(
        500 + (i - 7) * 14,
        520,
        230 + (i % 3) * 44,
        24,
        (i - 7) * 10,
        ['#5d8f58', '#74a56b', '#4a7a4c'][i % 3] ?? '#5d8f58',
      ),
    ).join('') +
    turned(
      [
        [500, 210],
        [640, 206],
        [740, 186],
        [796, 150],
      ],
      { fill: '#5e9db3', inside: '#3d2b20' },
    ) +
    `<path d="M302 660${curve([
      [302, 660],
      [380, 690],
      [460, 656],
      [560, 700],
      [640, 664],
      [700, 680],
    ])}L676 740A150 30 0 0 1 650 796L350 796L314 730Z" fill="#2f6680" opacity=".55"/>`,
};
