import { CX, ellipse, line, shadow, slab, solid } from './draw.ts';

/** Objects of a desk. */
export const desk: Readonly<Record<string, () => string>> = {
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
