import { describe, expect, it } from 'vitest';
import { inTime } from './in-time.ts';

describe('inTime', () => {
  it('settles with the response or with the error', async () => {
    await expect(inTime(Promise.resolve('here'))).resolves.toBe('here');
    await expect(inTime(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('rejects with “Unreachable” when no response arrives in time', async () => {
    const never = new Promise<string>(() => undefined);

    await expect(inTime(never, 5)).rejects.toMatchObject({ code: 'Unreachable' });
  });
});
