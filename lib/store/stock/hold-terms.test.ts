import { describe, expect, it } from 'vitest';
import { after, MINUTE_MS } from '#lib/core/time.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import { termsOfHold } from './hold-terms.ts';

const env = { STORE_HOLD_MINUTES: 15, STORE_HOLD_CAP_MINUTES: 45 };
const start = new Date('2026-01-01T12:00:00.000Z');
const minute = (n: number): string => after(start, n * MINUTE_MS);
const at = (n: number): Date => new Date(minute(n));

const hold = (part: Partial<StockHold>): StockHold => ({
  productId: 'prd_1',
  userId: 'usr_1',
  orderId: null,
  qty: 1,
  shard: 0,
  state: 'active',
  expiresAt: minute(15),
  firstHeldAt: minute(0),
  createdAt: minute(0),
  updatedAt: minute(0),
  ...part,
});

describe('termsOfHold', () => {
  it('gives a first hold the full duration', () => {
    expect(termsOfHold(undefined, at(0), env)).toEqual({
      firstHeldAt: minute(0),
      expiresAt: minute(15),
      capAt: minute(45),
    });
  });

  it('extends a renewed hold, never past the cap', () => {
    expect(termsOfHold(hold({}), at(10), env)).toMatchObject({ expiresAt: minute(25), capAt: minute(45) });
    expect(termsOfHold(hold({ expiresAt: minute(44) }), at(40), env)).toMatchObject({ expiresAt: minute(45) });
  });

  it('rejects a new hold for exactly ten minutes after the cap', () => {
    const capped = hold({ expiresAt: minute(45), updatedAt: minute(40) });

    expect(termsOfHold(capped, at(45), env)).toEqual({ freeAt: minute(55) });
    expect(termsOfHold(capped, new Date(at(55).getTime() - 1), env)).toEqual({ freeAt: minute(55) });
    expect(termsOfHold(capped, at(55), env)).toMatchObject({ firstHeldAt: minute(55), expiresAt: minute(70) });
  });

  it('keeps the cap of a hold that was released a moment ago', () => {
    const released = hold({ state: 'released', updatedAt: minute(12) });

    expect(termsOfHold(released, at(13), env)).toMatchObject({ firstHeldAt: minute(0), capAt: minute(45) });
  });

  it('starts a new hold when the last hold expired over ten minutes ago, whenever the sweep released it', () => {
    const swept = hold({ state: 'released', expiresAt: minute(15), updatedAt: minute(24) });

    expect(termsOfHold(swept, at(26), env)).toMatchObject({ firstHeldAt: minute(26) });
    expect(termsOfHold(hold({}), at(26), env)).toMatchObject({ firstHeldAt: minute(26) });
  });
});
