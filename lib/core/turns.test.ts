import { expect, it } from 'vitest';
import { mapInTurns } from './turns.ts';

it('maps a long list in order and yields to the event loop meanwhile', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  let ms = 0;

  const mapped = await mapInTurns(
    Array.from({ length: 100 }, (_, n) => n),
    (n) => {
      ms += 5;
      return n * 2;
    },
    () => ms,
  );
  isOver = true;

  expect(mapped).toEqual(Array.from({ length: 100 }, (_, n) => n * 2));
  // Three items of 5 ms each take more than 10 ms.
  expect(turns).toBeGreaterThanOrEqual(30);
});

it('maps a short list without yielding to the event loop', async () => {
  let turned = false;
  setImmediate(() => {
    turned = true;
  });

  await mapInTurns([1, 2, 3], (n) => n);

  expect(turned).toBe(false);
});
