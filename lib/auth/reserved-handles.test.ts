import { describe, expect, it } from 'vitest';
import { reservedHandlesSchema } from './reserved-handles/schema.ts';
import { isReservedHandle, reservedHandles } from './reserved-handles.ts';

describe('isReservedHandle', () => {
  it('requires reserved words without digits and underscores', () => {
    expect(reservedHandlesSchema.parse(reservedHandles)).toEqual(reservedHandles);
    expect(reservedHandlesSchema.safeParse({ ...reservedHandles, names: ['sign_in'] }).success).toBe(false);
  });

  it.each([
    ...['admin', 'support', 'plaza', 'constructor', '__proto__', 'prototype', 'hasownproperty', 'tostring'],
    ...['admin_', '_admin', 'ad_min', 'admin1', 'support24', 'plaza_support', 'no_reply', 'null', 'undefined'],
  ])('returns true for %s', (handle) => {
    expect(isReservedHandle(handle)).toBe(true);
  });

  it.each(['anna', 'anna_k', 'administratorova', 'supporter', 'plaza_fan', '1234', '___', 'testament'])(
    'returns false for %s',
    (handle) => {
      expect(isReservedHandle(handle)).toBe(false);
    },
  );
});
