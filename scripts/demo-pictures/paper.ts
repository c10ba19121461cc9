import { CX, leaf, line, shadow, slab, solid } from './draw.ts';

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

/** Books, prints and stationery. */
export const paper: Readonly<Record<string, () => string>> = {
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
};
