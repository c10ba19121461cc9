import { CX, ellipse, line, shadow, slab, solid, turned } from './draw.ts';

const glow = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#glow)"/>`;

/** Lamps, candles and lanterns. */
export const light: Readonly<Record<string, () => string>> = {
  'mushroom-table-lamp': () =>
    glow(CX, 470, 430) +
    shadow(CX, 812, 190) +
    turned(
      [
        [540, 50],
        [660, 64],
        [760, 110],
        [806, 150],
      ],
      { fill: '#b8694a' },
    ) +
    solid('M230 520C230 300 380 230 500 230S770 300 770 520C770 560 640 580 500 580S230 560 230 520Z', '#fff3d9') +
    ellipse(CX, 536, 258, 40, '#ffe5ae'),
  'paper-moon-pendant': () =>
    line('M500 0V190', '#3a332c', 6) +
    glow(CX, 450, 460) +
    `<circle cx="500" cy="450" r="270" fill="#fff6e3"/><circle cx="500" cy="450" r="270" fill="url(#side)" opacity=".6"/>` +
    [-220, -165, -110, -55, 0, 55, 110, 165, 220]
      .map((dy) => {
        const r = Math.sqrt(270 * 270 - dy * dy);
        return line(
          `M${500 - r} ${450 + dy}A${r} ${r * 0.16} 0 0 0 ${500 + r} ${450 + dy}`,
          '#c9b48c',
          3,
          'opacity=".7"',
        );
      })
      .join('') +
    slab(470, 176, 60, 18, 8, '#8a6b44'),
  'arc-floor-lamp': () =>
    shadow(300, 868, 150) +
    line('M300 850C260 300 420 120 640 150C720 160 760 220 770 290', '#3b3a3f', 16) +
    line('M296 840C258 300 420 124 640 154', '#8d8c93', 4, 'opacity=".7"') +
    glow(770, 420, 300) +
    solid('M650 400C650 330 700 288 770 288S890 330 890 400Z', '#d9a441') +
    ellipse(770, 400, 120, 22, '#fff0c4') +
    turned(
      [
        [826, 146],
        [846, 150],
        [864, 146],
      ],
      { x: 300, fill: '#46444a' },
    ),
  'soy-candle-cedar': () =>
    glow(CX, 300, 300) +
    shadow(CX, 812, 190) +
    turned(
      [
        [480, 184],
        [640, 186],
        [770, 178],
        [806, 150],
      ],
      { fill: '#6c7f74', inside: '#f5ead2' },
    ) +
    ellipse(CX, 486, 166, 29, '#f9f0dc') +
    line('M500 480V430', '#3a2a1e', 7) +
    solid('M500 300C548 372 540 432 500 436C460 432 452 372 500 300Z', '#ffb648') +
    solid('M500 356C522 394 518 428 500 430C482 428 478 394 500 356Z', '#fff2c0') +
    slab(400, 590, 200, 110, 8, '#efe4cf', 'flat') +
    line('M430 626H570M450 660H550', '#55665c', 7),
  'brass-desk-lamp': () =>
    shadow(420, 812, 190) +
    line('M420 780L330 520L600 300', '#b8873a', 20) +
    line('M416 776L328 522L596 304', '#f0d08c', 5, 'opacity=".8"') +
    `<circle cx="330" cy="520" r="24" fill="#8a6226"/><circle cx="600" cy="300" r="22" fill="#8a6226"/>` +
    line('M330 520L240 580', '#8a6226', 16) +
    `<circle cx="226" cy="590" r="34" fill="#a67a34"/>` +
    glow(720, 520, 320) +
    `<g transform="rotate(32 640 300)">${solid('M560 300C570 230 710 230 720 300L770 400H510Z', '#c8973f')}${ellipse(640, 400, 130, 24, '#fff0c4')}</g>` +
    turned(
      [
        [776, 150],
        [794, 154],
        [808, 148],
      ],
      { x: 420, fill: '#a67a34' },
    ),
  'garden-lantern': () =>
    shadow(CX, 840, 220) +
    line('M420 230C420 130 580 130 580 230', '#2f3436', 14) +
    solid('M360 300L500 200L640 300Z', '#3b4245') +
    slab(330, 296, 340, 36, 8, '#454d50', 'flat') +
    glow(CX, 600, 280) +
    `<rect x="352" y="332" width="296" height="450" fill="#ffe9b8" opacity=".45"/>` +
    turned(
      [
        [600, 60],
        [690, 62],
        [776, 60],
      ],
      { fill: '#f6ecd8', inside: '#fff4d8' },
    ) +
    line('M500 600V572', '#3a2a1e', 6) +
    solid('M500 484C528 528 524 566 500 570C476 566 472 528 500 484Z', '#ffb648') +
    slab(344, 330, 22, 460, 4, '#3b4245') +
    slab(634, 330, 22, 460, 4, '#3b4245') +
    slab(490, 330, 12, 250, 4, '#3b4245') +
    slab(352, 540, 296, 12, 4, '#3b4245') +
    slab(316, 782, 368, 52, 10, '#454d50', 'flat'),
  'linen-shade-lamp': () =>
    glow(CX, 380, 420) +
    shadow(CX, 814, 170) +
    turned(
      [
        [500, 26],
        [560, 66],
        [620, 40],
        [690, 80],
        [760, 60],
        [808, 140],
      ],
      { fill: '#c89c66' },
    ) +
    solid('M360 210H640L740 510H260Z', '#f2e3c6') +
    line('M392 214L312 508M440 212L392 510M500 210V510M560 212L608 510M608 214L688 508', '#cdb78d', 3, 'opacity=".6"') +
    ellipse(CX, 510, 240, 26, '#ffe9b8') +
    ellipse(CX, 210, 140, 14, '#e0cda6'),
  'festoon-lights-ten-metres': () => {
    const rows = [
      [120, 190, 60],
      [330, 410, 90],
      [560, 650, 130],
    ] as const;
    return rows
      .map(([y0, y1, dip], row) => {
        const at = (t: number) => [t * 1000, y0 + (y1 - y0) * t * 0.3 + Math.sin(Math.PI * t) * dip] as const;
        const cable = Array.from({ length: 21 }, (_, i) => at(i / 20))
          .map(([x, y], i) => `${i ? 'L' : 'M'}${x} ${y.toFixed(1)}`)
          .join('');
        return (
          line(cable, '#2d2a2a', 9) +
          Array.from({ length: 4 }, (_, i) => {
            const [x, y] = at((i + 0.4 + (row % 2) * 0.3) / 4.2);
            return (
              glow(x, y + 74, 110) +
              slab(x - 14, y, 28, 34, 6, '#2d2a2a') +
              ellipse(x, y + 70, 34, 42, '#ffdf92') +
              ellipse(x, y + 70, 34, 42, 'url(#side)', 'opacity=".5"') +
              ellipse(x, y + 74, 12, 18, '#fffbe8')
            );
          }).join('')
        );
      })
      .join('');
  },
};
