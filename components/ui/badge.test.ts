import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Rgb = readonly number[];
const css = readFileSync('app/globals.css', 'utf8');
const themes = ['light', 'dark'] as const;

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const parts = (hex: string): Rgb => [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
const named = (name: string, theme: (typeof themes)[number]): Rgb => {
  const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [];
  return parts(theme === 'light' ? light : dark);
};
const luminance = ([r = 0, g = 0, b = 0]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (first: Rgb, second: Rgb): number => {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const times = (matrix: readonly Rgb[], vector: Rgb): Rgb =>
  matrix.map((row) => row.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0));
/** Converts to Oklab and back, by the matrices of CSS Color 4. */
const toLab = (rgb: Rgb): Rgb =>
  times(
    [
      [0.2104542683, 0.7936177747, -0.0040720429],
      [1.9779985324, -2.4285922421, 0.4505937096],
      [0.0259040425, 0.7827717124, -0.808675766],
    ],
    times(
      [
        [0.4122214695, 0.5363325373, 0.0514459933],
        [0.2119034958, 0.6806995507, 0.1073969566],
        [0.0883024591, 0.2817188391, 0.6299787017],
      ],
      rgb,
    ).map(Math.cbrt),
  );
const toRgb = (lab: Rgb): Rgb =>
  times(
    [
      [4.0767416361, -3.3077115393, 0.2309699032],
      [-1.2684379733, 2.6097573493, -0.341319376],
      [-0.0041960761, -0.7034186179, 1.707614694],
    ],
    times(
      [
        [1, 0.3963377774, 0.2158037573],
        [1, -0.1055613458, -0.0638541728],
        [1, -0.0894841775, -1.291485548],
      ],
      lab,
    ).map((part) => part ** 3),
  );

it.each(themes)('gives a neutral badge enough contrast with its background and its text: %s', (theme) => {
  const [, ground = ''] =
    /neutral: 'bg-([\w-]+) text-text'/.exec(readFileSync('components/ui/badge.tsx', 'utf8')) ?? [];
  const share = Number(new RegExp(`--${ground}: color-mix\\(in oklab, var\\(--text\\) (\\d+)%`).exec(css)?.[1]) / 100;
  const [text, page] = [named('text', theme), named('background', theme)];
  const [a, b] = [toLab(text), toLab(page)];
  const badge = toRgb(a.map((part, at) => part * share + (b[at] ?? 0) * (1 - share)));

  for (const under of [page, named('surface', theme)]) expect(contrast(badge, under)).toBeGreaterThan(1.2);
  expect(contrast(badge, text)).toBeGreaterThan(7);
});
