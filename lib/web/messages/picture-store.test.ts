import { expect, it } from 'vitest';
import { PictureStore } from './picture-store.ts';

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `prd_${from + at}`);

it('loads the pictures of all products in batches, and each loaded picture once', async () => {
  const asked: (readonly string[])[] = [];
  let soon = () => {};
  let isDown = false;
  const store = new PictureStore({
    ask: async (wanted) => {
      asked.push(wanted);
      if (isDown) throw new Error('down');
      return wanted.flatMap((id) => (id === 'prd_7' ? [] : [[id, `/${id}.webp`] as const]));
    },
    soon: (work) => {
      soon = work;
    },
  });
  const settled = async () => {
    soon();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };

  store.need(ids(1, 100));
  store.need(ids(90, 120));
  await settled();
  expect(asked.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(['prd_1', 'prd_7', 'prd_120'].map((id) => store.all()[id])).toEqual(['/prd_1.webp', null, '/prd_120.webp']);

  isDown = true;
  store.need(ids(120, 121));
  await settled();
  isDown = false;
  store.need(ids(120, 121));
  await settled();
  expect([asked.slice(3), store.all().prd_121]).toEqual([[['prd_121'], ['prd_121']], '/prd_121.webp']);
});

it('requests no invalid ID, which would fail the whole batch', async () => {
  const asked: (readonly string[])[] = [];
  const ask = async (wanted: readonly string[]) => {
    asked.push(wanted);
    return [];
  };
  const store = new PictureStore({ ask, soon: (work) => work() });

  store.need(['not an id!', 'genmedia:1', '__proto__']);
  store.need(['not an id!', 'prd_1']);

  expect(asked).toEqual([['prd_1']]);
});
