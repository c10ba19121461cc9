import { describe, expect, it } from 'vitest';
import { shareSyncs } from './log-sync.ts';

/** Returns a disk whose syncs settle when the test says so. */
function handDisk() {
  const asked: { done(): void; fail(error: Error): void }[] = [];
  const sync = shareSyncs(() => new Promise<void>((done, fail) => void asked.push({ done, fail })));
  return { sync, asked };
}

const isSettled = (promise: Promise<void>) => Promise.race([promise.then(() => true), Promise.resolve(false)]);

describe('shareSyncs', () => {
  it('shares the next sync among all callers that arrive during one', async () => {
    const { sync, asked } = handDisk();
    const first = sync();
    const [second, third] = [sync(), sync()];
    asked[0]?.done();
    await first;

    expect(asked).toHaveLength(2);
    expect(await isSettled(second)).toBe(false);
    asked[1]?.done();
    await Promise.all([second, third]);
    expect(asked).toHaveLength(2);
  });

  it('starts a sync at once when none is running', async () => {
    const { sync, asked } = handDisk();
    const first = sync();
    asked[0]?.done();
    await first;
    const second = sync();
    asked[1]?.done();

    await expect(second).resolves.toBeUndefined();
  });

  it('fails every caller after a failed sync, because a later success does not bring lost writes back', async () => {
    const { sync, asked } = handDisk();
    const [first, second] = [sync(), sync()];
    asked[0]?.fail(new Error('EIO'));

    await expect(first).rejects.toThrow('EIO');
    await expect(second).rejects.toThrow('EIO');
    await expect(sync()).rejects.toThrow('EIO');
    expect(asked).toHaveLength(1);
  });
});
