import { afterAll, describe, expect, it } from 'vitest';
import type { ThreadLimits } from '#services/threads/open-threads.ts';
import { openPictureDrawer } from './picture-drawer.ts';

const PNG = '89504e470d0a1a0a';
const opened: ReturnType<typeof openPictureDrawer>[] = [];
function drawer(limits: Partial<ThreadLimits> = {}) {
  const pictureDrawer = openPictureDrawer(
    new URL('../run/picture-worker.ts', import.meta.url),
    (_, event) => void events.push(event),
    limits,
  );
  opened.push(pictureDrawer);
  return pictureDrawer;
}
const events: string[] = [];
afterAll(() => Promise.all(opened.map((pictureDrawer) => pictureDrawer.close())));

const headOf = (png: ArrayBuffer) => Buffer.from(png, 0, 8).toString('hex');
const mug = { title: 'Blue mug', maker: 'Hlyna Studio' };

describe('a picture drawn in a worker thread', () => {
  it('is a PNG that depends on its words, and does not block the event loop', async () => {
    let turns = 0;
    let isDrawn = false;
    const count = () => {
      turns += 1;
      if (!isDrawn) setImmediate(count);
    };
    count();
    const pictureDrawer = drawer();

    const [first, same, other] = await Promise.all([
      pictureDrawer.draw(mug),
      pictureDrawer.draw(mug),
      pictureDrawer.draw({ ...mug, title: 'Чашка '.repeat(40) }),
    ]);
    isDrawn = true;

    expect([headOf(first), headOf(other)]).toEqual([PNG, PNG]);
    expect(Buffer.compare(Buffer.from(first), Buffer.from(same))).toBe(0);
    expect(Buffer.compare(Buffer.from(first), Buffer.from(other))).not.toBe(0);
    expect(turns).toBeGreaterThan(100);
  });

  it('is refused with 503 while too many wait', async () => {
    const pictureDrawer = drawer({ mostWaiting: 2 });

    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => pictureDrawer.draw(mug)));

    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
      [503, 5],
      [503, 5],
    ]);
  });

  it.each([
    ['CPU time', { cpuMs: 1 }],
    ['wall-clock time', { clockMs: 1 }],
  ])('is stopped with 503 when it takes too much %s', async (_, limits) => {
    events.length = 0;

    // Drawing its many lines takes longer than the first check of the thread.
    const drawn = drawer(limits).draw({ title: 'Blue mug '.repeat(5_000), maker: 'x' });

    await expect(drawn).rejects.toMatchObject({ status: 503 });
    expect(events).toEqual(['picture.stopped']);
  });

  it('is refused with 503 after the drawer was closed', async () => {
    const closed = drawer();
    await closed.close();

    await expect(closed.draw(mug)).rejects.toMatchObject({ status: 503 });
  });
});
