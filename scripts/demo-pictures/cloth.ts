import { CX, curve, ellipse, line, shadow, slab, solid } from './draw.ts';

const fold = (y: number, w: number, h: number, fill: string) =>
  slab(CX - w / 2, y, w, h, h / 2, fill, 'flat') +
  line(`M${CX - w / 2 + 30} ${y + h * 0.62}H${CX + w / 2 - 40}`, '#1a0f08', 3, 'opacity=".16"');

/** Returns a strip of parallel strokes. */
const strokes = (count: number, d: (i: number) => string, stroke: string, width: number, extra = '') =>
  Array.from({ length: count }, (_, i) => line(d(i), stroke, width, extra)).join('');

const strap = (d: string, fill: string, width = 26) =>
  line(d, fill, width) + line(d, '#fff', 3, 'opacity=".25" stroke-dasharray="10 10"');

/** Textiles, bags and leather. */
export const cloth: Readonly<Record<string, () => string>> = {
  'merino-throw-blanket': () =>
    shadow(CX, 800, 330) +
    fold(690, 640, 100, '#b9ad9b') +
    fold(600, 620, 96, '#c9bfae') +
    fold(514, 600, 92, '#d9d1c2') +
    strokes(24, (i) => `M${230 + i * 24} 606q10 26 0 52`, '#9b8f7d', 4, 'opacity=".35"') +
    strokes(20, (i) => `M${238 + i * 27} 784v48`, '#b9ad9b', 6),
  'washed-linen-bedding': () =>
    shadow(CX, 800, 340) +
    fold(660, 660, 130, '#8fa3a0') +
    fold(560, 640, 110, '#a5b7b3') +
    solid('M250 560C240 430 300 410 500 410S760 430 750 560C700 580 300 580 250 560Z', '#dfe6e2', 'flat') +
    solid('M280 430C272 330 330 316 500 316S728 330 720 430C680 450 320 450 280 430Z', '#eef2ef', 'flat') +
    line('M330 500q160 26 330-6M360 380q140 24 290-6', '#8fa3a0', 4, 'opacity=".4"'),
  'waffle-towel-pair': () =>
    shadow(CX, 806, 300) +
    [0, 1]
      .map((k) => {
        const y = 640 - k * 130;
        const f = k ? '#e9dfcf' : '#c7835f';
        return (
          slab(210, y, 580, 150, 40, f, 'flat') +
          strokes(19, (i) => `M${236 + i * 29} ${y + 16}V${y + 134}`, '#1a0f08', 3, 'opacity=".13"') +
          strokes(4, (i) => `M224 ${y + 30 + i * 30}H776`, '#1a0f08', 3, 'opacity=".13"')
        );
      })
      .join('') +
    line('M770 560c40 10 40 60 6 70', '#b7a88f', 10),
  'striped-cushion-cover': () => {
    const d =
      'M210 330C330 350 670 350 790 330C770 450 770 650 790 790C670 768 330 768 210 790C232 650 232 450 210 330Z';
    return (
      shadow(CX, 812, 300) +
      `<clipPath id="cushion"><path d="${d}"/></clipPath>` +
      `<path d="${d}" fill="#f0e8d8"/><g clip-path="url(#cushion)">${strokes(12, (i) => `M${226 + i * 50} 320C${240 + i * 48} 500 ${240 + i * 48} 620 ${226 + i * 50} 800`, '#2c4770', 15)}</g><path d="${d}" fill="url(#flat)"/>`
    );
  },
  'handwoven-wool-rug': () =>
    `<g transform="translate(500 800) scale(1 .62) rotate(-8) translate(-500 -500)">` +
    `<rect x="170" y="130" width="660" height="640" fill="#1d1410" opacity=".25" filter="url(#soft)"/>` +
    slab(150, 100, 660, 640, 4, '#e6d6b8', 'flat') +
    slab(186, 136, 588, 568, 2, '#8f2f2a', 'flat') +
    slab(226, 176, 508, 488, 2, '#e6d6b8', 'flat') +
    Array.from({ length: 4 }, (_, r) =>
      Array.from(
        { length: 4 },
        (_x, c) =>
          `<path d="M${290 + c * 126} ${196 + r * 120}l46 44l-46 44l-46-44z" fill="${(r + c) % 2 ? '#8f2f2a' : '#2d3a4a'}"/><path d="M${290 + c * 126} ${220 + r * 120}l22 20l-22 20l-22-20z" fill="#d9a441"/>`,
      ).join(''),
    ).join('') +
    strokes(26, (i) => `M${156 + i * 26} 742v44M${156 + i * 26} 98v-40`, '#d6c4a2', 5) +
    '</g>',
  'baker-apron': () =>
    `<g transform="translate(0 30)">` +
    line('M390 150C400 60 600 60 610 150', '#5f6d62', 16) +
    line('M270 430C180 440 160 480 150 540M730 430C820 440 840 480 850 540', '#5f6d62', 14) +
    solid('M380 140H620C630 260 680 330 740 400V840H260V400C320 330 370 260 380 140Z', '#7d8d80', 'flat') +
    slab(360, 540, 280, 170, 12, '#75857a', 'flat') +
    line('M360 552H640', '#e9e4d4', 4, 'stroke-dasharray="12 9"') +
    line('M500 552V700', '#e9e4d4', 3, 'stroke-dasharray="12 9" opacity=".7"') +
    line('M272 826H728', '#e9e4d4', 3, 'stroke-dasharray="12 9" opacity=".7"') +
    '</g>',
  'linen-napkins-set-of-six': () =>
    shadow(CX, 800, 280) +
    ['#8a9a8c', '#8a9a8c', '#d8b99a', '#d8b99a', '#efe8da', '#efe8da']
      .map(
        (f, i) =>
          `<g transform="rotate(${(i - 3) * 2.4} 500 600)">${slab(260, 720 - i * 34, 480, 60, 12, f, 'flat')}</g>`,
      )
      .join('') +
    slab(262, 470, 476, 90, 14, '#f6f1e6', 'flat') +
    line('M500 470V560M262 516H738', '#8a4a3a', 12) +
    line('M500 470c-70-60-130-30-90 4c20 18 70 8 90-4c70-60 130-30 90 4c-20 18-70 8-90-4', '#8a4a3a', 10),
  'chunky-knit-socks': () => {
    const sock = (x: number, f: string, g: string) =>
      `<g transform="translate(${x} 0)">` +
      solid('M120 190H300V560C300 600 330 620 380 640C450 668 460 760 380 780C280 800 120 760 120 620Z', f, 'flat') +
      slab(108, 170, 204, 90, 22, g, 'flat') +
      strokes(8, (i) => `M${126 + i * 24} 186V246`, '#1a0f08', 4, 'opacity=".2"') +
      strokes(9, (i) => `M130 ${300 + i * 36}q20 16 40 0t40 0t40 0t40 0`, '#1a0f08', 4, 'opacity=".14"') +
      '</g>';
    return shadow(540, 806, 330) + sock(330, '#a5483b', '#e6d9c0') + sock(110, '#c0584a', '#efe4cd');
  },
  'waxed-canvas-backpack': () =>
    shadow(CX, 838, 230) +
    strap('M330 360C230 420 230 700 320 770', '#5a3a22', 40) +
    strap('M670 360C770 420 770 700 680 770', '#5a3a22', 40) +
    solid(
      'M310 330C310 300 340 290 500 290S690 300 690 330L720 780C722 820 690 834 500 834S278 820 280 780Z',
      '#566049',
    ) +
    solid('M320 210C320 176 352 170 500 170S680 176 680 210L690 350C640 372 360 372 310 350Z', '#4a5340') +
    line('M318 250q182 30 364 0', '#2f3629', 5, 'opacity=".6"') +
    slab(350, 560, 300, 200, 26, '#4f5944', 'flat') +
    strap('M500 200V600', '#8a5a34', 40) +
    slab(472, 470, 56, 44, 8, '#c9a24a', 'flat') +
    line('M350 588H650', '#d8c9a8', 3, 'stroke-dasharray="11 9"'),
  'market-tote': () =>
    shadow(CX, 836, 240) +
    line('M380 380C370 90 630 90 620 380', '#e2d6bd', 30) +
    line('M380 380C370 90 630 90 620 380', '#1a0f08', 30, 'opacity=".08"') +
    solid('M250 360H750L772 800C772 826 750 834 500 834S228 826 228 800Z', '#efe5cf', 'flat') +
    line(
      'M420 560C420 470 500 480 500 540C500 480 580 470 580 560C580 630 500 690 500 690S420 630 420 560Z',
      '#b5533c',
      12,
    ) +
    line('M252 388H748', '#c7b893', 4, 'stroke-dasharray="12 9"'),
  'bifold-leather-wallet': () =>
    shadow(CX, 780, 300) +
    `<g transform="rotate(-6 500 600)">` +
    slab(220, 480, 560, 300, 30, '#7a4424', 'flat') +
    slab(220, 400, 560, 300, 30, '#94572f', 'flat') +
    line('M246 426H754V674H246Z', '#e8cfa0', 4, 'stroke-dasharray="14 10"') +
    slab(300, 380, 300, 60, 10, '#e7e1d4', 'flat') +
    slab(340, 364, 300, 50, 10, '#3d6b7a', 'flat') +
    slab(220, 420, 560, 280, 30, '#94572f', 'flat') +
    line('M246 446H754V674H246Z', '#e8cfa0', 4, 'stroke-dasharray="14 10"') +
    '</g>',
  'crossbody-saddle-bag': () =>
    shadow(CX, 820, 270) +
    strap('M250 470C220 60 780 60 750 470', '#6d3a1e', 26) +
    solid('M230 450H770V690C770 780 700 816 500 816S230 780 230 690Z', '#8a4a28') +
    solid('M214 440H786C800 600 740 700 500 700S200 600 214 440Z', '#a3592f', 'flat') +
    line('M232 458C232 590 300 682 500 682S768 590 768 458', '#eccb98', 4, 'stroke-dasharray="13 10"') +
    `<circle cx="500" cy="660" r="20" fill="#d9b14e"/><circle cx="494" cy="654" r="7" fill="#fff" opacity=".6"/>`,
  'weekend-duffel': () =>
    shadow(CX, 820, 370) +
    strap('M340 520C340 260 660 260 660 520', '#6d3a1e', 28) +
    solid('M150 520C150 450 220 440 500 440S850 450 850 520V740C850 800 800 816 500 816S150 800 150 740Z', '#3d4d5c') +
    solid('M150 700H850V740C850 800 800 816 500 816S150 800 150 740Z', '#6d3a1e', 'flat') +
    slab(320, 440, 44, 376, 6, '#6d3a1e', 'flat') +
    slab(636, 440, 44, 376, 6, '#6d3a1e', 'flat') +
    line('M220 470H780', '#c9a24a', 9) +
    line('M160 706H840', '#e8cfa0', 3, 'stroke-dasharray="13 10"'),
  'roll-up-tool-pouch': () =>
    shadow(CX, 800, 340) +
    slab(140, 480, 600, 280, 20, '#b59b6b', 'flat') +
    slab(140, 600, 600, 160, 14, '#a58a5b', 'flat') +
    strokes(7, (i) => `M${214 + i * 74} 606V750`, '#5f4c2a', 4, 'stroke-dasharray="10 8"') +
    [
      ['#c0392b', 190],
      ['#2c4770', 260],
      ['#d9a441', 334],
      ['#3f6848', 410],
      ['#8a4a28', 484],
      ['#4a4a52', 560],
    ]
      .map(
        ([f, x]) =>
          slab(Number(x) - 10, 400, 24, 210, 8, String(f)) +
          solid(`M${Number(x) - 12} 404L${Number(x) + 2} 340L${Number(x) + 16} 404Z`, '#efe0c0'),
      )
      .join('') +
    ellipse(770, 620, 90, 140, '#a58a5b') +
    ellipse(770, 620, 90, 140, 'url(#side)') +
    line(
      `M770 620${curve([
        [770, 620],
        [800, 590],
        [820, 640],
        [770, 690],
        [710, 640],
        [730, 550],
        [800, 520],
      ])}`,
      '#5f4c2a',
      6,
      'opacity=".6"',
    ) +
    line('M850 600C930 600 920 700 880 740', '#6d3a1e', 12),
  'leather-key-loop': () =>
    shadow(500, 806, 200) +
    `<circle cx="500" cy="330" r="96" fill="none" stroke="#c9a24a" stroke-width="22"/><circle cx="500" cy="330" r="96" fill="none" stroke="#fff" stroke-width="5" opacity=".4"/>` +
    solid(
      'M440 400C420 560 420 640 440 760C450 806 550 806 560 760C580 640 580 560 560 400C540 370 460 370 440 400Z',
      '#94572f',
    ) +
    line('M458 420C444 560 444 640 460 750M542 420C556 560 556 640 540 750', '#eccb98', 4, 'stroke-dasharray="13 10"') +
    slab(470, 470, 60, 40, 8, '#c9a24a', 'flat') +
    line('M590 300L720 210M720 210l40 46M690 230l34 40', '#8f9499', 20),
  'sleeve-for-a-laptop': () =>
    shadow(CX, 800, 350) +
    `<g transform="rotate(-4 500 560)">` +
    slab(250, 300, 520, 120, 18, '#c9cdd2', 'flat') +
    slab(160, 350, 680, 440, 30, '#7c8288', 'flat') +
    slab(160, 350, 680, 440, 30, '#6d7379', 'side') +
    line('M186 378V764H814V378', '#e8cfa0', 4, 'stroke-dasharray="14 10"') +
    slab(450, 320, 100, 190, 24, '#94572f', 'flat') +
    `<circle cx="500" cy="474" r="17" fill="#d9b14e"/></g>`,
  'wool-desk-mat': () =>
    `<g transform="translate(0 40) skewX(-14) translate(150 0)">` +
    `<rect x="110" y="440" width="780" height="330" rx="20" fill="#1d1410" opacity=".3" filter="url(#soft)"/>` +
    slab(100, 420, 780, 330, 18, '#8c9096', 'flat') +
    line('M124 444H856V726H124Z', '#d4d6d8', 3, 'stroke-dasharray="12 10"') +
    slab(180, 480, 420, 150, 16, '#e5e2dc', 'flat') +
    Array.from({ length: 3 }, (_, r) =>
      Array.from({ length: 10 }, (_x, c) => slab(196 + c * 40, 494 + r * 42, 32, 34, 6, '#fbfaf7', 'flat')).join(''),
    ).join('') +
    slab(690, 500, 90, 140, 44, '#f1efea', 'flat') +
    '</g>',
};
