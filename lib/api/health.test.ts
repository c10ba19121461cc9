import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { assertReady, assertResponsive } from './health.ts';

describe('assertReady', () => {
  it('resolves while the store responds', async () => {
    const { data, unfinished } = await testContext();

    await expect(assertReady({ data, unfinished })).resolves.toBeUndefined();
    await expect(assertResponsive()).resolves.toBeUndefined();
  });

  it('rejects with 503, without details, when the store fails or does not respond', async () => {
    const { data, unfinished } = await testContext();
    const failing = { ...data, health: () => Promise.reject(new Error('/var/lib/secret.db is gone')) };
    const silent = { ...data, health: () => new Promise<void>(() => undefined) };

    for (const broken of [failing, silent])
      await expect(assertReady({ data: broken, unfinished })).rejects.toMatchObject({
        status: 503,
        message: 'The store does not respond',
      });
  });
});
