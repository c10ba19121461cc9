import { CX, ellipse, leaf, line, shadow, slab, solid, turned } from './draw.ts';

export const packet = (fill: string, band: string, mark: string) =>
  shadow(CX, 820, 210) +
  solid('M310 270H690L712 800C712 818 690 822 500 822S288 818 288 800Z', fill) +
  slab(300, 230, 400, 54, 8, fill, 'flat') +
  line('M306 258H694', '#1a0f08', 3, 'opacity=".25"') +
  slab(330, 440, 340, 250, 10, band, 'flat') +
  mark;

/** Coffee and tea, and what they are made with. */
export const coffee: Readonly<Record<string, () => string>> = {
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
};
