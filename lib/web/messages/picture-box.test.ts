import { expect, it } from 'vitest';
import { pictureBox } from './picture-box.ts';

it('fits a picture into its square, keeps its proportions and never enlarges it', () => {
  expect(pictureBox(900, 600, 320)).toEqual({ width: 320, height: 213 });
  expect(pictureBox(40, 20, 320)).toEqual({ width: 40, height: 20 });
  expect(pictureBox(10_000, 1, 320)).toEqual({ width: 320, height: 1 });
});
