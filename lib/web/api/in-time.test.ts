import { describe, expect, it } from 'vitest';
import { inTime } from './in-time.ts';

describe('waiting for the server', () => {
  it('ends with its answer, or with its refusal', async () => {
    await expect(inTime(Promise.resolve('here'))).resolves.toBe('here');
    await expect(inTime(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('ends without an answer when there is none', async () => {
    const never = new Promise<string>(() => undefined);

    await expect(inTime(never, 5)).rejects.toMatchObject({ code: 'Unreachable' });
  });
});
