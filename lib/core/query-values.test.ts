import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pageLimit } from './paging.ts';
import { booleanInQuery, wholeInQuery } from './query-values.ts';

const inDocument = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' });

describe('wholeInQuery', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['0007', 7],
    ['999999999999999', 999_999_999_999_999],
  ])('parses %s', (text, number) => {
    expect(wholeInQuery('is wrong').parse(text)).toBe(number);
  });

  it.each(['', ' 7', '-1', '-0', '+7', '7.0', '1e3', '0x10', 'NaN', 'Infinity', '٣', '9999999999999999', ['7']])(
    'rejects %j with its own message',
    (text) => {
      expect(wholeInQuery('is wrong').safeParse(text).error?.issues[0]?.message).toBe('is wrong');
    },
  );

  it.each(['0', '31'])('rejects %s outside its bounds with the same message', (text) => {
    const fromOneToThirty = wholeInQuery('is wrong', { least: 1, most: 30 });

    expect(fromOneToThirty.safeParse(text).error?.issues[0]?.message).toBe('is wrong');
  });

  it('can be optional', () => {
    expect(z.object({ timeout: wholeInQuery('is wrong').optional() }).parse({})).toEqual({});
  });

  it('is a number in the API document', () => {
    expect(inDocument(wholeInQuery('is wrong', { least: 1, most: 30 }))).toEqual(
      expect.objectContaining({ type: 'integer', minimum: 1, maximum: 30 }),
    );
  });
});

describe('booleanInQuery', () => {
  it('parses only "true" and "false"', () => {
    expect(['true', 'false'].map((text) => booleanInQuery.parse(text))).toEqual([true, false]);
    for (const text of ['', '1', '0', 'yes', 'TRUE', ' true'])
      expect(booleanInQuery.safeParse(text).error?.issues[0]?.message).toBe('must be true or false');
  });

  it('is a boolean in the API document', () => {
    expect(inDocument(booleanInQuery)).toMatchObject({ type: 'boolean' });
  });
});

describe('pageLimit', () => {
  it('falls back to the default size, clamps above the largest and rejects anything but a whole number from 1', () => {
    const limit = pageLimit(20, 100);

    expect([undefined, '1', '100', '101', '999999999999999'].map((text) => limit.parse(text))).toEqual([
      20, 1, 100, 100, 100,
    ]);
    for (const text of ['0', '-1', '1.5', 'ten', ''])
      expect(limit.safeParse(text).error?.issues[0]?.message).toBe('must be a whole number of at least 1');
  });

  it('is a number in the API document', () => {
    expect(inDocument(z.object({ limit: pageLimit(20, 100) }))).toMatchObject({
      properties: { limit: { type: 'integer', minimum: 1 } },
    });
  });
});
