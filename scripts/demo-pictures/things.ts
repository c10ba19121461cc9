import { CX, ellipse, leaf, line, shadow, slab, solid, turned } from './draw.ts';

const packet = (fill: string, band: string, mark: string) =>
  shadow(CX, 820, 210) +
  solid('M310 270H690L712 800C712 818 690 822 500 822S288 818 288 800Z', fill) +
  slab(300, 230, 400, 54, 8, fill, 'flat') +
  line('M306 258H694', '#1a0f08', 3, 'opacity=".25"') +
  slab(330, 440, 340, 250, 10, band, 'flat') +
  mark;

const book = (cover: string, pages: string, mark: string) =>
  shadow(CX, 812, 260) +
  `<g transform="rotate(3 500 520)">` +
  slab(286, 200, 470, 600, 10, '#1a0f08', 'flat') +
  slab(270, 206, 470, 590, 6, pages, 'flat') +
  slab(250, 190, 470, 600, 10, cover, 'flat') +
  slab(250, 190, 44, 600, 8, '#1a0f0833', 'flat') +
  mark +
  '</g>';

const page = (x: number, y: number, turn: number, inner: string) =>
  `<g transform="rotate(${turn} 500 520)"><rect x="${x + 10}" y="${y + 14}" width="420" height="560" fill="#1d1410" opacity=".22" filter="url(#soft)"/>${slab(x, y, 420, 560, 4, '#fbf7ee', 'flat')}${inner}</g>`;

