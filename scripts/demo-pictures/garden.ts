import { packet } from './coffee.ts';
import { CX, curve, ellipse, leaf, line, shadow, slab, solid, turned } from './draw.ts';

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

/** Potted plants and what a garden needs. */
export const garden: Readonly<Record<string, () => string>> = {
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
};
