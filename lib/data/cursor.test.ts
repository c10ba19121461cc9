import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from './collection.ts';
import { cursorAfter, positionOf } from './cursor.ts';
import { from, type Query } from './query.ts';

const schema = z.object({ a: z.string().nullable(), b: z.number(), c: z.boolean() });
const Rows = collection('rows', { label: 'Row', schema, indexes: [['a'], ['b', 'a desc']] });
const row = { id: 'r1', data: { a: null, b: 1.5, c: true } };
const sorted = from(Rows).where('c', '==', true).orderBy('b').orderBy('a', 'desc').limit(5);

describe('a cursor', () => {
  it('holds the position after a row, including nulls, in URL-safe characters', () => {
    const cursor = cursorAfter(sorted, row);

    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(positionOf(sorted, cursor)).toEqual({ values: [1.5, null], id: 'r1' });
  });

  it('stays valid when the value of a filter changes between two pages', () => {
    const since = (b: number) => from(Rows).where('b', '>', b).orderBy('b');

    expect(positionOf(since(2), cursorAfter(since(1), row)).id).toBe('r1');
  });

  it.each<[string, Query<z.infer<typeof schema>>]>([
    ['another sort', from(Rows).where('c', '==', true).orderBy('b').orderBy('a')],
    ['another filter', from(Rows).where('a', '==', 'x').orderBy('b').orderBy('a', 'desc')],
    ['another operator', from(Rows).where('c', 'in', [true]).orderBy('b').orderBy('a', 'desc')],
    ['no sort', from(Rows).where('c', '==', true)],
    [
      'another collection',
      from({ ...Rows, name: 'lines' })
        .where('c', '==', true)
        .orderBy('b')
        .orderBy('a', 'desc'),
    ],
  ])('is rejected by a query with %s', (_, otherQuery) => {
    expect(() => positionOf(otherQuery, cursorAfter(sorted, row))).toThrowError(
      expect.objectContaining({ status: 400, code: 'InvalidCursor' }),
    );
  });

  it('is rejected when it is forged or malformed', () => {
    const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const [hash] = JSON.parse(Buffer.from(cursorAfter(sorted, row), 'base64url').toString()) as [string];
    const made = [
      '',
      '!',
      forged({}),
      forged([]),
      forged([hash, 1, null]),
      forged([hash, 1, {}, 'r1']),
      forged([hash, 1, 2, '../x']),
    ];

    for (const cursor of made) expect(() => positionOf(sorted, cursor)).toThrowError(/another query/);
  });
});