/** Coffee, paper, tools and objects of a desk. */
export const things: Readonly<Record<string, () => string>> = {
  'espresso-blend-kyiv-morning': () =>
    packet(
      '#2f3b4a',
      '#f2d9a8',
      `<circle cx="500" cy="560" r="64" fill="#e2783f"/>` +
        line('M360 620H640M380 650H620', '#2f3b4a', 10) +
        [0, 1, 2, 3, 4]
          .map((i) => `<g transform="rotate(${-60 + i * 30} 500 560)">${line('M500 476V452', '#e2783f', 10)}</g>`)
          .join('') +
        ellipse(260, 800, 26, 17, '#4a2c1b') +
        ellipse(770, 812, 26, 17, '#4a2c1b') +
        ellipse(720, 828, 24, 15, '#5a341f'),
    ),
  'ethiopia-guji-filter-coffee': () =>
    packet(
      '#e9dcc6',
      '#c25a3c',
      `<g transform="translate(500 560)">${[0, 1, 2, 3, 4, 5].map((i) => `<g transform="rotate(${i * 60})">${leaf(0, -10, 80, 26, 0, '#f6e7cf')}</g>`).join('')}<circle r="22" fill="#f2b84b"/></g>`,
    ),
  'carpathian-herb-tea': () =>
    shadow(CX, 816, 200) +
    turned(
      [
        [330, 190],
        [560, 192],
        [760, 190],
        [806, 186],
      ],
      { fill: '#4d6b52' },
    ) +
    turned(
      [
        [270, 190],
        [310, 196],
        [340, 194],
      ],
      { fill: '#c9a24a' },
    ) +
    ellipse(CX, 270, 190, 38, '#dcb95f') +
    slab(360, 440, 280, 270, 12, '#f1ead8', 'flat') +
    solid('M370 670L450 540L500 600L560 510L630 670Z', '#6f8f86') +
    solid('M370 690L470 610L560 660L630 620V700H370Z', '#4d6b52') +
    leaf(440, 520, 54, 16, -20, '#5d8a5f') +
    leaf(460, 520, 60, 16, 16, '#7fa08a'),
  'gooseneck-kettle': () =>
    shadow(CX, 814, 230) +
    line('M640 380C860 330 850 600 700 660', '#2e2b2a', 34) +
    line('M350 700C240 690 260 500 200 420C184 396 160 400 150 392', '#55585c', 30) +
    line('M346 694C246 684 268 500 206 420', '#b9bdc2', 7, 'opacity=".7"') +
    turned(
      [
        [440, 150],
        [560, 176],
        [720, 204],
        [806, 214],
      ],
      { fill: '#5d6166' },
    ) +
    turned(
      [
        [410, 140],
        [430, 150],
        [446, 148],
      ],
      { fill: '#6d7177' },
    ) +
    turned(
      [
        [352, 30],
        [380, 36],
        [410, 26],
      ],
      { fill: '#a9743f' },
    ),
  'hand-coffee-grinder': () =>
    shadow(CX, 818, 130) +
    line('M500 250H730', '#3b3d40', 22) +
    turned(
      [
        [200, 44],
        [240, 50],
        [280, 40],
      ],
      { x: 740, fill: '#a9743f' },
    ) +
    turned(
      [
        [240, 30],
        [270, 34],
        [300, 30],
      ],
      { fill: '#8f9499' },
    ) +
    turned(
      [
        [300, 112],
        [340, 118],
        [360, 116],
      ],
      { fill: '#2f3235' },
    ) +
    turned(
      [
        [360, 112],
        [480, 112],
        [590, 112],
      ],
      { fill: '#a9adb2' },
    ) +
    turned(
      [
        [590, 116],
        [620, 118],
        [640, 116],
      ],
      { fill: '#2f3235' },
    ) +
    turned(
      [
        [640, 108],
        [740, 108],
        [812, 100],
      ],
      { fill: '#3b3d40' },
    ) +
    Array.from({ length: 7 }, (_, i) => line(`M${420 + i * 27} 376V576`, '#1a0f08', 4, 'opacity=".16"')).join(''),
  'stovetop-moka-pot': () =>
    shadow(CX, 814, 180) +
    solid('M650 330L810 380C830 390 830 420 812 560L770 560L780 430L660 400Z', '#2e2b2a', 'flat') +
    solid('M360 300L640 300L600 540L400 540Z', '#c3c7cb') +
    solid('M400 556H600L660 806H340Z', '#b3b7bc') +
    solid('M340 300L280 270L340 380Z', '#b3b7bc') +
    [430, 500, 570]
      .map((x) =>
        line(
          `M${x} 304L${x + (500 - x) * 0.3} 538M${x + (500 - x) * 0.3} 560L${x - (500 - x) * 0.35} 802`,
          '#1a0f08',
          4,
          'opacity=".18"',
        ),
      )
      .join('') +
    slab(386, 534, 228, 28, 8, '#8f9499', 'flat') +
    solid('M350 300L500 240L650 300Z', '#cfd3d6', 'flat') +
    turned(
      [
        [196, 16],
        [220, 24],
        [246, 14],
      ],
      { fill: '#2e2b2a' },
    ),
  'cloth-bound-notebook': () =>
    book(
      '#3e5c76',
      '#f5eeda',
      slab(390, 300, 210, 110, 6, '#f1e6cc', 'flat') +
        line('M420 340H570M440 370H550', '#3e5c76', 7) +
        line('M650 192V788', '#c8553d', 12) +
        line('M560 790V850', '#c8553d', 12),
    ),
  'undated-weekly-planner': () =>
    page(
      290,
      210,
      -3,
      line('M320 270H680', '#c8553d', 14) +
        [0, 1, 2, 3, 4, 5, 6]
          .map(
            (i) =>
              line(`M320 ${330 + i * 60}H680`, '#c9bfa8', 3) +
              `<circle cx="336" cy="${308 + i * 60 + 4}" r="9" fill="${i < 3 ? '#5d8a5f' : '#d9cfb8'}"/>` +
              (i < 4 ? line(`M364 ${312 + i * 60}H${520 + (i % 3) * 50}`, '#7a6f5c', 7, 'opacity=".6"') : ''),
          )
          .join('') +
        Array.from({ length: 9 }, (_, i) => line(`M${330 + i * 42} 190V232`, '#3a332c', 7)).join(''),
    ),
  'carpathians-art-print': () =>
    slab(250, 150, 500, 640, 4, '#8a6b44', 'flat') +
    slab(272, 172, 456, 596, 2, '#f7f2e6', 'flat') +
    slab(310, 210, 380, 520, 0, '#f3cfa5') +
    `<circle cx="580" cy="330" r="54" fill="#e8704a"/>` +
    solid('M310 470L400 390L470 440L560 360L690 480V730H310Z', '#a9bfcd', 'flat') +
    solid('M310 550L420 470L520 540L620 460L690 520V730H310Z', '#6f93aa', 'flat') +
    solid('M310 640L390 560L500 630L600 560L690 630V730H310Z', '#3f6480', 'flat') +
    solid('M310 700L430 640L560 700L690 660V730H310Z', '#23425a', 'flat'),
  'letterpress-card-set': () =>
    ['#c8553d', '#3e5c76', '#d9a441']
      .map(
        (f, i) =>
          `<g transform="rotate(${-14 + i * 13} 500 760) translate(${(i - 1) * 60} ${i * 14})"><rect x="300" y="270" width="400" height="520" fill="#1d1410" opacity=".22" filter="url(#soft)"/>${slab(300, 260, 400, 520, 6, '#fbf6ea', 'flat')}<g transform="translate(500 480)">${[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `<g transform="rotate(${k * 45})">${leaf(0, -14, 110, 30, 0, f)}</g>`).join('')}<circle r="26" fill="#fbf6ea"/></g>${line('M400 690H600', f, 10)}</g>`,
      )
      .join(''),
  'drawing-pencils-dozen': () =>
    shadow(CX, 800, 330) +
    slab(160, 560, 680, 220, 22, '#8f9499', 'flat') +
    slab(184, 584, 632, 172, 12, '#5f646a', 'flat') +
    Array.from(
      { length: 9 },
      (_, i) =>
        slab(206, 588 + i * 18.4, 500, 15, 3, ['#2f3b4a', '#3e5c76', '#c8553d'][i % 3] ?? '#2f3b4a') +
        solid(`M706 ${588 + i * 18.4}L766 ${595.5 + i * 18.4}L706 ${603 + i * 18.4}Z`, '#e3c193'),
    ).join('') +
    `<g transform="rotate(-24 500 400)">${slab(220, 380, 470, 38, 5, '#c8553d')}${solid('M690 380L780 399L690 418Z', '#e3c193')}${solid('M752 393L780 399L752 405Z', '#2a2522')}${slab(196, 380, 34, 38, 4, '#d9b14e')}</g>`,
  'book-of-slow-recipes': () =>
    book(
      '#b5532f',
      '#f5eeda',
      `<circle cx="500" cy="440" r="120" fill="#f3e3c3"/><circle cx="500" cy="440" r="92" fill="#fffaf0"/>` +
        leaf(470, 480, 90, 26, -24, '#5d8a5f') +
        leaf(520, 482, 96, 26, 26, '#7fa08a') +
        `<circle cx="506" cy="420" r="26" fill="#d9653f"/>` +
        line('M370 620H630M410 660H590', '#f3e3c3', 12) +
        line('M330 380V520M330 380v50M670 380V520', '#f3e3c3', 9),
    ),
  'botanical-alphabet-prints': () =>
    page(330, 220, 5, '') +
    page(
      260,
      200,
      -4,
      leaf(470, 560, 230, 60, -18, '#5d8a5f') +
        leaf(470, 560, 210, 52, 26, '#7fa08a') +
        leaf(470, 560, 170, 44, 62, '#4a7a4c') +
        line('M470 560V660', '#4a7a4c', 8) +
        `<text x="300" y="330" font-family="DejaVu Serif, serif" font-size="120" fill="#2f3b2c">A</text>` +
        line('M400 710H540', '#c9bfa8', 8),
    ),
  'home-budget-pad': () =>
    page(330, 220, 6, '') +
    page(
      250,
      200,
      -3,
      Array.from(
        { length: 9 },
        (_, r) =>
          slab(290, 300 + r * 44, 150, 28, 4, r === 0 ? '#3e5c76' : '#ece3d0') +
          slab(452, 300 + r * 44, 80, 28, 4, r === 0 ? '#3e5c76' : '#f3ecdc') +
          slab(544, 300 + r * 44, 80, 28, 4, r === 0 ? '#c8553d' : r % 3 ? '#f3ecdc' : '#f6d9c8'),
      ).join('') + line('M290 250H500', '#2f3b4a', 16),
    ),
  'copper-watering-can': () =>
    shadow(470, 814, 220) +
    line('M300 560C220 420 330 300 520 330', '#a55a2f', 20) +
    line('M650 720C740 640 800 480 880 380', '#b8683a', 26) +
    line('M644 716C734 636 796 478 872 384', '#f0b98a', 6, 'opacity=".6"') +
    `<g transform="rotate(38 884 372)">${ellipse(884, 372, 46, 18, '#9c5228')}</g>` +
    turned(
      [
        [470, 150],
        [560, 182],
        [700, 196],
        [806, 190],
      ],
      { x: 470, fill: '#c07040', inside: '#5a2f18' },
    ),
  'wildflower-seed-mix': () =>
    packet(
      '#f3ead6',
      '#fbf6ea',
      [
        ['#c0392b', 410, 600],
        ['#3e5c9a', 500, 560],
        ['#e9e4d4', 590, 610],
        ['#d9653f', 450, 520],
        ['#5a6fb5', 556, 500],
      ]
        .map(
          ([f, x, y]) =>
            line(`M${x} ${y}Q500 650 500 690`, '#5d8a5f', 6) +
            [0, 1, 2, 3, 4]
              .map(
                (k) => `<g transform="translate(${x} ${y}) rotate(${k * 72})">${leaf(0, -4, 36, 15, 0, String(f))}</g>`,
              )
              .join('') +
            `<circle cx="${x}" cy="${y}" r="9" fill="#f2c04b"/>`,
        )
        .join('') + line('M370 340H630M410 380H590', '#5d8a5f', 12),
    ),
  'walnut-monitor-stand': () =>
    shadow(CX, 812, 360) +
    slab(230, 250, 540, 330, 16, '#26282b', 'flat') +
    slab(246, 266, 508, 298, 8, '#9db7c4', 'flat') +
    solid('M246 500L400 400L520 470L640 380L754 470V564H246Z', '#5f8296', 'flat') +
    slab(470, 576, 60, 60, 4, '#3b3d40') +
    slab(400, 628, 200, 18, 9, '#3b3d40', 'flat') +
    slab(130, 644, 740, 46, 14, '#7a4a2a', 'flat') +
    line('M160 662q200 12 380 0t300 4', '#4d2c17', 3, 'opacity=".5"') +
    slab(160, 688, 40, 120, 6, '#6a3f23') +
    slab(800, 688, 40, 120, 6, '#6a3f23') +
    slab(280, 776, 440, 30, 8, '#d9d6cf', 'flat'),
  'low-profile-keyboard': () =>
    shadow(CX, 770, 400) +
    `<g transform="translate(0 30)">` +
    slab(90, 440, 820, 310, 24, '#b8bcc1', 'flat') +
    slab(106, 456, 788, 278, 16, '#8f9499', 'flat') +
    Array.from({ length: 4 }, (_, r) =>
      Array.from({ length: 12 }, (_x, c) =>
        slab(
          120 + c * 64,
          470 + r * 64,
          56,
          54,
          8,
          c === 0 && r === 0 ? '#c8553d' : (r + c) % 7 === 0 ? '#dcd6c8' : '#f4f1ea',
          'flat',
        ),
      ).join(''),
    ).join('') +
    slab(312, 662, 376, 54, 8, '#dcd6c8', 'flat') +
    '</g>',
  'closed-back-headphones': () =>
    shadow(CX, 830, 270) +
    line('M270 560C250 190 750 190 730 560', '#2b2c2f', 50) +
    line('M280 540C270 220 730 220 720 540', '#8a5a34', 18) +
    ellipse(270, 620, 92, 140, '#26282b') +
    ellipse(256, 620, 78, 126, '#3b3d40') +
    ellipse(256, 620, 78, 126, 'url(#side)') +
    ellipse(730, 620, 92, 140, '#26282b') +
    ellipse(744, 620, 78, 126, '#3b3d40') +
    ellipse(744, 620, 78, 126, 'url(#side)') +
    `<circle cx="250" cy="620" r="30" fill="#c9a24a"/><circle cx="750" cy="620" r="30" fill="#c9a24a"/>` +
    line('M270 760C270 860 460 850 470 900', '#26282b', 9),
  'bookshelf-speaker': () =>
    shadow(CX, 836, 190) +
    slab(320, 190, 360, 640, 24, '#a9743f') +
    slab(346, 216, 308, 588, 14, '#2a2b2d', 'flat') +
    `<circle cx="500" cy="590" r="124" fill="#1b1c1e"/><circle cx="500" cy="590" r="100" fill="#4a4c50"/><circle cx="500" cy="590" r="100" fill="url(#side)"/><circle cx="500" cy="590" r="36" fill="#2a2b2d"/><circle cx="500" cy="344" r="62" fill="#1b1c1e"/><circle cx="500" cy="344" r="40" fill="#c9a24a"/><circle cx="500" cy="344" r="40" fill="url(#side)"/><circle cx="600" cy="764" r="20" fill="#c9a24a"/>`,
  'analogue-desk-clock': () =>
    shadow(CX, 812, 210) +
    line('M380 760L340 806M620 760L660 806', '#8a5a34', 30) +
    `<circle cx="500" cy="540" r="270" fill="#c8553d"/><circle cx="500" cy="540" r="270" fill="url(#side)"/><circle cx="500" cy="540" r="228" fill="#fbf6ea"/>` +
    Array.from(
      { length: 12 },
      (_, i) =>
        `<g transform="rotate(${i * 30} 500 540)">${line(i % 3 ? 'M500 336V356' : 'M500 332V372', '#2f3b4a', i % 3 ? 7 : 13)}</g>`,
    ).join('') +
    line('M500 540L420 440', '#2f3b4a', 20) +
    line('M500 540L610 400', '#2f3b4a', 13) +
    line('M500 590L500 350', '#d9a441', 6) +
    `<circle cx="500" cy="540" r="17" fill="#2f3b4a"/>`,
  'brass-pen': () =>
    shadow(500, 700, 340, 0.2) +
    `<g transform="rotate(-22 500 560)">` +
    slab(180, 530, 500, 52, 20, '#c9a24a', 'flat') +
    slab(180, 530, 500, 18, 9, '#f3dc98') +
    solid('M680 532L800 552C812 556 812 558 800 562L680 582Z', '#b58d3a', 'flat') +
    line('M800 557H826', '#5f646a', 8) +
    slab(150, 540, 40, 32, 10, '#a67a34') +
    slab(210, 500, 190, 20, 10, '#d9b14e', 'flat') +
    line('M470 532V582M486 532V582M502 532V582', '#8a6226', 5) +
    '</g>' +
    slab(250, 760, 420, 12, 6, '#e9e0cc') +
    line('M270 740C330 720 370 760 430 738S560 730 620 742', '#3e5c76', 7),
  'focus-soundscapes-vinyl': () =>
    shadow(CX, 808, 280) +
    slab(240, 240, 520, 520, 26, '#22384a', 'flat') +
    `<circle cx="640" cy="360" r="60" fill="#f2d9a8"/>` +
    solid(
      'M240 560C330 500 420 560 500 520S680 480 760 540V734C760 750 748 760 734 760H266C252 760 240 750 240 734Z',
      '#3f6480',
      'flat',
    ) +
    Array.from({ length: 27 }, (_, i) => {
      const h = 20 + Math.abs(Math.sin(i * 1.7) * 90) * (0.5 + (i % 5) / 6);
      return line(`M${278 + i * 17} ${650 - h}V${650 + h * 0.5}`, '#f4efe2', 8, 'opacity=".9"');
    }).join(''),
};
